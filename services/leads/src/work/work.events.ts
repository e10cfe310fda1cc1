import type { Types } from 'mongoose';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { leadWorkCompleted, leadWorkStarted } from '@crm/contracts/bus/events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { EventActor } from '../lead/lead.events.js';

interface WorkChange {
  actor: EventActor;
  now: Date;
  userId: Types.ObjectId;
  leadId: Types.ObjectId;
  /** The version of the user's work after the change. */
  version: number;
}

function workEvent(
  spec: typeof leadWorkStarted | typeof leadWorkCompleted,
  { actor, now, userId, leadId, version }: WorkChange,
): Envelope {
  const user_id = userId.toHexString();
  return newEvent(spec, {
    source: 'leads',
    subject: `work/${user_id}`,
    sequence: version,
    data: { lead_id: leadId.toHexString(), user_id },
    actor,
    now,
  });
}

export function workStartedEvent(change: WorkChange): Envelope {
  return workEvent(leadWorkStarted, change);
}

export function workCompletedEvent(change: WorkChange): Envelope {
  return workEvent(leadWorkCompleted, change);
}
