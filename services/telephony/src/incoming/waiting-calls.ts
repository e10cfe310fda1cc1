import type { WaitingCall } from '@crm/contracts/entities/telephony.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc } from '../calls/call.model.js';

/** The calls of everybody who waits, the one who called first first. */
export const waitingDocs = ({ callDocs }: Pick<TelephonyContext, 'callDocs'>): Promise<CallDoc[]> =>
  callDocs
    .find({ 'queue.state': { $in: ['waiting', 'ringing', 'offered'] } })
    .sort({ 'queue.since': 1, _id: 1 })
    .lean<CallDoc[]>();

/** The how-manieth somebody is of those who wait, counting from one. */
export async function positionOf(
  ctx: Pick<TelephonyContext, 'callDocs'>,
  { _id }: Pick<CallDoc, '_id'>,
): Promise<number> {
  const place = (await waitingDocs(ctx)).findIndex((call) => call._id.equals(_id));
  return Math.max(0, place) + 1;
}

/** The queue as it stands now: who waits on the line or for a callback, in the order in which they called. */
export async function waitingCalls(ctx: Pick<TelephonyContext, 'callDocs'>): Promise<WaitingCall[]> {
  const docs = await waitingDocs(ctx);
  return docs.flatMap(({ _id, queue, number, lead_id, lead_name }, index) =>
    queue
      ? {
          call_id: _id.toHexString(),
          position: index + 1,
          kind: queue.kind,
          number,
          lead_id: lead_id?.toHexString() ?? null,
          lead_name,
          since: queue.since.toISOString(),
          user_ids: queue.users,
        }
      : [],
  );
}
