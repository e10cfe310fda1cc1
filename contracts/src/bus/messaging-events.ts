import { z } from 'zod';
import {
  exampleNotification,
  exampleReceivedText,
  exampleSentEmail,
  exampleText,
  notification,
  sendStatus,
  sentEmail,
  textMessage,
} from '../entities/messaging.js';
import { agentChoice, id } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { defineMessage } from './envelope.js';

const messaging = ['messaging'] as const;

export const textReceived = defineMessage({
  type: 'text.received',
  owner: messaging,
  consumers: ['gateway', 'leads', 'messaging'],
  summary: 'A customer sent a text.',
  data: textMessage,
  example: exampleReceivedText,
});

export const textSent = defineMessage({
  type: 'text.sent',
  owner: messaging,
  consumers: ['gateway', 'leads', 'messaging'],
  summary:
    'A text was or may have been sent, which counts as a contact attempt. Published once per text, even if resent.',
  data: textMessage.extend({ customer_phone: phoneNumber }),
  example: exampleText,
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
    text_message: textMessage,
  }),
  example: {
    message_id: exampleText.id,
    send_status: 'delivered',
    text_message: { ...exampleText, send_status: 'delivered', version: 4 },
  },
});

export const emailSent = defineMessage({
  type: 'email.sent',
  owner: messaging,
  consumers: ['gateway', 'messaging'],
  summary: 'An e-mail was sent to a customer.',
  data: sentEmail,
  example: exampleSentEmail,
});

/** How long ago something was is for an answer to say, not for a message. */
const told = notification.omit({ time_passed: true });
const { time_passed: _, ...exampleNotice } = exampleNotification;

export const notificationCreated = defineMessage({
  type: 'notification.created',
  owner: messaging,
  consumers: ['gateway'],
  summary: 'A notification was created for a user, or, with user_id 0, for every admin.',
  data: told,
  example: exampleNotice,
});

export const notificationRead = defineMessage({
  type: 'notification.read',
  owner: messaging,
  consumers: ['gateway'],
  summary: 'A notification was read or became obsolete, and was removed.',
  data: z.object({ notification_id: id, user_id: agentChoice, notification: told }),
  example: {
    notification_id: exampleNotification.id,
    user_id: exampleNotification.user_id,
    notification: { ...exampleNotice, read: 1 },
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
