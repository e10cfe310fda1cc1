import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import { endHold } from '../holds/end-hold.js';
import { mayWork } from '../leads/lead.policy.js';
import type { Doer } from '../leads/lead.events.js';
import { doerOfUser } from '../users/find-users.js';
import { untilWritten } from '@crm/platform/outbox/until-written.js';
import { endWork } from '../work/end-work.js';

/**
 * After leads were deleted or changed hands: whoever may not work one of them any more stops holding it and is free for
 * another. Users who may still work theirs are left alone.
 */
export async function letGoOfLeads(ctx: LeadsContext, doer: Doer, leadIds: readonly string[]): Promise<void> {
  const ids = leadIds.map((id) => new Types.ObjectId(id));
  await untilWritten(async () => (await letGoOnce(ctx, doer, ids)) || undefined);
}

/** Answers whether everything was still as it was read: a window that opened or closed meanwhile is looked at anew. */
async function letGoOnce(ctx: LeadsContext, doer: Doer, ids: readonly Types.ObjectId[]): Promise<boolean> {
  const [works, holds] = await Promise.all([
    ctx.work.find({ lead_id: { $in: ids } }).lean(),
    ctx.holds.find({ _id: { $in: ids }, until: { $gt: ctx.clock.now() } }).lean(),
  ]);
  if (works.length === 0 && holds.length === 0) return true;

  const mayGoOn = await whoMayWork(ctx, [
    ...works.flatMap(({ _id, lead_id }) => (lead_id === undefined ? [] : [{ user: _id, lead: lead_id }])),
    ...holds.flatMap(({ _id, user_id }) => (user_id === null ? [] : [{ user: user_id, lead: _id }])),
  ]);
  let isDone = true;
  for (const work of works) {
    if (work.lead_id === undefined || mayGoOn(work._id, work.lead_id)) continue;
    isDone = (await endWork(ctx, doer, work)) && isDone;
  }
  for (const hold of holds) {
    if (hold.user_id === null || mayGoOn(hold.user_id, hold._id, hold.bound)) continue;
    isDone = (await endHold(ctx, hold)) && isDone;
  }
  return isDone;
}

/** A user and a lead that they hold or work. */
interface Pair {
  user: Types.ObjectId;
  lead: Types.ObjectId;
}

/** Whether a user may work a lead, asked of the store once for all of them. */
export async function whoMayWork(ctx: LeadsContext, pairs: readonly Pair[]) {
  const [users, leads] = await Promise.all([
    ctx.users.find({ _id: { $in: pairs.map(({ user }) => user) } }).lean(),
    ctx.leads
      .find({ _id: { $in: pairs.map(({ lead }) => lead) }, deletedAt: { $exists: false } })
      .select({ type_id: 1, user_id: 1 })
      .lean(),
  ]);
  const userById = new Map(users.map((user) => [user._id.toHexString(), user]));
  const leadById = new Map(leads.map((lead) => [lead._id.toHexString(), lead]));
  return (userId: Types.ObjectId, leadId: Types.ObjectId, bound = false): boolean => {
    const user = userById.get(userId.toHexString());
    const lead = leadById.get(leadId.toHexString());
    return user !== undefined && lead !== undefined && (bound || mayWork(doerOfUser(user), lead));
  };
}
