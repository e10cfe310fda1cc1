import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { EventActor } from '../lead/lead.events.js';
import type { WorkDoc } from './work.model.js';
import { workCompletedEvent } from './work.events.js';

/** Makes a user free for another lead, from the state that was read. Answers whether it was still so. */
export async function endWork(ctx: LeadsContext, actor: EventActor, work: WorkDoc): Promise<boolean> {
  if (work.lead_id === undefined) return true;
  const now = ctx.clock.now();
  const change = { actor, now, userId: work._id, leadId: work.lead_id, version: work.version + 1 };
  const written = await ctx.work.updateOne(
    { _id: work._id, version: work.version },
    withEvents(
      { $unset: { lead_id: 1 as const }, $set: { statusSaved: false } },
      [workCompletedEvent(change)],
      now,
    ),
  );
  return written.matchedCount > 0;
}
