import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import { endHold } from '../holds/end-hold.js';
import type { EventActor } from '../lead/lead.events.js';
import { whoMayWork } from '../lead/who-may-work.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { endWork } from '../work/end-work.js';

/**
 * After leads were deleted or changed hands: whoever may not work one of them any more stops holding it and is free for
 * another. Users who may still work theirs are left alone.
 */
export async function releaseHolds(
  ctx: LeadsContext,
  actor: EventActor,
  leadIds: readonly string[],
): Promise<void> {
  const ids = leadIds.map((id) => new Types.ObjectId(id));
  await retryOnConflict(async () => (await releaseOnce(ctx, actor, ids)) || undefined);
}

/** Answers whether everything was still as it was read: a window that opened or closed meanwhile is looked at anew. */
async function releaseOnce(
  ctx: LeadsContext,
  actor: EventActor,
  ids: readonly Types.ObjectId[],
): Promise<boolean> {
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
    isDone = (await endWork(ctx, actor, work)) && isDone;
  }
  for (const hold of holds) {
    if (hold.user_id === null || mayGoOn(hold.user_id, hold._id, hold.bound)) continue;
    isDone = (await endHold(ctx, hold)) && isDone;
  }
  return isDone;
}
