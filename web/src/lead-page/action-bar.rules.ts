import { supervises } from '@crm/contracts/access.js';
import { roles, type RoleId } from '@crm/contracts/codes/roles.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { HoldState } from './useLeadHold.js';

/** Who looks at the lead. */
export interface Reader {
  id: string;
  role_id: RoleId;
}

/** Which buttons of the bar somebody has on a lead (rule L29; section 6). */
export function buttonsFor(
  { id, role_id }: Reader,
  lead: Pick<Lead, 'user_id' | 'status'>,
  uncompletedLead: { isThis: boolean },
) {
  const isGuide = role_id === roles.guide;
  return {
    status: true,
    // Guides go from call to call and owe no lead.
    startWork: !isGuide && !uncompletedLead.isThis,
    complete: uncompletedLead.isThis,
    call: lead.status !== 'notInterested',
    // Guides have no templates (rule A13).
    templates: !isGuide,
    edit: true,
    agent: supervises({ role: role_id }) || (role_id === roles.agent && lead.user_id === id),
    delete: role_id === roles.admin,
  };
}

/** Why a lead cannot be changed at the moment; undefined where it can. */
export function changeDenialReason(
  hold: HoldState,
  isLive: boolean,
): 'no-connection' | 'held-by-other' | 'refused' | 'opening' | 'waiting' | undefined {
  if (hold === 'watching') return 'held-by-other';
  if (!isLive) return 'no-connection';
  if (hold === 'held') return undefined;
  return hold === 'asking' ? 'opening' : hold;
}
