import { Types } from 'mongoose';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { usersWhoMayWork } from '../lead/who-may-work.js';
import { asHeld, endHold } from './end-hold.js';
import { leaseMs } from './hold.rules.js';
import type { HeldBy } from './release-holds.js';

type Held = Pick<LeadDoc, '_id' | 'type_id' | 'user_id' | 'hold' | 'holdVersion'>;

/**
 * Renews the leases of windows that are still open and answers those that lost theirs meanwhile: it ran out, the lead is
 * somebody else's, or gone. Rights are asked anew each time, so that no hold outlives them by more than a lease. A
 * renewal changes nobody's state, so it is not counted and tells nothing.
 */
export async function renewHolds(ctx: LeadsContext, holds: readonly HeldBy[]): Promise<HeldBy[]> {
  if (holds.length === 0) return [];
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const ids = [...new Set(holds.map(({ lead_id }) => lead_id))].map((id) => new Types.ObjectId(id));
  const live = await ctx.leads
    .find(alive({ _id: { $in: ids }, 'hold.until': { $gt: now } }))
    .select({ type_id: 1, user_id: 1, hold: 1, holdVersion: 1 })
    .lean<Held[]>();
  const rightful = await endThoseWithoutRight(ctx, live);
  const standing = new Set(
    rightful.flatMap(({ _id, hold }) =>
      (hold?.holders ?? [])
        .filter((each) => each.until > now)
        .map(({ holder }) => nameOf(_id.toHexString(), hold?.user_id.toHexString() ?? '', holder)),
    ),
  );
  const isStanding = ({ lead_id, user_id, holder }: HeldBy) => standing.has(nameOf(lead_id, user_id, holder));

  const kept = holds.filter(isStanding);
  if (kept.length > 0) {
    // A claim by somebody else needs a lease that ran out, which none of these has: whoever lost after all has another
    // user in the lead, or none, is not found, and hears of it with the next renewal. A call's longer lease stays.
    await ctx.leadCollection.bulkWrite(
      kept.map(({ lead_id, user_id, holder }) => ({
        updateOne: {
          filter: alive({
            _id: new Types.ObjectId(lead_id),
            'hold.user_id': new Types.ObjectId(user_id),
            'hold.holders.holder': holder,
          }),
          update: { $max: { 'hold.holders.$.until': until, 'hold.until': until } },
        },
      })),
      { ordered: false },
    );
  }
  return holds.filter((hold) => !isStanding(hold));
}

/** Ends the holds of users who may not work their lead any more, and answers the others. */
async function endThoseWithoutRight(ctx: LeadsContext, leads: readonly Held[]): Promise<Held[]> {
  const mayGoOn = await usersWhoMayWork(
    ctx,
    leads.flatMap(({ hold }) => hold?.user_id ?? []),
  );
  const hasRight = (lead: Held) =>
    lead.hold !== undefined && mayGoOn(lead.hold.user_id, lead, lead.hold.bound);
  // One that changed meanwhile is looked at with its next renewal.
  for (const lead of leads) if (!hasRight(lead)) await endHold(ctx, asHeld(lead));
  return leads.filter(hasRight);
}

function nameOf(leadId: string, userId: string, holder: string): string {
  return `${leadId} ${userId} ${holder}`;
}
