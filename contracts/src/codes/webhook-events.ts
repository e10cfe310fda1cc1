/**
 * The events that a webhook may be sent: what integrators build on. Names alone, so that a browser that lists them does not
 * load every schema of the bus; `bus/withheld-events.ts` holds them against it.
 */
export const webhookEventTypes = [
  'lead.created',
  'lead.updated',
  'lead.status-changed',
  'lead.price-changed',
  'lead.assigned',
  'lead.work-started',
  'lead.work-completed',
  'lead.deleted',
  'lead.restored',
  'contact.opted-out',
  'consent.recorded',
  'consent.revoked',
  'call.started',
  'call.connected',
  'call.ended',
  'call.missed',
  'recording.ready',
  'recording.transcribed',
  'voicemail.received',
  'voicemail.transcribed',
  'dialler.outcome',
  'text.received',
  'text.sent',
  'text.status-changed',
  'email.sent',
  'followup.created',
  'followup.updated',
  'followup.deleted',
  'followup.due',
  'licence.expiring',
  'user.created',
  'user.updated',
  'import.finished',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** What is sent to try an address. It is no event of the bus: nothing happened. */
export const webhookTestType = 'webhook.test';

/** What a delivery can be of. */
export const deliveredTypes = [...webhookEventTypes, webhookTestType] as const;
