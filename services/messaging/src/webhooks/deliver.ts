import { Types } from 'mongoose';
import { recordEvent } from '@crm/platform/resources/records.js';
import { webhooks } from '@crm/contracts/resources/webhook.js';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { collectionsOf, earliestDue, firstOf } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { contentTypes } from '@crm/contracts/bus/envelope.js';
import type { MessagingContext } from '../context.js';
import { notify } from '../notifications/notify.js';
import { dueBy } from '../text/text.model.js';
import type { DeliveryDoc } from './delivery.model.js';
import { postEvent, type Attempted } from './post-event.js';
import { isGivenUp, nextAttempt, restUntil } from './retry.rules.js';
import { openSecret } from './secrets.js';
import { signedHeaders } from './signature.rules.js';
import type { WebhookDoc } from './webhook.model.js';

/** Longer than an attempt may take: whoever has claimed it for so long is gone. */
export const leaseMs = 60_000;
/** Attempts to one webhook at a time in this process: a slow receiver leaves the others theirs. */
const maxAtOnce = 3;

type Context = Pick<
  MessagingContext,
  'webhooks' | 'webhookDeliveries' | 'notifications' | 'clock' | 'config' | 'log' | 'webhooksAtWork'
>;

/** The webhooks that get nothing now: those that rest behind a failure, and those that have as many attempts as they may. */
async function waitingWebhooks({ webhooks: model, webhooksAtWork, clock }: Context) {
  const resting = await model
    .find(alive({ rests_until: { $gt: clock.now() } }), { rests_until: 1 })
    .lean<Pick<WebhookDoc, '_id' | 'rests_until'>[]>();
  const busy = [...webhooksAtWork].filter(([, attempts]) => attempts >= maxAtOnce).map(([id]) => id);
  return {
    ids: [...resting.map(({ _id }) => _id), ...busy.map((id) => new Types.ObjectId(id))],
    until: resting.map(({ rests_until }) => rests_until ?? null),
  };
}

async function claim(ctx: Context): Promise<DeliveryDoc | null> {
  const now = ctx.clock.now();
  const { ids } = await waitingWebhooks(ctx);
  return ctx.webhookDeliveries
    .findOneAndUpdate(
      { next_at: dueBy(now), webhook_id: { $nin: ids } },
      { $set: { next_at: new Date(now.getTime() + leaseMs) }, $inc: { attempts: 1 } },
      { sort: { next_at: 1, _id: 1 }, returnDocument: 'after' },
    )
    .lean<DeliveryDoc>();
}

/** Only the attempt that was claimed writes its result: a replay or another process may have begun the next one. */
const settle = (ctx: Context, { _id, attempts }: DeliveryDoc, set: Partial<DeliveryDoc>) =>
  ctx.webhookDeliveries.updateOne({ _id, attempts }, { $set: set });

const giveUp = (ctx: Context, doc: DeliveryDoc, result: string) =>
  settle(ctx, doc, { state: 'failed', result, next_at: null });

/** Switches a webhook off and tells the admins why, once for each time. */
async function switchOff(ctx: Context, webhook: WebhookDoc, why: string): Promise<void> {
  const { _id, version, name, failing_since } = webhook;
  const now = ctx.clock.now();
  const id = _id.toHexString();
  const event = recordEvent(webhooks, 'system', { id, change: 'updated', version: version + 1 }, now);
  const { matchedCount } = await ctx.webhooks.updateOne(
    alive({ _id, version, active: 1 as const }),
    withEvents({ $set: { active: 0, updatedAt: now, changed_by: 'System' } }, [event], now),
  );
  // Somebody changed it meanwhile: the next failure looks again.
  if (matchedCount === 0) return;
  ctx.log.warn({ webhook: id }, 'webhook switched off');
  const occasion = (failing_since ?? now).toISOString();
  await notify(ctx, [
    { type: 'webhook', about: _id, occasion, lead_id: null, lead_name: name, user_id: null, body: why },
  ]);
}

async function failed(ctx: Context, doc: DeliveryDoc, webhook: WebhookDoc, attempted: Attempted) {
  const now = ctx.clock.now();
  const { attempts, since } = doc;
  const { retryAfterMs, result, outcome } = attempted;
  const next = outcome === 'gone' ? null : nextAttempt({ attempts, since, retryAfterMs }, now);
  await settle(ctx, doc, { state: next === null ? 'failed' : 'waiting', result, next_at: next });
  const { failures: before = 0 } = webhook;
  // Switched on again it has no failures, and begins anew.
  const failing_since = before === 0 ? now : (webhook.failing_since ?? now);
  const failures = before + 1;
  await ctx.webhooks.updateOne(alive({ _id: webhook._id }), {
    $set: { failing_since, failures, rests_until: restUntil(failures, now) },
  });
  const failing: WebhookDoc = { ...webhook, failing_since };
  if (outcome === 'gone') await switchOff(ctx, failing, 'Switched off: its address is gone (410)');
  else if (isGivenUp(failing_since, now))
    await switchOff(ctx, failing, 'Switched off after three days without a delivery');
}

async function delivered(ctx: Context, doc: DeliveryDoc, { _id }: WebhookDoc, { result }: Attempted) {
  const now = ctx.clock.now();
  await settle(ctx, doc, { state: 'delivered', result, next_at: null, delivered_at: now });
  await ctx.webhooks.updateOne(alive({ _id }), {
    $set: { last_delivered_at: now, failing_since: null, failures: 0, rests_until: null },
  });
}

/** The secrets that are valid now, the newest first. */
function secretsOf({ config: { webhookKeys }, clock }: Context, webhook: WebhookDoc): string[] {
  const { _id, secret, old_secret, old_secret_until } = webhook;
  const isOldValid = old_secret !== undefined && (old_secret_until ?? new Date(0)) > clock.now();
  return [secret, ...(isOldValid ? [old_secret] : [])].map((each) => openSecret(webhookKeys, _id, each));
}

async function attempt(ctx: Context, doc: DeliveryDoc): Promise<void> {
  const webhook = await ctx.webhooks.findOne(alive({ _id: doc.webhook_id })).lean<WebhookDoc>();
  if (webhook === null) {
    await giveUp(ctx, doc, 'The webhook was deleted');
    return;
  }
  if (webhook.active === 0) {
    await giveUp(ctx, doc, 'The webhook is switched off');
    return;
  }
  const { event_id: id, body } = doc;
  const headers = {
    'content-type': contentTypes.event,
    'user-agent': 'call-centre-webhooks',
    ...signedHeaders({ id, body, secrets: secretsOf(ctx, webhook) }, ctx.clock.now()),
  };
  const attempted = await postEvent({ url: webhook.url, headers, body }, ctx.config.webhookNetworks);
  if (attempted.outcome === 'delivered') await delivered(ctx, doc, webhook, attempted);
  else await failed(ctx, doc, webhook, attempted);
}

/**
 * Sends the next delivery that is due: it is claimed with a lease, sent, and its result is written. A process that dies in
 * between leaves it to the lease's end, so that a receiver may get one twice, under the same id. Answers whether there was one.
 */
export async function deliverNext(ctx: Context): Promise<boolean> {
  const doc = await claim(ctx);
  if (doc === null) return false;
  const id = doc.webhook_id.toHexString();
  const { webhooksAtWork } = ctx;
  webhooksAtWork.set(id, (webhooksAtWork.get(id) ?? 0) + 1);
  try {
    await attempt(ctx, doc);
  } finally {
    const left = (webhooksAtWork.get(id) ?? 1) - 1;
    if (left === 0) webhooksAtWork.delete(id);
    else webhooksAtWork.set(id, left);
  }
  return true;
}

export const delivering = (ctx: Context): Job => ({
  name: 'webhook deliveries',
  collections: collectionsOf(ctx.webhooks, ctx.webhookDeliveries),
  nextDueAt: async () => {
    const { ids, until } = await waitingWebhooks(ctx);
    return firstOf([
      await earliestDue(ctx.webhookDeliveries, 'next_at', { webhook_id: { $nin: ids } }),
      ...until,
    ]);
  },
  run: () => deliverNext(ctx),
});
