import { Types } from 'mongoose';
import type { z } from 'zod';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { Actor } from '@crm/contracts/access.js';
import { webhookTestType } from '@crm/contracts/codes/webhook-events.js';
import { maxReplayed, oldSecretHours, webhooks, type Webhook } from '@crm/contracts/resources/webhook.js';
import type { replayWebhook } from '@crm/contracts/resources/webhook.js';
import { conflict, invalidField, notFound } from '@crm/platform/errors/app-error.js';
import { urlFault } from '@crm/platform/outbound/address.rules.js';
import { newEventId } from '@crm/platform/outbox/event-id.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { createRecord, overwriteRecord, type Stored } from '@crm/platform/resources/records.js';
import type { MessagingContext } from '../context.js';
import type { DeliveryDoc } from './delivery.model.js';
import { newDelivery } from './queue-deliveries.js';
import { openSecret, sealSecret } from './secrets.js';
import { newSecret } from './signature.rules.js';
import type { WebhookDoc } from './webhook.model.js';

type Context = Pick<
  MessagingContext,
  'webhooks' | 'webhookDeliveries' | 'activeWebhooks' | 'webhooksDue' | 'clock' | 'config'
>;
type WithSecret = Webhook & { secret: string };

const isOff = 'This webhook is switched off';

/** The webhooks as a resource. One that is switched on again begins anew: it may fail for three days. */
export const storedWebhooks = ({
  webhooks: model,
  activeWebhooks,
  clock,
  config: { webhookNetworks },
}: Context): Stored<typeof webhooks.fields, WebhookDoc> => ({
  ...{ resource: webhooks, model, clock },
  clean: (given) => {
    const fault = given.url === undefined ? undefined : urlFault(given.url, webhookNetworks);
    if (fault !== undefined) throw invalidField('url', fault);
    return given;
  },
  also: ({ active }) => (active === 0 ? { failures: 0, rests_until: null } : {}),
  written: () => {
    activeWebhooks.forget();
  },
});

/** Makes a webhook and answers its secret, which nobody can read again. Throws `invalid` for an address it may not have. */
export async function createWebhook(
  ctx: Context,
  actor: Actor,
  given: z.output<typeof webhooks.creation>,
): Promise<WithSecret> {
  const _id = new Types.ObjectId();
  const secret = newSecret();
  const more = { _id, secret: sealSecret(ctx.config.webhookKeys, _id, secret) };
  return { ...(await createRecord(storedWebhooks(ctx), actor, given, more)), secret };
}

async function findWebhook({ webhooks: model }: Context, id: string): Promise<WebhookDoc> {
  const webhook = await model.findOne(alive({ _id: new Types.ObjectId(id) })).lean<WebhookDoc>();
  if (webhook === null) throw notFound('Webhook');
  return webhook;
}

/** Gives a webhook a new secret; the one of before signs as well for a day. Throws `not_found`. */
export async function renewSecret(ctx: Context, actor: Actor, id: string): Promise<WithSecret> {
  const { webhookKeys } = ctx.config;
  const webhook = await findWebhook(ctx, id);
  const secret = newSecret();
  const until = new Date(ctx.clock.now().getTime() + oldSecretHours * 3_600_000).toISOString();
  // Under the newest key from now on, so that older ones can be retired.
  const old_secret = sealSecret(
    webhookKeys,
    webhook._id,
    openSecret(webhookKeys, webhook._id, webhook.secret),
  );
  const record = await overwriteRecord(
    storedWebhooks(ctx),
    actor,
    id,
    { old_secret_until: until },
    { secret: sealSecret(webhookKeys, webhook._id, secret), old_secret },
  );
  return { ...record, secret };
}

/** Queues a test event for a webhook. Throws `conflict` while it is switched off. */
export async function sendTest(ctx: Context, actor: Actor, id: string): Promise<void> {
  const webhook = await findWebhook(ctx, id);
  if (webhook.active === 0) throw conflict(undefined, isOff);
  const now = ctx.clock.now();
  const eventId = newEventId();
  const event = {
    specversion: '1.0',
    id: eventId,
    source: 'messaging',
    type: webhookTestType,
    time: now.toISOString(),
    subject: `webhook/${id}`,
    dataschema: `urn:crm:${webhookTestType}`,
    datacontenttype: 'application/json',
    data: { webhook_id: id, name: webhook.name },
    correlationid: eventId,
    actorid: actor.id,
    actorrole: String(actor.role),
    sequence: 0,
  } as const;
  // Somebody waits for it.
  await ctx.webhooks.updateOne(alive({ _id: webhook._id }), { $set: { rests_until: null } });
  await ctx.webhookDeliveries.collection.insertOne(newDelivery(webhook, event, now));
  ctx.webhooksDue.wake();
}

/** What a delivery is as it begins anew. Attempts go on counting: a result that is still on its way is of an earlier one. */
const anew = (now: Date) =>
  ({ $set: { state: 'waiting', since: now, next_at: now, delivered_at: null } }) as const;

/** Sends a delivery again. Throws `not_found`, and `conflict` where its webhook is deleted or switched off. */
export async function replayOne(ctx: Context, id: string): Promise<void> {
  const _id = new Types.ObjectId(id);
  const delivery = await ctx.webhookDeliveries.findById(_id).lean<DeliveryDoc>();
  if (delivery === null) throw notFound('Delivery');
  const webhook = await ctx.webhooks.findOne(alive({ _id: delivery.webhook_id })).lean<WebhookDoc>();
  if (webhook === null) throw conflict(undefined, 'This webhook was deleted');
  if (webhook.active === 0) throw conflict(undefined, isOff);
  await ctx.webhookDeliveries.updateOne({ _id }, anew(ctx.clock.now()));
  ctx.webhooksDue.wake();
}

/** Sends the deliveries of a period again, the oldest first and so many at most. Throws `conflict` while it is switched off. */
export async function replayPeriod(
  ctx: Context,
  id: string,
  { from, to, which }: InputOf<typeof replayWebhook>['body'],
): Promise<{ replayed: number; more: boolean }> {
  const { _id: webhook_id, active } = await findWebhook(ctx, id);
  if (active === 0) throw conflict(undefined, isOff);
  const found = await ctx.webhookDeliveries
    .find(
      {
        webhook_id,
        at: { $gte: new Date(from), $lt: new Date(to) },
        // Those that wait are sent anyway.
        state: which === 'failed' ? 'failed' : { $ne: 'waiting' },
      },
      { _id: 1 },
    )
    .sort({ at: 1 })
    .limit(maxReplayed + 1)
    .lean<Pick<DeliveryDoc, '_id'>[]>();
  const ids = found.slice(0, maxReplayed).map(({ _id }) => _id);
  const { modifiedCount } = await ctx.webhookDeliveries.updateMany(
    { _id: { $in: ids } },
    anew(ctx.clock.now()),
  );
  ctx.webhooksDue.wake();
  return { replayed: modifiedCount, more: found.length > maxReplayed };
}
