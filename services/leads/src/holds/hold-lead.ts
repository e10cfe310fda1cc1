import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { locked, notFound } from '@crm/platform/errors/app-error.js';
import { insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { findLead, namedLead } from '../lead/lead.access.js';
import { mayReadHeld, mayWork } from '../lead/lead.policy.js';
import { viewOf } from '../lead/write-lead.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { endHold } from './end-hold.js';
import type { HoldDoc } from './hold.model.js';
import { claimOutcome, heldUntil, isLive, withHolder } from './hold.rules.js';
import { heldEvent, releasedEvent } from './hold.events.js';

interface Claim {
  leadId: string;
  /** The window or the call. */
  holder: string;
  /** Also where somebody else holds the lead: their hold ends. */
  takesOver?: boolean;
  /** Also where it is not theirs to work: a call binds it to them until nothing of theirs holds it any more. */
  binds?: boolean;
  /** How long it lives without being renewed, where not as long as a window's. */
  lease?: number;
}

/**
 * Holds a lead for a user and one holder: a window, a call (busy-lead). The same user in two windows is two holders of
 * one hold. Held by somebody else: 423, save for an admin, who is let in without the hold. Answers whether it is held.
 */
export async function holdLead(ctx: LeadsContext, actor: Actor, claim: Claim): Promise<boolean> {
  const held = await retryOnConflict(() => tryToHold(ctx, actor, claim));
  if (held) await endIfLost(ctx, actor, claim.leadId);
  return held;
}

/**
 * The rights were read before the hold was written. Whoever takes them away writes the lead and then looks for holds, so
 * looking at the lead once more leaves no order of the two in which a hold stays that nobody ends.
 */
async function endIfLost(ctx: LeadsContext, actor: Actor, leadId: string): Promise<void> {
  const { isLost } = await retryOnConflict(async () => {
    const [lead, hold] = await Promise.all([
      findLead(ctx, leadId),
      ctx.holds.findOne({ _id: new Types.ObjectId(leadId) }).lean<HoldDoc>(),
    ]);
    if (lead !== undefined && (hold?.bound === true || mayWork(actor, lead))) return { isLost: false };
    const isOwn = hold?.user_id?.toHexString() === actor.id;
    return !isOwn || (await endHold(ctx, hold)) ? { isLost: true } : undefined;
  });
  if (isLost) throw notFound('Lead');
}

async function tryToHold(
  ctx: LeadsContext,
  actor: Actor,
  { leadId, holder, takesOver = false, binds = false, lease }: Claim,
): Promise<boolean | undefined> {
  const _id = new Types.ObjectId(leadId);
  const [lead, hold] = await Promise.all([findLead(ctx, leadId), ctx.holds.findOne({ _id }).lean()]);
  const now = ctx.clock.now();
  const isBound =
    binds || (hold?.bound === true && isLive(hold, now) && hold.user_id?.toHexString() === actor.id);
  if (lead === undefined || !(isBound || mayWork(actor, lead))) throw notFound('Lead');

  const claimed = claimOutcome(hold, actor.id, now);
  const outcome = claimed === 'refused' && takesOver ? 'begins' : claimed;
  if (outcome === 'refused') {
    if (mayReadHeld(actor)) return false;
    throw locked(namedLead(lead), `${hold?.fullname ?? 'Somebody else'} has this lead open`);
  }
  const holders = withHolder(outcome === 'joins' ? (hold?.holders ?? []) : [], holder, now, lease);
  const held = {
    user_id: new Types.ObjectId(actor.id),
    fullname: actor.fullname,
    role: actor.role,
    holders,
    bound: isBound,
    until: heldUntil(holders) ?? now,
  };
  const version = (hold?.version ?? 0) + 1;
  const change = {
    actor,
    now,
    lead: await viewOf(ctx, lead, { user_id: actor.id, fullname: actor.fullname, bound: isBound }),
    version,
  };
  const events =
    outcome === 'joins'
      ? []
      : [
          ...holdThatEnds(hold).map((userId) => releasedEvent({ ...change, userId })),
          heldEvent({ ...change, userId: actor.id }),
        ];
  return (await write(ctx, _id, hold, held, events, now)) || undefined;
}

/** Whose hold ends with this one: the lease ran out without anybody having said so yet, or it is taken over. */
function holdThatEnds(hold: HoldDoc | null): string[] {
  return hold?.user_id ? [hold.user_id.toHexString()] : [];
}

async function write(
  ctx: LeadsContext,
  _id: Types.ObjectId,
  hold: HoldDoc | null,
  held: Omit<HoldDoc, '_id' | 'version'>,
  events: Parameters<typeof withEvents>[1],
  now: Date,
): Promise<boolean> {
  if (hold === null) {
    try {
      await ctx.holds.create(insertWithEvents({ _id, ...held }, events, now));
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  } else {
    const written = await ctx.holds.updateOne(
      { _id, version: hold.version },
      withEvents({ $set: held }, events, now),
    );
    if (written.matchedCount === 0) return false;
  }
  if (events.length > 0) ctx.relay.wake('holds');
  return true;
}
