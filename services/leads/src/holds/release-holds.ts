import { Types } from 'mongoose';
import { unavailable } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { endHold } from './end-hold.js';
import type { HoldDoc } from './hold.model.js';
import { heldUntil, isLive, withoutHolders } from './hold.rules.js';

/** One window or call of a user that holds a lead. */
export interface HeldBy {
  lead_id: string;
  user_id: string;
  holder: string;
}

const maxRounds = 20;

/** The holders named, by lead and user: what is released or renewed together. */
export function byLead(holds: readonly HeldBy[]): Map<string, Map<string, Set<string>>> {
  const leads = new Map<string, Map<string, Set<string>>>();
  for (const { lead_id, user_id, holder } of holds) {
    const users = leads.get(lead_id) ?? new Map<string, Set<string>>();
    users.set(user_id, (users.get(user_id) ?? new Set()).add(holder));
    leads.set(lead_id, users);
  }
  return leads;
}

/**
 * Releases holds: the last holder of a user frees the lead. One that is not there, or is another user's, is left as it
 * is. Answers how many holders released.
 */
export async function releaseHolds(ctx: LeadsContext, holds: readonly HeldBy[]): Promise<number> {
  const wanted = byLead(holds);
  let released = 0;
  let open = [...wanted.keys()];
  for (let rounds = 0; open.length > 0; rounds += 1) {
    if (rounds === maxRounds) throw unavailable('These leads are changing too fast, please try again');
    const docs = await ctx.holds
      .find({ _id: { $in: open.map((id) => new Types.ObjectId(id)) }, until: { $gt: new Date(0) } })
      .lean();
    open = [];
    for (const hold of docs) {
      const leadId = hold._id.toHexString();
      const gone = wanted.get(leadId)?.get(hold.user_id?.toHexString() ?? '') ?? new Set<string>();
      const count = hold.holders.filter(({ holder }) => gone.has(holder)).length;
      if (count === 0) continue;
      if (await release(ctx, hold, gone)) released += count;
      else open.push(leadId);
    }
  }
  return released;
}

/** Takes holders out of a hold, from the state that was read. Answers whether it was still so. */
async function release(ctx: LeadsContext, hold: HoldDoc, gone: ReadonlySet<string>): Promise<boolean> {
  const holders = withoutHolders(hold.holders, gone, ctx.clock.now());
  const until = heldUntil(holders);
  if (until === undefined) return endHold(ctx, hold);
  const { matchedCount } = await ctx.holds.updateOne(
    { _id: hold._id, version: hold.version },
    { $set: { holders, until }, $inc: { version: 1 } },
  );
  return matchedCount > 0;
}

/** Frees the leads whose leases ran out. Answers how many. */
export async function sweepHolds(ctx: LeadsContext): Promise<number> {
  const now = ctx.clock.now();
  const lapsed = await ctx.holds
    .find({ until: { $lte: now } })
    .limit(500)
    .lean();
  let freed = 0;
  for (const hold of lapsed) {
    if (!isLive(hold, now) && (await endHold(ctx, hold))) freed += 1;
  }
  return freed;
}
