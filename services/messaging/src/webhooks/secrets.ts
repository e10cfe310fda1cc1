import type { Types } from 'mongoose';
import { decrypt, encrypt } from '@crm/platform/encryption/aes-gcm.js';
import type { KeyRing } from '@crm/platform/encryption/kms.js';
import { unavailable } from '@crm/platform/errors/app-error.js';

const contextOf = (webhook: Types.ObjectId) => `webhook/${webhook.toHexString()}/secret`;

/** A secret as it is stored: under the first key, bound to its webhook. Throws `unavailable` where no key is configured. */
export function sealSecret(keys: KeyRing | undefined, webhook: Types.ObjectId, secret: string): string {
  const [first] = keys ?? [];
  if (first === undefined) throw unavailable('Webhooks are not set up: WEBHOOK_KEYS is missing');
  const [kid, key] = first;
  return `${kid}:${encrypt(key, contextOf(webhook), Buffer.from(secret)).toString('base64')}`;
}

/** The secret that was sealed for a webhook. Throws where its key is not configured any more, or where it was changed. */
export function openSecret(keys: KeyRing | undefined, webhook: Types.ObjectId, sealed: string): string {
  const [kid = '', text = ''] = sealed.split(':', 2);
  const key = keys?.get(kid);
  if (key === undefined)
    throw new Error(`WEBHOOK_KEYS has no key ${kid}, and secrets are still encrypted by it`);
  return decrypt(key, contextOf(webhook), Buffer.from(text, 'base64')).toString();
}
