import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { asHeld, endHold } from '../holds/end-hold.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { usersWhoMayWork } from '../lead/who-may-work.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { endWork } from '../work/end-work.js';

/**
 * After leads were deleted or changed hands: whoever may not work one of them any more stops holding it and is free for
 * another. Users who may still work theirs are left alone.
 */
export async function releaseFormerUsers(
  ctx: LeadsContext,
  actor: EventActor,
  leadIds: readonly string[],
): Promise<void> {
  const ids = leadIds.map((id) => new Types.ObjectId(id));
  await retryOnConflict(async () => (await releaseOnce(ctx, actor, ids)) || undefined);
}

type Held = Pick<LeadDoc, '_id' | 'type_id' | 'user_id' | 'hold' | 'holdVersion'>;

/** Answers whether everything was still as it was read: a window that opened or closed meanwhile is looked at anew. */
async function releaseOnce(
  ctx: LeadsContext,
  actor: EventActor,
  ids: readonly Types.ObjectId[],
): Promise<boolean> {
  const [works, leads] = await Promise.all([
    ctx.work.find({ lead_id: { $in: ids } }).lean(),
    ctx.leads
      .find(alive({ _id: { $in: ids } }))
      .select({ type_id: 1, user_id: 1, hold: 1, holdVersion: 1 })
      .lean<Held[]>(),
  ]);
  const leadById = new Map(leads.map((lead) => [lead._id.toHexString(), lead]));
  const held = leads.flatMap((lead) => (lead.hold === undefined ? [] : [{ lead, hold: lead.hold }]));
  if (works.length === 0 && held.length === 0) return true;

  const mayGoOn = await usersWhoMayWork(ctx, [
    ...works.map(({ _id }) => _id),
    ...held.map(({ hold }) => hold.user_id),
  ]);
  let isDone = true;
  for (const work of works) {
    if (work.lead_id === undefined || mayGoOn(work._id, leadById.get(work.lead_id.toHexString()))) continue;
    isDone = (await endWork(ctx, actor, work)) && isDone;
  }
  for (const { lead, hold } of held) {
    if (mayGoOn(hold.user_id, lead, hold.bound)) continue;
    isDone = (await endHold(ctx, asHeld(lead))) && isDone;
  }
  return isDone;
}
