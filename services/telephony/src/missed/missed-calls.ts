import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { MissedCall } from '@crm/contracts/entities/telephony.js';
import type { TelephonyContext } from '../context.js';
import { listSort, pageOf, searchFilter } from '../recordings/list-query.rules.js';
import { missedCallView } from './miss-call.js';
import type { MissedCallDoc } from './missed-call.model.js';

const columns = { updated: 'updated', number: 'number', lead_name: 'lead_key' };

/** A page of the calls that nobody took: all for an admin, the own and nobody's for a guide. */
export async function listMissedCalls(
  ctx: TelephonyContext,
  actor: Actor,
  asked: { page: number; limit: number; search?: string | undefined; sort?: string | undefined },
): Promise<{ missedCalls: MissedCall[]; totalCount: number }> {
  const own = actor.role === roles.admin ? {} : { user_id: { $in: [null, new Types.ObjectId(actor.id)] } };
  const filter = { ...own, ...searchFilter(asked.search) };
  const { skip, limit } = pageOf(asked);
  const [docs, totalCount] = await Promise.all([
    ctx.missedCalls
      .find(filter)
      .sort(listSort(asked.sort, columns))
      .skip(skip)
      .limit(limit)
      .lean<MissedCallDoc[]>(),
    ctx.missedCalls.countDocuments(filter),
  ]);
  return { missedCalls: docs.map(missedCallView), totalCount };
}
