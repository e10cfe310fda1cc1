import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import { whoMayWork } from '../lead/who-may-work.js';
import { endHold } from './end-hold.js';
import type { HoldDoc } from './hold.model.js';
import { leaseMs } from './hold.rules.js';
import type { HeldBy } from './release-holds.js';

/**
 * Renews the leases of windows that are still open and answers those that lost theirs meanwhile: it ran out, the lead is
 * somebody else's, or gone. Rights are asked anew each time, so that no hold outlives them by more than a lease. A
 * renewal changes nobody's state, so it raises no version and tells nothing.
 */
export async function renewHolds(ctx: LeadsContext, holds: readonly HeldBy[]): Promise<HeldBy[]> {
  if (holds.length === 0) return [];
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const ids = [...new Set(holds.map(({ lead_id }) => lead_id))].map((id) => new Types.ObjectId(id));
  const live = await ctx.holds.find({ _id: { $in: ids }, until: { $gt: now } }).lean<HoldDoc[]>();
  const rightful = await endThoseWithoutRight(ctx, live);
  const standing = new Set(
    rightful.flatMap(({ _id, user_id, holders }) =>
      holders
        .filter((each) => each.until > now)
        .map(({ holder }) => nameOf(_id.toHexString(), user_id?.toHexString() ?? '', holder)),
    ),
  );
  const isStanding = ({ lead_id, user_id, holder }: HeldBy) => standing.has(nameOf(lead_id, user_id, holder));

  const kept = holds.filter(isStanding);
  if (kept.length > 0) {
    // A claim by somebody else needs a lease that ran out, which none of these has: whoever lost after all has another
    // user in the document, or none, is not found, and hears of it with the next renewal. A call's longer lease stays.
    await ctx.holds.bulkWrite(
      kept.map(({ lead_id, user_id, holder }) => ({
        updateOne: {
          filter: {
            _id: new Types.ObjectId(lead_id),
            user_id: new Types.ObjectId(user_id),
            'holders.holder': holder,
          },
          update: { $max: { 'holders.$.until': until, until } },
        },
      })),
      { ordered: false },
    );
  }
  return holds.filter((hold) => !isStanding(hold));
}

/** Ends the holds of users who may not work their lead any more, and answers the others. */
async function endThoseWithoutRight(ctx: LeadsContext, holds: readonly HoldDoc[]): Promise<HoldDoc[]> {
  const mayGoOn = await whoMayWork(
    ctx,
    holds.flatMap(({ _id, user_id }) => (user_id === null ? [] : [{ user: user_id, lead: _id }])),
  );
  const hasRight = ({ _id, user_id, bound }: HoldDoc) => user_id !== null && mayGoOn(user_id, _id, bound);
  // One that changed meanwhile is looked at with its next renewal.
  for (const hold of holds) if (!hasRight(hold)) await endHold(ctx, hold);
  return holds.filter(hasRight);
}

function nameOf(leadId: string, userId: string, holder: string): string {
  return `${leadId} ${userId} ${holder}`;
}
