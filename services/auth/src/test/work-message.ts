import type { leadWorkCompleted, leadWorkStarted } from '@crm/contracts/bus/events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';

/** A message about a user's work as leads sends it: its sequence counts the user's work, not the lead. */
export function workMessage(
  spec: typeof leadWorkStarted | typeof leadWorkCompleted,
  { userId, leadId, sequence }: { userId: string; leadId: string; sequence: number },
) {
  return newEvent(spec, {
    source: 'leads',
    subject: `work/${userId}`,
    sequence,
    data: { user_id: userId, lead_id: leadId },
    actor: 'system',
    now: new Date('2026-11-20T17:00:00.000Z'),
  });
}
