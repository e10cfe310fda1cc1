import { subroleFor, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { holdsLeads, worksAsAgent, type RoleId, type SubroleId } from '@crm/contracts/codes/roles.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { Flag } from '@crm/contracts/ids.js';
import type { HeldLicence } from '@crm/contracts/licences/held-licence.js';
import { leadDenialReason } from '@crm/contracts/licences/licence.rules.js';

/** What decides whether a user may be given leads. */
export interface Candidate {
  role_id: RoleId;
  subroles: readonly SubroleId[];
  fullname: string;
  licences?: readonly HeldLicence[];
  banned: Flag;
  not_assign: Flag;
}

/** Whether leads can belong to a user at all: an agent, a team lead or a guide who is not banned. */
export function isFitForLeads({ role_id, banned }: Pick<Candidate, 'role_id' | 'banned'>): boolean {
  return holdsLeads(role_id) && banned === 0;
}

/** Why somebody may not be given a lead, contact its customer or quote for it: the licence that is missing (rule A21). */
export const licenceDenialOf = (
  { role_id, fullname, licences = [] }: Pick<Candidate, 'role_id' | 'fullname' | 'licences'>,
  lead: { type_id: TypeId; state: StateCode | null },
  today: string,
): string | undefined => leadDenialReason({ role_id, fullname, licences }, lead, today);

/**
 * Whether an agent is suitable for a lead: the sub-role of its type, a valid licence for its state and type, not banned and not kept
 * from assignment. For a lead whose state nobody knows yet the licence is not asked for.
 */
export function isSuitable(
  candidate: Candidate,
  lead: { type_id: TypeId; state: StateCode | null },
  today: string,
): boolean {
  return (
    worksAsAgent(candidate.role_id) &&
    isFitForLeads(candidate) &&
    candidate.not_assign === 0 &&
    candidate.subroles.includes(subroleFor[lead.type_id]) &&
    licenceDenialOf(candidate, lead, today) === undefined
  );
}
