import * as calls from '@crm/contracts/http/messaging.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { MessagingContext } from '../context.js';
import { listConversations } from '../inbox/conversations.js';
import { listStrangerTexts } from '../inbox/strangers.js';
import { listTexts, listUnreadTexts } from './list-texts.js';
import { queueText, resendText } from './queue-text.js';
import { migrateTexts } from './migrate-texts.js';

/** The calls about texts. */
export function textRoutes(ctx: MessagingContext): Route[] {
  return [
    route(calls.listTexts, (actor, input, exchange) => listTexts(ctx, actor, input, exchange)),
    route(calls.sendText, async (actor, { body }) => ({
      ...success('Message is being sent'),
      text_message: await queueText(ctx, actor, body),
    })),
    route(calls.resendText, async (actor, { body }) => ({
      ...success('Message is being sent again'),
      text_message: await resendText(ctx, actor, body.id),
    })),
    route(calls.listUnreadTexts, async (_actor, { params }) => ({
      messages: await listUnreadTexts(ctx, params.id),
    })),
    route(calls.migrateTexts, (_actor, { body }) => migrateTexts(ctx, body.texts)),
    route(calls.listConversations, (actor, { query }) => listConversations(ctx, actor, query)),
    route(calls.listStrangerTexts, async (actor, { params }) => ({
      messages: await listStrangerTexts(ctx, actor, params.number),
    })),
  ];
}
