import { leadTimelineChanged } from '@crm/contracts/bus/events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { LeadsContext } from '../context.js';

/** Tells whoever has a lead open that its timeline is another one now, for what no live event of its own tells. */
export function announceTimeline(
  { announce, clock }: Pick<LeadsContext, 'announce' | 'clock'>,
  lead_id: string,
): void {
  const about = { source: 'leads', subject: `lead/${lead_id}/timeline`, sequence: 0 } as const;
  announce([
    newEvent(leadTimelineChanged, { ...about, data: { lead_id }, actor: 'system', now: clock.now() }),
  ]);
}
