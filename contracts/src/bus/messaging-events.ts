import { z } from 'zod';
import {
  eventEmail,
  eventNotification,
  eventText,
  exampleEventEmail,
  exampleEventNotification,
  exampleEventText,
  exampleReceivedEventText,
  sendStatus,
} from '../entities/messaging.js';
import { agentChoice, id } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { defineMessage } from './envelope.js';

const messaging = ['messaging'] as const;

export const textReceived = defineMessage({
  type: 'text.received',
  owner: messaging,
  consumers: ['gateway', 'leads', 'messaging'],
  summary: 'A customer sent a text. Its words are in no event: whoever may read them asks for them.',
  data: eventText,
  emptied: { text: '' },
  example: exampleReceivedEventText,
});

export const textSent = defineMessage({
  type: 'text.sent',
  owner: messaging,
  consumers: ['gateway', 'leads', 'messaging'],
  summary:
    'A text was or may have been sent, which counts as a contact attempt. Published once per text, even if resent.',
  data: eventText.extend({ customer_phone: phoneNumber }),
  emptied: { text: '' },
  example: exampleEventText,
});

export const textStatusChanged = defineMessage({
  type: 'text.status-changed',
  owner: messaging,
  consumers: ['gateway', 'messaging'],
  summary:
    'The delivery status of a text changed, a file of it came or was lost, or a lead was made that has its number.',
  data: z.object({
    message_id: id,
    send_status: sendStatus,
    /** The text as it is now, for what is told to browsers. */
    text_message: eventText,
  }),
  emptied: { text_message: { text: '' } },
  example: {
    message_id: exampleEventText.id,
    send_status: 'delivered',
    text_message: { ...exampleEventText, send_status: 'delivered', version: 4 },
  },
});

export const emailSent = defineMessage({
  type: 'email.sent',
  owner: messaging,
  consumers: ['gateway', 'messaging'],
  summary: 'An e-mail was sent to a customer. Without its subject and words.',
  data: eventEmail,
  emptied: { title: '', text: '' },
  example: exampleEventEmail,
});

export const notificationCreated = defineMessage({
  type: 'notification.created',
  owner: messaging,
  consumers: ['gateway'],
  summary: 'A notification was created for a user, or, with user_id 0, for every admin. Without its words.',
  data: eventNotification,
  emptied: { body: '' },
  example: exampleEventNotification,
});

export const notificationRead = defineMessage({
  type: 'notification.read',
  owner: messaging,
  consumers: ['gateway'],
  summary: 'A notification was read or became obsolete, and was removed.',
  data: z.object({ notification_id: id, user_id: agentChoice, notification: eventNotification }),
  emptied: { notification: { body: '' } },
  example: {
    notification_id: exampleEventNotification.id,
    user_id: exampleEventNotification.user_id,
    notification: { ...exampleEventNotification, read: 1 },
  },
});

/** Everything that messaging tells. */
export const messagingEvents = [
  textReceived,
  textSent,
  textStatusChanged,
  emailSent,
  notificationCreated,
  notificationRead,
] as const;
