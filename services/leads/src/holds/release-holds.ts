import { Types } from 'mongoose';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { asHeld, endHold, type HeldLead } from './end-hold.js';
import { heldUntil, withoutHolders } from './hold.rules.js';

/** One window or call of a user that holds a lead. */
export interface HeldBy {
  lead_id: string;
  user_id: string;
  holder: string;
}

const maxRounds = 20;
const holdAlone = { hold: 1, holdVersion: 1 } as const;

/** The holders named, by lead and user: what is released together. */
function byLead(holds: readonly HeldBy[]): Map<string, Map<string, Set<string>>> {
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
  const [first, ...others] = holds;
  if (first === undefined) return 0;
  if (others.length === 0 && (await releaseAlone(ctx, first))) return 1;

  const wanted = byLead(holds);
  let released = 0;
  let open = [...wanted.keys()];
  for (let rounds = 0; open.length > 0; rounds += 1) {
    if (rounds === maxRounds) throw unavailable('These leads are changing too fast, please try again');
    const leads = await ctx.leads
      .find(
        alive({ _id: { $in: open.map((id) => new Types.ObjectId(id)) }, 'hold.until': { $gt: new Date(0) } }),
        holdAlone,
      )
      .lean<HeldLead[]>();
    open = [];
    for (const lead of leads) {
      const leadId = lead._id.toHexString();
      const gone = wanted.get(leadId)?.get(lead.hold?.user_id.toHexString() ?? '') ?? new Set<string>();
      const count = lead.hold?.holders.filter(({ holder }) => gone.has(holder)).length ?? 0;
      if (count === 0) continue;
      if (await release(ctx, lead, gone)) released += count;
      else open.push(leadId);
    }
  }
  return released;
}

/** Ends the hold of a lead that this holder alone holds: one write. Answers whether it was so. */
function releaseAlone(ctx: LeadsContext, { lead_id, user_id, holder }: HeldBy): Promise<boolean> {
  return endHold(
    ctx,
    alive({
      _id: new Types.ObjectId(lead_id),
      'hold.user_id': new Types.ObjectId(user_id),
      'hold.holders': { $size: 1 },
      'hold.holders.holder': holder,
    }),
  );
}

/** Takes holders out of a hold, from the state that was read. Answers whether it was still so. */
async function release(ctx: LeadsContext, lead: HeldLead, gone: ReadonlySet<string>): Promise<boolean> {
  const holders = withoutHolders(lead.hold?.holders ?? [], gone, ctx.clock.now());
  const until = heldUntil(holders);
  if (until === undefined) return endHold(ctx, asHeld(lead));
  const { matchedCount } = await ctx.leads.updateOne(asHeld(lead), {
    $set: { 'hold.holders': holders, 'hold.until': until },
    $inc: { holdVersion: 1 },
  });
  return matchedCount > 0;
}

/** Frees the leads whose leases ran out. Answers how many. */
export async function sweepHolds(ctx: LeadsContext): Promise<number> {
  const now = ctx.clock.now();
  const lapsed = await ctx.leads
    .find(alive({ 'hold.until': { $lte: now } }), holdAlone)
    .limit(500)
    .lean<HeldLead[]>();
  let freed = 0;
  // One that was renewed or claimed meanwhile is not as it was read.
  for (const lead of lapsed) {
    if (await endHold(ctx, { ...asHeld(lead), 'hold.until': { $lte: now } })) freed += 1;
  }
  return freed;
}
