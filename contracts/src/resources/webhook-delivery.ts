import { z } from 'zod';
import { deliveredTypes } from '../codes/webhook-events.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { choice } from '../fields/choice-kinds.js';
import { count, instant } from '../fields/kept-kinds.js';
import { text } from '../fields/text-kinds.js';
import { defineResource } from './define-resource.js';

/** Days for which a delivery is listed and can be sent again. */
export const deliveryDays = 14;

/** `waiting`: not sent yet, or to be tried again. `failed`: given up. */
export const deliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof deliveryState>;
const stateNames: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** Events that were sent to webhooks or wait for it. */
export const webhookDeliveries = defineResource({
  name: 'webhook-deliveries',
  service: 'messaging',
  one: 'webhook delivery',
  many: 'webhook deliveries',
  fields: {
    at: instant({ label: 'When', example: '2026-11-20T17:38:00.000Z' }),
    /** The webhook's name at the time. */
    webhook: text({ label: 'Webhook', max: 100, writable: 'never', example: 'Policy system' }),
    type: choice({
      label: 'Event',
      of: deliveredTypes.map((id) => ({ id, name: id })),
      required: true,
      writable: 'never',
      example: 'lead.created',
    }),
    subject: text({ label: 'About', max: 200, writable: 'never', example: 'lead/66f0a1b2c3d4e5f6010203a4' }),
    /** The `webhook-id` of the request. */
    event_id: text({
      label: 'Event id',
      max: 100,
      writable: 'never',
      example: '01935f2a-6f0a-7cc1-9d2e-5b6f0a1b2c3d',
    }),
    state: choice({
      label: 'State',
      of: deliveryState.options.map((id) => ({ id, name: stateNames[id] })),
      required: true,
      writable: 'never',
      example: 'delivered',
    }),
    attempts: count({ label: 'Attempts', writable: 'never', example: 1 }),
    /** What the last attempt came to: the status of the response, or why there was none. */
    result: text({ label: 'Result', max: 300, writable: 'never', example: '200' }),
    next_at: instant({ label: 'Next attempt', example: null }),
    delivered_at: instant({ label: 'Delivered', example: '2026-11-20T17:38:01.000Z' }),
  },
  rights: { read: 'admin' },
  // The last one first.
  sort: ['at', 'DESC'],
  sorts: ['at'],
  search: ['webhook', 'subject', 'event_id'],
  filters: ['type', 'state', 'at'],
});
export type WebhookDelivery = z.output<typeof webhookDeliveries.record>;

export const replayDelivery = defineEndpoint({
  name: 'replayDelivery',
  method: 'POST',
  path: '/api/rest/webhook-deliveries/{id}/replay',
  service: 'messaging',
  access: 'admin',
  given: false,
  audit: { action: 'webhook-delivery.replayed', subject: 'webhook-delivery/{params.id}' },
  summary:
    'Sends a delivery again, under its id. Refused (409) while its webhook is switched off or if it was deleted.',
  params: z.object({ id: webhookDeliveries.record.shape.id }),
  answer: outcome,
  example: {
    params: { id: webhookDeliveries.example.id },
    answer: { status: 'success', message: 'The delivery is sent again' },
  },
});
