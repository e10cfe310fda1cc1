import type { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import {
  followupCreated,
  followupDeleted,
  followupDue,
  followupUpdated,
} from '@crm/contracts/bus/followup-events.js';
import type { FollowupField } from '@crm/contracts/entities/followup.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { FollowupDoc } from './followup.model.js';
import { followupView } from './followup.view.js';

/** The actor of a change: a person, or the system behind a bus command or an event. */
export type EventActor = Actor | 'system';

/** The event of a change: the follow-up after it, with its new version. */
interface Change {
  actor: EventActor;
  now: Date;
  after: FollowupDoc;
  agentName: string;
}

function about({ actor, now, after }: Omit<Change, 'agentName'>) {
  return {
    source: 'followups',
    subject: `followup/${after._id.toHexString()}`,
    sequence: after.version,
    actor,
    now,
  } as const;
}

export function createdEvent(change: Change): Envelope {
  return newEvent(followupCreated, { ...about(change), data: followupView(change.after, change.agentName) });
}

/** `from` is the previous owner, if it was reassigned; `changed` which of its own fields changed. */
export function updatedEvent(
  change: Change,
  { from, changed }: { from: Types.ObjectId | undefined; changed: FollowupField[] },
): Envelope {
  return newEvent(followupUpdated, {
    ...about(change),
    data: {
      ...followupView(change.after, change.agentName),
      ...(from === undefined ? {} : { from_user_id: from.toHexString() }),
      changed,
    },
  });
}

export function deletedEvent(change: Omit<Change, 'agentName'>): Envelope {
  const { _id, lead_id, user_id } = change.after;
  return newEvent(followupDeleted, {
    ...about(change),
    data: { id: _id.toHexString(), lead_id: lead_id.toHexString(), user_id: user_id.toHexString() },
  });
}

export function dueEvent(change: Change): Envelope {
  return newEvent(followupDue, {
    ...about(change),
    data: { followup: followupView(change.after, change.agentName), lead_name: change.after.fullname },
  });
}
