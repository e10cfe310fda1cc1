import type { Connection, Model } from 'mongoose';
import { webhooks } from '@crm/contracts/resources/webhook.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

/** A webhook with its secrets, encrypted under `WEBHOOK_KEYS`. */
export interface WebhookDoc extends StoredOf<typeof webhooks.fields> {
  secret: string;
  /** Signs as well until `old_secret_until`. */
  old_secret?: string;
  /** Failed attempts since the last one that went through. */
  failures?: number;
  /** Until when it gets nothing, behind a failure. */
  rests_until?: Date | null;
}

/** What of a webhook decides whether an event goes there. */
export type WantingWebhook = Pick<WebhookDoc, '_id' | 'name' | 'events'>;

/** The webhooks of a service's own connection. */
export const webhookModel = (connection: Connection): Model<WebhookDoc> =>
  resourceModel<typeof webhooks.fields, WebhookDoc>(connection, webhooks, {
    more: { secret: String, old_secret: String, failures: Number, rests_until: Date },
    indexes: [],
  });
