import type { Types } from 'mongoose';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { leadWorkCompleted, leadWorkStarted } from '@crm/contracts/bus/events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { Doer } from '../leads/lead.events.js';

interface WorkChange {
  doer: Doer;
  now: Date;
  userId: Types.ObjectId;
  leadId: Types.ObjectId;
  /** The version of the user's work after the change. */
  version: number;
}

function workEvent(
  spec: typeof leadWorkStarted | typeof leadWorkCompleted,
  { doer, now, userId, leadId, version }: WorkChange,
): Envelope {
  const user_id = userId.toHexString();
  return newEvent(spec, {
    source: 'leads',
    subject: `work/${user_id}`,
    sequence: version,
    data: { lead_id: leadId.toHexString(), user_id },
    actor: doer,
    now,
  });
}

export function workStartedEvent(change: WorkChange): Envelope {
  return workEvent(leadWorkStarted, change);
}

export function workCompletedEvent(change: WorkChange): Envelope {
  return workEvent(leadWorkCompleted, change);
}
