import { replayDelivery, webhookDeliveries } from '@crm/contracts/resources/webhook-delivery.js';
import { renewWebhookSecret, replayWebhook, testWebhook } from '@crm/contracts/resources/webhook.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { Source } from '@crm/platform/resources/records.js';
import { resourceRoutes, restResource } from '@crm/platform/resources/rest-resource.js';
import type { MessagingContext } from '../context.js';
import type { DeliveryDoc } from './delivery.model.js';
import { createWebhook, renewSecret, replayOne, replayPeriod, sendTest, storedWebhooks } from './webhooks.js';

/** Deliveries as a resource: what was sent is not among its fields. */
const listedDeliveries = ({
  webhookDeliveries: model,
}: MessagingContext): Source<typeof webhookDeliveries.fields, DeliveryDoc> => ({
  resource: webhookDeliveries,
  model,
  view: (doc) => ({
    id: doc._id.toHexString(),
    version: doc.attempts,
    at: doc.at.toISOString(),
    webhook: doc.webhook,
    type: doc.type,
    subject: doc.subject,
    event_id: doc.event_id,
    state: doc.state,
    attempts: doc.attempts,
    result: doc.result,
    next_at: doc.next_at?.toISOString() ?? null,
    delivered_at: doc.delivered_at?.toISOString() ?? null,
  }),
});

const again = (count: number) =>
  count === 1 ? '1 delivery is sent again' : `${count.toLocaleString('en-US')} deliveries are sent again`;

/** The calls about webhooks and what was sent to them. */
export function webhookRoutes(ctx: MessagingContext): Route[] {
  return [
    ...restResource(storedWebhooks(ctx), { create: (actor, given) => createWebhook(ctx, actor, given) }),
    route(renewWebhookSecret, (actor, { params }) => renewSecret(ctx, actor, params.id)),
    route(testWebhook, async (actor, { params }) => {
      await sendTest(ctx, actor, params.id);
      return success('Test event sent');
    }),
    route(replayWebhook, async (_actor, { params, body }) => {
      const { replayed, more } = await replayPeriod(ctx, params.id, body);
      return { ...success(again(replayed)), replayed, more };
    }),
    ...resourceRoutes(listedDeliveries(ctx), {}),
    route(replayDelivery, async (_actor, { params }) => {
      await replayOne(ctx, params.id);
      return success(again(1));
    }),
  ];
}
