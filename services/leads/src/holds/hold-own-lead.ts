import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { rowProjection, type StoredRow } from '../lead/lead.view.js';
import { emitHold, type Claim } from './hold-lead.js';
import { withLease } from './hold.rules.js';

const read = { ...rowProjection, 'day.replied': 1 } as const;

/** A lead whose hold was written: its row, and whether its customer waits for an answer. */
type HeldOwn = StoredRow & Pick<LeadDoc, 'day'>;

/**
 * Holds a lead for the user it is assigned to, by one command and without reading it before: nobody holds it, or they
 * themselves do. `raised`: instants of the lead that the same write raises. Undefined in any other case, also where this very
 * holder is in it already: then nothing is written, and the lead has to be looked at (`holdLead`).
 */
export async function holdOwnLead(
  ctx: LeadsContext,
  actor: Actor,
  { leadId, holder, lease }: Pick<Claim, 'leadId' | 'holder' | 'lease'>,
  raised: Readonly<Record<string, Date>> = {},
): Promise<HeldOwn | undefined> {
  const now = ctx.clock.now();
  const user_id = new Types.ObjectId(actor.id);
  const joining = withLease(holder, now, lease);
  const held: HeldOwn | null = await ctx.leadCollection.findOneAndUpdate(
    alive({
      _id: new Types.ObjectId(leadId),
      user_id,
      'hold.holders.holder': { $ne: holder },
      $or: [{ hold: { $exists: false } }, { 'hold.user_id': user_id, 'hold.until': { $gt: now } }],
    }),
    {
      $set: { 'hold.user_id': user_id, 'hold.fullname': actor.fullname, 'hold.role': actor.role },
      // Holders whose lease ran out stay until the next claim or release; they hold nothing.
      $push: { 'hold.holders': joining },
      // False is the least: a new hold is not bound, one that is stays so.
      $max: { 'hold.until': joining.until, 'hold.bound': false, ...raised },
      $inc: { holdVersion: 1 },
    },
    { projection: read, returnDocument: 'after' },
  );
  if (held === null) return undefined;
  // A hold that is joined has a holder already.
  if (held.hold?.holders.length === 1) emitHold(ctx, actor, held, undefined);
  return held;
}
