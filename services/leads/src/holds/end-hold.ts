import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { findLead } from '../lead/lead.access.js';
import { viewOf } from '../lead/write-lead.js';
import { releasedEvent } from './hold.events.js';
import type { HoldDoc } from './hold.model.js';

/**
 * Ends a hold, from the state that was read, and tells that the lead is free; of a deleted lead nothing is told, that it
 * is gone says it all. The event is the holder's own, whatever ended it. Answers whether it was still so.
 */
export async function endHold(ctx: LeadsContext, hold: HoldDoc): Promise<boolean> {
  const { _id, user_id, fullname, role, version } = hold;
  if (user_id === null) return true;
  const now = ctx.clock.now();
  const stored = await findLead(ctx, _id.toHexString());
  const userId = user_id.toHexString();
  const actor =
    role === null ? 'system' : ({ id: userId, role, subroles: [], fullname: fullname ?? '' } as const);
  const events =
    stored === undefined
      ? []
      : [
          releasedEvent({
            actor,
            now,
            userId,
            lead: await viewOf(ctx, stored, undefined),
            version: version + 1,
          }),
        ];
  const written = await ctx.holds.updateOne(
    { _id, version },
    withEvents(
      { $set: { user_id: null, fullname: null, role: null, holders: [] }, $unset: { until: 1 as const } },
      events,
      now,
    ),
  );
  if (written.matchedCount > 0) ctx.relay.wake('holds');
  return written.matchedCount > 0;
}
