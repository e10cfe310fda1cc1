import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { leadHeld, leadReleased } from '@crm/contracts/bus/events.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { EventActor } from '../lead/lead.events.js';

interface HoldChange {
  actor: EventActor;
  now: Date;
  /** Who holds the lead now, or held it until now. */
  userId: string;
  /** The lead's row after the change, busy or free. */
  lead: LeadRow;
  /** How often its hold changed so far. */
  version: number;
}

function holdEvent(
  spec: typeof leadHeld | typeof leadReleased,
  { actor, now, userId, lead, version }: HoldChange,
): Envelope {
  return newEvent(spec, {
    source: 'leads',
    subject: `lead/${lead.id}/hold`,
    sequence: version,
    data: { lead_id: lead.id, user_id: userId, lead },
    actor,
    now,
  });
}

export function heldEvent(change: HoldChange): Envelope {
  return holdEvent(leadHeld, change);
}

export function releasedEvent(change: HoldChange): Envelope {
  return holdEvent(leadReleased, change);
}
