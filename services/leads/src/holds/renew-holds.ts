import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import { leaseMs } from './hold.rules.js';
import type { HeldBy } from './release-holds.js';

/**
 * Renews the leases of windows that are still open and answers those that lost theirs meanwhile: it ran out, or the lead
 * changed hands. A renewal changes nobody's state, so it raises no version and tells nothing.
 */
export async function renewHolds(ctx: LeadsContext, holds: readonly HeldBy[]): Promise<HeldBy[]> {
  if (holds.length === 0) return [];
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const ids = [...new Set(holds.map(({ lead_id }) => lead_id))].map((id) => new Types.ObjectId(id));
  const live = await ctx.holds
    .find({ _id: { $in: ids }, until: { $gt: now } })
    .select({ user_id: 1, holders: 1 })
    .lean();
  const standing = new Set(
    live.flatMap(({ _id, user_id, holders }) =>
      holders
        .filter((each) => each.until > now)
        .map(({ holder }) => nameOf(_id.toHexString(), user_id?.toHexString() ?? '', holder)),
    ),
  );
  const isStanding = ({ lead_id, user_id, holder }: HeldBy) => standing.has(nameOf(lead_id, user_id, holder));

  const kept = holds.filter(isStanding);
  if (kept.length > 0) {
    // A claim by somebody else needs a lease that ran out, which none of these has: whoever lost after all has another
    // user in the document, is not found, and hears of it with the next renewal.
    await ctx.holds.bulkWrite(
      kept.map(({ lead_id, user_id, holder }) => ({
        updateOne: {
          filter: {
            _id: new Types.ObjectId(lead_id),
            user_id: new Types.ObjectId(user_id),
            'holders.holder': holder,
          },
          update: { $set: { 'holders.$.until': until, until } },
        },
      })),
      { ordered: false },
    );
  }
  return holds.filter((hold) => !isStanding(hold));
}

function nameOf(leadId: string, userId: string, holder: string): string {
  return `${leadId} ${userId} ${holder}`;
}
