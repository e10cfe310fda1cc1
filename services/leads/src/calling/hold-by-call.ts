import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import { holdLead } from '../holds/hold-lead.js';
import { holdOwnLead } from '../holds/hold-own-lead.js';
import { releaseHolds } from '../holds/release-holds.js';
import { wireAgent } from '../lead/agent-choice.js';
import { findHeldLead, findLead, withoutSealed } from '../lead/lead.access.js';
import { noteAnswered, noteTouch, touchedAt } from '../lead/note-touch.js';
import { actorAtHand } from '../users/find-users.js';
import { endWork } from '../work/end-work.js';

/** No call lasts longer: one whose end is never told does not keep the lead for good. */
const longestCallMs = 4 * 60 * 60 * 1000;

interface Call {
  call_id: string;
  lead_id: string;
  user_id: string;
}

const holderOf = ({ call_id }: Pick<Call, 'call_id'>) => `call:${call_id}`;

/**
 * Holds a lead for the call of the user it is assigned to, whoever has it open (`sockets.json`, busy-lead). `calledAt`: when
 * they called the customer, which is noted in the same write, and also where the lead is not theirs to hold.
 */
export async function holdByCall(ctx: LeadsContext, call: Call, calledAt?: Date): Promise<void> {
  const actor = await actorAtHand(ctx, call.user_id);
  const claim = { leadId: call.lead_id, holder: holderOf(call), lease: longestCallMs };
  const held = actor && (await holdOwnLead(ctx, actor, claim, calledAt ? touchedAt(calledAt, 'call') : {}));
  if (held !== undefined) {
    if (calledAt !== undefined) await noteAnswered(ctx, held, calledAt);
    return;
  }
  // Noted first: that somebody called stands, whatever becomes of the hold.
  const lead = await (calledAt === undefined
    ? findLead(ctx, call.lead_id, withoutSealed)
    : noteTouch(ctx, call.lead_id, calledAt, 'call'));
  if (lead === undefined || actor === undefined || wireAgent(lead.user_id) !== call.user_id) return;
  await holdLead(ctx, actor, { ...claim, takesOver: true }, lead);
}

/**
 * Binds a lead to the user whose call its customer took, where it is not theirs: a guide whom the dialler gave a lead of
 * the pool. Whoever has it open keeps it. It ends with the call and the user's windows on the lead.
 */
export async function bindByCall(ctx: LeadsContext, call: Call): Promise<void> {
  const [{ lead, hold }, actor] = await Promise.all([
    findHeldLead(ctx, call.lead_id),
    actorAtHand(ctx, call.user_id),
  ]);
  if (lead === undefined || actor === undefined || wireAgent(lead.user_id) === call.user_id) return;
  if (hold !== undefined && hold.user_id !== call.user_id) {
    ctx.log.info({ lead: call.lead_id }, "the lead of a guide's call is held by someone else");
    return;
  }
  const claim = { leadId: call.lead_id, holder: holderOf(call), binds: true, lease: longestCallMs };
  await holdLead(ctx, actor, claim, lead);
}

/**
 * Gives a lead to the colleague who took its call over: they hold it in place of whoever handed it over, who is done with
 * it. A third person who has it open keeps it.
 */
export async function handOver(ctx: LeadsContext, call: Call, formerUser: string): Promise<void> {
  const [actor, { lead, hold }] = await Promise.all([
    actorAtHand(ctx, call.user_id),
    findHeldLead(ctx, call.lead_id),
  ]);
  const isTheirs = hold === undefined || [formerUser, call.user_id].includes(hold.user_id);
  if (actor !== undefined && isTheirs) {
    const claim = { leadId: call.lead_id, holder: holderOf(call), lease: longestCallMs };
    await holdLead(ctx, actor, { ...claim, takesOver: true, binds: true }, lead);
  } else {
    ctx.log.info({ lead: call.lead_id }, 'the lead of a transferred call is held by someone else');
  }
  await retryOnConflict(async () => {
    const work = await ctx.work
      .findOne({ _id: new Types.ObjectId(formerUser), lead_id: new Types.ObjectId(call.lead_id) })
      .lean();
    return work === null || (await endWork(ctx, 'system', work)) || undefined;
  });
}

/** Releases what a call held; its user's windows hold on. */
export async function releaseByCall(ctx: LeadsContext, call: Call): Promise<void> {
  const { lead_id, user_id } = call;
  await releaseHolds(ctx, [{ lead_id, user_id, holder: holderOf(call) }]);
}
