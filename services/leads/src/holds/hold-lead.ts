import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { locked, notFound } from '@crm/platform/errors/app-error.js';
import { alive, withoutOutbox } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { findLead, namedLead } from '../lead/lead.access.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { mayReadHeld, mayWork, workableBy } from '../lead/lead.policy.js';
import { leadRowView, type StoredRow } from '../lead/lead.view.js';
import { liveHoldOf, type Holder, type StoredHold } from '../lead/live-hold.js';
import { asHeld } from './end-hold.js';
import { claimOutcome, heldUntil, withHolder } from './hold.rules.js';
import { heldEvent, releasedEvent } from './hold.events.js';

/** What is asked for by whoever wants to hold a lead. */
export interface Claim {
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

/** What became of a claim: the lead as it stands then, and whether it is held. */
export interface Claimed {
  lead: LeadDoc;
  held: boolean;
}

/**
 * Holds a lead for a user and one holder: a window, a call (busy-lead). The same user in two windows is two holders of
 * one hold. Held by somebody else: 423, save for an admin, who is let in without the hold. Whoever has just read the lead
 * gives it as it was `read`.
 */
export async function holdLead(
  ctx: LeadsContext,
  actor: Actor,
  claim: Claim,
  read?: LeadDoc,
): Promise<Claimed> {
  const isUnread = read === undefined && claim.binds !== true;
  const held = isUnread ? await holdUnheld(ctx, actor, claim) : undefined;
  if (held !== undefined) return { lead: held, held: true };
  let known = read;
  return retryOnConflict(async () => {
    const lead = known ?? (await findLead(ctx, claim.leadId));
    known = undefined;
    return tryToHold(ctx, actor, claim, lead);
  });
}

/**
 * The usual case by one command, without reading the lead before: nobody holds it, and it is the user's to work. Undefined
 * in any other case, for which it has to be looked at.
 */
async function holdUnheld(
  ctx: LeadsContext,
  actor: Actor,
  { leadId, holder, lease }: Claim,
): Promise<LeadDoc | undefined> {
  const holders = withHolder([], holder, ctx.clock.now(), lease);
  const held = await ctx.leadCollection.findOneAndUpdate(
    { ...alive({ _id: new Types.ObjectId(leadId), hold: { $exists: false } }), ...workableBy(actor) },
    { $set: { hold: storedHold(ctx, actor, holders, false) }, $inc: { holdVersion: 1 } },
    { projection: withoutOutbox, returnDocument: 'after' },
  );
  if (held === null) return undefined;
  emitHold(ctx, actor, held, undefined);
  return held;
}

function storedHold({ clock }: LeadsContext, actor: Actor, holders: Holder[], isBound: boolean): StoredHold {
  return {
    user_id: new Types.ObjectId(actor.id),
    fullname: actor.fullname,
    role: actor.role,
    holders,
    bound: isBound,
    until: heldUntil(holders) ?? clock.now(),
  };
}

async function tryToHold(
  ctx: LeadsContext,
  actor: Actor,
  { holder, takesOver = false, binds = false, lease }: Claim,
  lead: LeadDoc | undefined,
): Promise<Claimed | undefined> {
  const now = ctx.clock.now();
  const live = lead && liveHoldOf(lead, now);
  const isBound = binds || (live?.bound === true && live.user_id === actor.id);
  if (lead === undefined || !(isBound || mayWork(actor, lead))) throw notFound('Lead');

  const { hold: before } = lead;
  const claimed = claimOutcome(before, actor.id, now);
  const outcome = claimed === 'refused' && takesOver ? 'begins' : claimed;
  if (outcome === 'refused') {
    if (mayReadHeld(actor)) return { lead, held: false };
    throw locked(namedLead(lead), `${live?.fullname ?? 'Somebody else'} has this lead open`);
  }
  const joined = outcome === 'joins' ? (before?.holders ?? []) : [];
  const held = await writeHold(ctx, actor, lead, withHolder(joined, holder, now, lease), isBound);
  if (held === undefined) return undefined;
  if (outcome === 'begins') emitHold(ctx, actor, held, before);
  return { lead: held, held: true };
}

/**
 * Holds a lead for a user where nobody holds it, not even they themselves in another window: of any number who ask at once
 * one gets it. Answers the lead as it stands then; undefined where it cannot be had.
 */
export async function claimFreeLead(
  ctx: LeadsContext,
  actor: Actor,
  { leadId, holder, lease }: Pick<Claim, 'leadId' | 'holder' | 'lease'>,
): Promise<LeadDoc | undefined> {
  const lead = await findLead(ctx, leadId);
  const now = ctx.clock.now();
  if (lead === undefined || !mayWork(actor, lead) || liveHoldOf(lead, now) !== undefined) return undefined;
  const held = await writeHold(ctx, actor, lead, withHolder([], holder, now, lease), false);
  if (held !== undefined) emitHold(ctx, actor, held, lead.hold);
  return held;
}

/** Writes a user's hold of a lead as it was read; undefined where it changed hands or was held meanwhile. */
async function writeHold(
  ctx: LeadsContext,
  actor: Actor,
  lead: LeadDoc,
  holders: Holder[],
  isBound: boolean,
): Promise<LeadDoc | undefined> {
  const hold = storedHold(ctx, actor, holders, isBound);
  const { matchedCount } = await ctx.leadCollection.updateOne(
    // Whose it is decided whether they may: a lead that went to somebody else meanwhile is not found, and looked at anew.
    { ...asHeld(lead), type_id: lead.type_id, user_id: lead.user_id },
    { $set: { hold }, $inc: { holdVersion: 1 } },
  );
  return matchedCount === 0 ? undefined : { ...lead, hold, holdVersion: (lead.holdVersion ?? 0) + 1 };
}

/** Whose hold ended with a new one is told first: its lease ran out without anybody having said so yet, or it was taken over. */
export function emitHold(
  ctx: LeadsContext,
  actor: Actor,
  lead: StoredRow,
  before: StoredHold | undefined,
): void {
  const now = ctx.clock.now();
  const { hold, holdVersion: version = 0, ...free } = lead;
  const change = { actor, now, version };
  ctx.announce([
    ...(before === undefined
      ? []
      : [releasedEvent({ ...change, userId: before.user_id.toHexString(), lead: leadRowView(free, now) })]),
    heldEvent({ ...change, userId: actor.id, lead: leadRowView({ ...free, hold }, now) }),
  ]);
}
