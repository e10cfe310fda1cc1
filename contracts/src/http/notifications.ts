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
  summary:
    "What a user has not read yet, the last one first, at most 200; for an admin what all admins share too, once it is the admin's own list.",
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
  summary: "A user's notifications of texts of one lead, the last one first.",
  example: { params: { userId, leadId }, answer: { notifications: [exampleNotification] } },
});

export const listVoicemailNotifications = defineEndpoint({
  ...ofLead,
  name: 'listVoicemailNotifications',
  method: 'GET',
  path: '/api/notifications/voicemails/user/{userId}/lead/{leadId}',
  summary: "A user's notifications of voicemails of one lead, the last one first.",
  example: { params: { userId, leadId }, answer: { notifications: [aboutVoicemail] } },
});

export const readMessage = defineEndpoint({
  name: 'readMessage',
  method: 'POST',
  path: '/api/notifications/messages/update',
  service: 'messaging',
  access: 'own',
  given: true,
  summary:
    "Marks a customer's text as read and drops its notification: by whom it is for, or whose lead it is by now. An admin marks none: 403. A second time changes nothing.",
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
  summary:
    'Drops the notification of a voicemail, by the same rule. That it was played is told by rest/voicemails/{id}/read.',
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
  summary:
    'Drops one notification of any type, that of a follow-up too; the text that it is of is read with it, except by an admin.',
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
