import { Types } from 'mongoose';
import { envelope, type Envelope } from '@crm/contracts/bus/envelope.js';
import { webhookEventTypes, type WebhookEventType } from '@crm/contracts/codes/webhook-events.js';
import { events } from '@crm/contracts/bus/events.js';
import type { BatchHandlers, Handlers } from '@crm/platform/deliveries/deliveries.js';
import { insertNew } from '@crm/platform/mongo/store-errors.js';
import { atHand, type AtHand } from '@crm/platform/mongo/at-hand.js';
import { withoutFields } from '@crm/platform/outbox/saved-events.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { deliveryId, leadIdsOf } from './delivery.rules.js';
import type { DeliveryDoc } from './delivery.model.js';
import type { WantingWebhook } from './webhook.model.js';

/** A webhook that another process made gets events after so long at the latest. */
const keptMs = 2_000;

/** The webhooks that are sent events, at hand: each event of the bus asks for them. Each delivery writes its webhook, which changes nothing here. */
export const activeWebhooks = (model: MessagingContext['webhooks']): AtHand<WantingWebhook[]> =>
  atHand(
    async () => model.find(alive({ active: 1 as const }), { name: 1, events: 1 }).lean<WantingWebhook[]>(),
    keptMs,
  );

/** What somebody said is not stored here either: a receiver that may know it asks for it. */
const passingOf = (type: WebhookEventType) => events.find((each) => each.type === type)?.passing ?? [];

/** A delivery that is due now. */
export function newDelivery(
  { _id: webhook_id, name: webhook }: Pick<WantingWebhook, '_id' | 'name'>,
  event: Pick<Envelope, 'id' | 'subject' | 'data'> & { type: DeliveryDoc['type'] },
  now: Date,
): DeliveryDoc {
  const { id: event_id, type, subject } = event;
  return {
    _id: new Types.ObjectId(deliveryId(webhook_id.toHexString(), event_id)),
    ...{ webhook_id, webhook, type, subject, event_id },
    body: JSON.stringify(event),
    lead_ids: leadIdsOf(event).map((id) => new Types.ObjectId(id)),
    ...{ state: 'waiting', attempts: 0, result: '', since: now, next_at: now },
    ...{ delivered_at: null, at: now },
  };
}

/** Queues events for the webhooks that want them. Again, it changes nothing. */
export async function queueDeliveries(
  ctx: Pick<MessagingContext, 'activeWebhooks' | 'webhookDeliveries' | 'webhooksDue' | 'clock'>,
  sent: readonly (Envelope & { type: WebhookEventType })[],
): Promise<void> {
  const known = await ctx.activeWebhooks.get();
  const now = ctx.clock.now();
  const docs = sent.flatMap((event) => {
    const wanting = known.filter(({ events: wanted }) => wanted.includes(event.type));
    // Most events are wanted by nobody: nothing is made of them.
    if (wanting.length === 0) return [];
    // Without what only the services' own traces carry.
    const shown = { ...withoutFields(envelope.parse(event), passingOf(event.type)), type: event.type };
    return wanting.map((webhook) => newDelivery(webhook, shown, now));
  });
  if (docs.length === 0) return;
  await insertNew(ctx.webhookDeliveries.collection, docs);
  ctx.webhooksDue.wake();
}

/** What webhooks take from the bus: each type alike, one event or many; what none of them wants is left unread. */
export function webhookHandlers(ctx: Parameters<typeof queueDeliveries>[0]): {
  handlers: Handlers<typeof events>;
  batchHandlers: BatchHandlers<typeof events>;
  skips: (type: string) => Promise<boolean>;
} {
  const each = <T>(handlerOf: (type: WebhookEventType) => T) =>
    Object.fromEntries(webhookEventTypes.map((type) => [type, handlerOf(type)]));
  return {
    handlers: each((type) => (event: Envelope) => queueDeliveries(ctx, [{ ...event, type }])),
    batchHandlers: {
      'lead.created': (sent) =>
        queueDeliveries(
          ctx,
          sent.map((event) => ({ ...event, type: 'lead.created' })),
        ),
    },
    skips: async (type) => {
      const known = await ctx.activeWebhooks.get();
      return !known.some(({ events: wanted }) => wanted.some((each) => each === type));
    },
  };
}
