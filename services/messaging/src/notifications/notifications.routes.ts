import * as calls from '@crm/contracts/http/notifications.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { MessagingContext } from '../context.js';
import { listNotifications, readMessage, readNotification, readVoicemail } from './read-notifications.js';

/** The calls about notifications. */
export function notificationRoutes(ctx: MessagingContext): Route[] {
  const read = success('Marked as read');
  return [
    route(calls.listNotifications, async (actor, { params }) => ({
      notifications: await listNotifications(ctx, actor, params.id),
    })),
    route(calls.listMessageNotifications, async (actor, { params: { userId, leadId } }) => ({
      notifications: await listNotifications(ctx, actor, userId, { type: 'message', leadId }),
    })),
    route(calls.listVoicemailNotifications, async (actor, { params: { userId, leadId } }) => ({
      notifications: await listNotifications(ctx, actor, userId, { type: 'voicemail', leadId }),
    })),
    route(calls.readMessage, async (actor, { body }) => {
      await readMessage(ctx, actor, body.message_id);
      return read;
    }),
    route(calls.readVoicemailNotification, async (actor, { body }) => {
      await readVoicemail(ctx, actor, body.voicemail_id);
      return read;
    }),
    route(calls.readNotification, async (actor, { params }) => {
      await readNotification(ctx, actor, params.id);
      return read;
    }),
  ];
}
