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
  summary: 'A customer wrote a text.',
  data: textMessage,
  example: exampleReceivedText,
});

export const textSent = defineMessage({
  type: 'text.sent',
  owner: messaging,
  summary:
    'A text went out, or may have: an attempt to reach the number. Told once of each text, a second sending included.',
  data: textMessage.extend({ customer_phone: phoneNumber }),
  example: exampleText,
});

export const textStatusChanged = defineMessage({
  type: 'text.status-changed',
  owner: messaging,
  summary: 'More is known of what became of a text.',
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
  summary: 'An e-mail went to a customer.',
  data: sentEmail,
  example: exampleSentEmail,
});

/** How long ago something was is for an answer to say, not for a message. */
const told = notification.omit({ time_passed: true });
const { time_passed: _, ...exampleNotice } = exampleNotification;

export const notificationCreated = defineMessage({
  type: 'notification.created',
  owner: messaging,
  summary: 'A user, or with user_id 0 every admin, is to know something.',
  data: told,
  example: exampleNotice,
});

export const notificationRead = defineMessage({
  type: 'notification.read',
  owner: messaging,
  summary: 'A notification was read, or has nothing to tell any more: it is gone.',
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
