import { Types } from 'mongoose';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { LeadsContext } from '../context.js';
import { findLead } from '../lead/lead.access.js';
import { licenceDenialOf } from '../users/candidate.rules.js';
import type { LeadUserDoc } from '../users/user.model.js';

/**
 * Why a user may not take over a call with a lead: the licence that is missing today (rule A22); null where nothing is
 * missing, or one of the two is not known.
 */
export async function takeoverDenial(
  ctx: LeadsContext,
  { lead_id, user_id }: { lead_id: string; user_id: string },
): Promise<string | null> {
  const [lead, user] = await Promise.all([
    findLead(ctx, lead_id),
    ctx.users
      .findOne({ _id: new Types.ObjectId(user_id) }, { role_id: 1, fullname: 1, licences: 1 })
      .lean<Pick<LeadUserDoc, 'role_id' | 'fullname' | 'licences'>>(),
  ]);
  if (lead === undefined || user === null) return null;
  return licenceDenialOf(user, lead, pacificDate(ctx.clock.now())) ?? null;
}
