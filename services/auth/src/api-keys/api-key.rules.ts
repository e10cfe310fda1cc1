import { createHash, timingSafeEqual } from 'node:crypto';
import { apiKeyPrefix } from '@crm/contracts/codes/key-scopes.js';
import { addDays, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import { newSecret } from '../random-secret.js';

const written = new RegExp(`^(${apiKeyPrefix}([0-9a-f]{24}))_([\\w-]{43})$`);

// 256 random bits: nothing slower is needed to keep them.
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** A new key of an id: what its bearer gets, what is kept of it, and what tells it apart. */
export function newKey(id: string): { key: string; key_hash: string; key_hint: string } {
  const secret = newSecret();
  const key_hint = `${apiKeyPrefix}${id}`;
  return { key: `${key_hint}_${secret}`, key_hash: hashOf(secret), key_hint };
}

/** A key as it came with a request, in its two parts; undefined for what is none. */
export function readKey(text: string): { id: string; secret: string } | undefined {
  const [, , id, secret] = written.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Whether a secret is the one that a hash was kept of. */
export const isSecretOf = (key_hash: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(key_hash, 'hex'), Buffer.from(hashOf(secret), 'hex'));

/** The first instant behind the last day of a key; null where it has none. */
export const endOf = (ends_on: string | null): Date | null =>
  ends_on === null ? null : startOfPacificDay(addDays(ends_on, 1));
