import { Types } from 'mongoose';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { withoutSealed } from './lead.access.js';
import type { LeadDoc } from './lead.model.js';

type Written = Pick<LeadsContext, 'leadCollection'>;

/** How somebody turned to a customer. */
type Channel = 'call' | 'text';

/** What a call or a text raises of a lead: for `$max`, so that told late or twice the last one stands. */
export function touchedAt(at: Date, channel: Channel): Readonly<Record<string, Date>> {
  return { 'day.touched': at, ...(channel === 'call' ? { 'day.called': at } : {}) };
}

/** Notes that somebody called or wrote: what the customer wrote until then is answered. Answers the lead, where there is one. */
export async function noteTouch(
  ctx: Written,
  leadId: string,
  at: Date,
  channel: Channel,
): Promise<LeadDoc | undefined> {
  const after = await ctx.leadCollection.findOneAndUpdate(
    alive({ _id: new Types.ObjectId(leadId) }),
    { $max: touchedAt(at, channel) },
    { projection: withoutSealed, returnDocument: 'after' },
  );
  if (after === null) return undefined;
  await noteAnswered(ctx, after, at);
  return after;
}

/** What the customer wrote until then waits no more; of a lead as it was read nothing is written where nothing waits. */
export async function noteAnswered(
  { leadCollection }: Written,
  { _id, day }: Pick<LeadDoc, '_id' | 'day'>,
  at: Date,
): Promise<void> {
  if (day?.replied === undefined) return;
  await endWaiting({ leadCollection }, _id, at);
}

/** What the customer wrote until then waits no more. */
export async function endWaiting({ leadCollection }: Written, _id: Types.ObjectId, at: Date): Promise<void> {
  await leadCollection.updateOne(alive({ _id, 'day.replied': { $lte: at } }), {
    $unset: { 'day.replied': 1 },
  });
}
