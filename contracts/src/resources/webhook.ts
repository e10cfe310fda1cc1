import { z } from 'zod';
import { webhookEventTypes } from '../codes/webhook-events.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { flag } from '../fields/choice-kinds.js';
import { instant } from '../fields/kept-kinds.js';
import { choices } from '../fields/several-kinds.js';
import { text } from '../fields/text-kinds.js';
import { instant as instantOnWire } from '../ids.js';
import { defineResource } from './define-resource.js';

/** Webhooks of an agency at most: each event is matched with all of them. */
export const maxWebhooks = 50;

/** Deliveries that one request to replay a period sends again at most. */
export const maxReplayed = 10_000;

/** Hours for which a replaced secret still signs, beside the new one. */
export const oldSecretHours = 24;

/**
 * Addresses that events are posted to, signed by the public scheme of Standard Webhooks. The secret is shown once, when the
 * webhook is created and when it is renewed.
 */
export const webhooks = defineResource({
  name: 'webhooks',
  service: 'messaging',
  one: 'webhook',
  many: 'webhooks',
  fields: {
    name: text({ label: 'Name', max: 100, required: true, example: 'Policy system' }),
    url: text({
      label: 'Address',
      help: 'An https address that can be reached from the internet',
      max: 2_000,
      required: true,
      pattern: { matches: /^https?:\/\/\S+$/i, sentence: 'Enter an https address' },
      example: 'https://hooks.example.com/call-centre',
    }),
    events: choices({
      label: 'Events',
      of: webhookEventTypes.map((id) => ({ id, name: id })),
      none: 'Choose at least one event',
      example: ['lead.created', 'lead.status-changed'],
    }),
    active: flag({ label: 'Is sent events', short: 'Active', writable: 'change', initially: 1, example: 1 }),
    last_delivered_at: instant({ label: 'Last delivery', example: '2026-11-20T17:38:00.000Z' }),
    /** Since when every attempt has failed; null while the last one went through. */
    failing_since: instant({ label: 'Failing since', example: null }),
    /** Until when the secret of before still signs as well. */
    old_secret_until: instant({ label: 'Old secret until', example: null }),
  },
  rights: { read: 'admin', create: 'admin', change: 'admin', remove: 'admin' },
  sort: ['name', 'ASC'],
  sortsCaseless: true,
  search: ['name', 'url'],
  filters: ['active'],
  most: { count: maxWebhooks, sentence: `There can be ${String(maxWebhooks)} webhooks at most` },
  once: { shape: { secret: z.string() }, example: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
});
export type Webhook = z.output<typeof webhooks.record>;

const { id } = webhooks.record.shape;
const params = { id: webhooks.example.id };
const common = { service: 'messaging', access: 'admin', given: false } as const;

export const renewWebhookSecret = defineEndpoint({
  ...common,
  name: 'renewWebhookSecret',
  method: 'POST',
  path: '/api/rest/webhooks/{id}/secret',
  audit: { action: 'webhook.secret-renewed', subject: 'webhook/{params.id}' },
  summary: `Issues a new secret, shown once. For ${String(oldSecretHours)} hours both sign each request, then the new one alone.`,
  params: z.object({ id }),
  answer: webhooks.record.extend({ secret: z.string() }),
  example: {
    params,
    answer: { ...webhooks.example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
});

export const testWebhook = defineEndpoint({
  ...common,
  name: 'testWebhook',
  method: 'POST',
  path: '/api/rest/webhooks/{id}/test',
  audit: { action: 'webhook.tested', subject: 'webhook/{params.id}' },
  summary: 'Sends an event of type webhook.test. What became of it is in the list of deliveries.',
  params: z.object({ id }),
  answer: outcome,
  example: { params, answer: { status: 'success', message: 'Test event sent' } },
});

/** Which of the deliveries of a period are sent again. */
export const replayedState = z.enum(['failed', 'all']);

export const replayWebhook = defineEndpoint({
  ...common,
  name: 'replayWebhook',
  method: 'POST',
  path: '/api/rest/webhooks/{id}/replay',
  audit: { action: 'webhook.replayed', subject: 'webhook/{params.id}' },
  summary: `Sends the deliveries of a period again, the failed ones or all, under their ids: the receiver tells them by webhook-id. ${maxReplayed.toLocaleString('en-US')} at most at a time, the oldest first. Refused (409) while the webhook is switched off.`,
  params: z.object({ id }),
  body: z
    .object({ from: instantOnWire, to: instantOnWire, which: replayedState })
    .refine(({ from, to }) => from < to, { path: ['to'], error: 'The end is before the beginning' }),
  answer: outcome.extend({ replayed: z.int().min(0), more: z.boolean() }),
  example: {
    params,
    body: { from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z', which: 'failed' },
    answer: { status: 'success', message: '12 deliveries are sent again', replayed: 12, more: false },
  },
});
