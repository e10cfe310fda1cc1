import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { ListedMissedCall } from '@crm/contracts/entities/telephony.js';
import type { TelephonyContext } from '../context.js';
import { listSort, pageOf, searchFilter } from '../recordings/list-query.rules.js';
import { customerVoicemailDetails } from '../voicemails/customer-voicemail.view.js';
import { voicemailsOfCalls } from '../voicemails/customer-voicemails.js';
import { missedCallView } from './miss-call.js';
import type { MissedCallDoc } from './missed-call.model.js';

const columns = { updated: 'updated', number: 'number', lead_name: 'lead_key' };

/** A page of the calls that nobody took, each with what was left: all for an admin, the own and nobody's for a guide. */
export async function listMissedCalls(
  ctx: TelephonyContext,
  actor: Actor,
  asked: { page: number; limit: number; search?: string | undefined; sort?: string | undefined },
): Promise<{ missedCalls: ListedMissedCall[]; totalCount: number }> {
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
  const left = await voicemailsOfCalls(
    ctx,
    actor,
    docs.map(({ _id }) => _id),
  );
  const missedCalls = docs.map((doc) => {
    const voicemail = left.get(doc._id.toHexString());
    if (voicemail === undefined) return { ...missedCallView(doc), voicemail: null };
    const { id, duration, text, read } = customerVoicemailDetails(voicemail);
    return { ...missedCallView(doc), voicemail: { id, duration, text, read } };
  });
  return { missedCalls, totalCount };
}
