import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { FollowupsContext } from '../context.js';
import { catchUpWithLead } from './follow-lead.js';
import { dueEvent } from './followup.events.js';
import type { FollowupDoc } from './followup.model.js';
import { ownerName } from './followup.view.js';

/**
 * Notifies the owner of the longest-due follow-up; false if none is due. The notified flag and the event are one
 * write, based on the version read: of two replicas only one succeeds, and after a crash in between it is still
 * due.
 */
export async function notifyNextDue(ctx: FollowupsContext): Promise<boolean> {
  const now = ctx.clock.now();
  const doc = await ctx.followups
    .findOne(alive({ due_at: { $lte: now } }))
    .sort({ due_at: 1 })
    .lean<FollowupDoc>();
  if (doc === null) return false;
  // A process that knew one follow-up of a lead leaves the others as they were when their lead changes or goes.
  await catchUpWithLead(ctx, doc);
  const { _id, version } = doc;
  const after: FollowupDoc = { ...doc, due_at: null, version: version + 1 };
  const event = dueEvent({ actor: 'system', now, after, agentName: await ownerName(ctx, doc.user_id) });
  const written = await ctx.followups.updateOne(
    alive({ _id, version }),
    withEvents({ $set: { due_at: null } }, [event], now),
  );
  if (written.matchedCount > 0) {
    ctx.log.info({ followupId: _id.toHexString(), dueAt: doc.due_at }, 'follow-up fell due');
  }
  return true;
}

/** Schedules notifications of due follow-ups. */
export function dueNotifications(ctx: FollowupsContext): Job {
  return {
    name: 'follow-ups that fall due',
    ...dueIn(ctx.followups, 'due_at'),
    run: () => notifyNextDue(ctx),
  };
}
