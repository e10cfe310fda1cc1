import { z } from 'zod';
import { exampleNotification, notification } from '../entities/messaging.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const leadId = '66f0a1b2c3d4e5f601020399';
const userId = '66f0a1b2c3d4e5f601020304';
const read = { status: 'success', message: 'Marked as read' } as const;
const voicemailId = '66f0a1b2c3d4e5f6010209dd';

const answer = z.object({ notifications: z.array(notification) });
const aboutVoicemail = {
  ...exampleNotification,
  type: 'voicemail' as const,
  message_id: null,
  voicemail_id: voicemailId,
};

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications/user/{id}',
  service: 'messaging',
  access: 'self',
  given: true,
  audit: { action: 'notifications.listed', subject: 'user/{params.id}', exceptOwn: true },
  summary:
    "A user's unread notifications, newest first, at most 200; an admin's own list includes those shared by all admins.",
  subject: { in: 'params', key: 'id' },
  params: z.object({ id }),
  answer,
  example: { params: { id: userId }, answer: { notifications: [exampleNotification] } },
});

const ofLead = {
  service: 'messaging',
  access: 'self',
  given: true,
  subject: { in: 'params', key: 'userId' },
  params: z.object({ userId: id, leadId: id }),
  answer,
} as const;

export const listMessageNotifications = defineEndpoint({
  ...ofLead,
  name: 'listMessageNotifications',
  method: 'GET',
  path: '/api/notifications/messages/user/{userId}/lead/{leadId}',
  audit: { action: 'notifications.listed', subject: 'lead/{params.leadId}' },
  summary: "A user's text notifications of one lead, newest first.",
  example: { params: { userId, leadId }, answer: { notifications: [exampleNotification] } },
});

export const listVoicemailNotifications = defineEndpoint({
  ...ofLead,
  name: 'listVoicemailNotifications',
  method: 'GET',
  path: '/api/notifications/voicemails/user/{userId}/lead/{leadId}',
  audit: { action: 'notifications.listed', subject: 'lead/{params.leadId}' },
  summary: "A user's voicemail notifications of one lead, newest first.",
  example: { params: { userId, leadId }, answer: { notifications: [aboutVoicemail] } },
});

export const readMessage = defineEndpoint({
  name: 'readMessage',
  method: 'POST',
  path: '/api/notifications/messages/update',
  service: 'messaging',
  access: 'own',
  given: true,
  audit: { action: 'text.marked-read', subject: 'text/{body.message_id}' },
  summary:
    "Marks a customer's text as read and removes its notification: by its recipient, or the lead's current agent. Admins: 403. Idempotent.",
  body: z.object({ message_id: id }),
  answer: outcome,
  example: { body: { message_id: exampleNotification.message_id }, answer: read },
});

export const readVoicemailNotification = defineEndpoint({
  name: 'readVoicemailNotification',
  method: 'POST',
  path: '/api/notifications/voicemails/update',
  service: 'messaging',
  access: 'own',
  given: true,
  audit: { action: 'voicemail.marked-read', subject: 'voicemail/{body.voicemail_id}' },
  summary:
    'Removes the notification of a voicemail, by the same rule. rest/voicemails/{id}/read marks it as played.',
  body: z.object({ voicemail_id: id }),
  answer: outcome,
  example: { body: { voicemail_id: voicemailId }, answer: read },
});

export const readNotification = defineEndpoint({
  name: 'readNotification',
  method: 'POST',
  path: '/api/rest/notifications/{id}/read',
  service: 'messaging',
  access: 'own',
  given: false,
  audit: 'none',
  summary:
    'Removes a notification of any type, including follow-ups; its text is marked as read, except by an admin.',
  params: z.object({ id }),
  answer: outcome,
  example: { params: { id: exampleNotification.id }, answer: read },
});

export const notificationsEndpoints = [
  listNotifications,
  listMessageNotifications,
  listVoicemailNotifications,
  readMessage,
  readVoicemailNotification,
  readNotification,
];
