import { stateName, type StateCode } from '@crm/contracts/codes/states.js';
import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import type { Flag } from '@crm/contracts/ids.js';
import { isSuitable, type Candidate } from '../users/candidate.rules.js';

/** What decides whose turn it is: who can be reached, and since when somebody waits for a lead. */
export interface WaitingCandidate extends Candidate {
  id: string;
  online: Flag;
  /** When the user was last given a lead; null for never. */
  given_at: Date | null;
}

interface Target {
  type_id: TypeId;
  state: StateCode | null;
}

const waitingSince = ({ given_at }: WaitingCandidate) => given_at?.getTime() ?? 0;

/**
 * The agents that a new lead may go to, whose turn it is first: those who can be reached before those who cannot, among
 * them the one who waited longest.
 */
export function inTurn<C extends WaitingCandidate>(
  candidates: readonly C[],
  lead: Target,
  today: string,
): C[] {
  return candidates
    .filter((candidate) => isSuitable(candidate, lead, today))
    .sort(
      (a, b) =>
        b.online - a.online || waitingSince(a) - waitingSince(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
}

const what = ({ type_id, state }: Target) =>
  `${typeNameOf[type_id]} leads${state === null ? '' : ` in ${stateName(state)}`}`;

/** Why the lead went to this agent, as the lead keeps it. */
export function reasonFor({ online, given_at }: WaitingCandidate, lead: Target): string {
  const waited = given_at === null ? 'had no lead yet' : 'waited longest';
  return `Automatic: licensed for ${what(lead)}, ${online === 1 ? 'online' : 'nobody was online'}, ${waited}`;
}

/** Why the lead went to nobody. */
export function reasonForNobody(lead: Target): string {
  return `Automatic: no agent is available for ${what(lead)}`;
}
