import { subroleFor, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { roles, type RoleId, type SubroleId } from '@crm/contracts/codes/roles.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { Flag } from '@crm/contracts/ids.js';

/** What decides whether a user may be given leads. */
export interface Candidate {
  role_id: RoleId;
  subroles: readonly SubroleId[];
  states: readonly StateCode[];
  banned: Flag;
  not_assign: Flag;
}

/** Whether leads can belong to a user at all: an agent or a guide who is not banned. */
export function isFitForLeads({ role_id, banned }: Pick<Candidate, 'role_id' | 'banned'>): boolean {
  return role_id !== roles.admin && banned === 0;
}

/**
 * Whether an agent is suitable for a lead: the sub-role of its type, a licence in its state, not banned and not kept
 * from assignment. For a lead whose state nobody knows yet the licence is not asked for.
 */
export function isSuitable(
  candidate: Candidate,
  lead: { type_id: TypeId; state: StateCode | null },
): boolean {
  return (
    candidate.role_id === roles.agent &&
    isFitForLeads(candidate) &&
    candidate.not_assign === 0 &&
    candidate.subroles.includes(subroleFor[lead.type_id]) &&
    (lead.state === null || candidate.states.includes(lead.state))
  );
}
