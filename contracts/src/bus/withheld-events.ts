import type { WebhookEventType } from '../codes/webhook-events.js';
import type { events } from './events.js';

type EventType = (typeof events)[number]['type'];

/**
 * The events that no webhook is sent, with the reason. A new event does not compile until somebody decides: it is named here
 * or in `webhookEventTypes`.
 */
export const withheldEvents = {
  'user.banned': 'Sessions',
  'user.sessions-ended': 'Sessions',
  'user.presence-changed': 'Changes by the second',
  'settings.updated': 'Settings of the product',
  'lead.offered': 'Between browsers',
  'lead.held': 'Sent at most once',
  'lead.released': 'Sent at most once',
  'lead.timeline-changed': 'Sent at most once',
  'contact.overridden': 'Sent at most once',
  'call.ringing': 'Changes by the second',
  'call.queued': 'Changes by the second',
  'call.dequeued': 'Changes by the second',
  'callback.offered': 'Between browsers',
  'conference.changed': 'Changes by the second',
  'participant.changed': 'Changes by the second',
  'call.supervised': 'Supervision of people',
  'call.help-asked': 'Supervision of people',
  'call.quality': 'Measurements of the product',
  'voicemail.read': 'Between browsers',
  'dialler.next': 'Between browsers',
  'agent.state-changed': 'Supervision of people',
  'floor.tile-changed': 'Supervision of people',
  'notification.created': 'Between browsers',
  'notification.read': 'Between browsers',
  'import.progressed': 'Changes by the second',
  'record.changed': 'Settings of the product',
} as const satisfies Record<Exclude<EventType, WebhookEventType>, string>;
