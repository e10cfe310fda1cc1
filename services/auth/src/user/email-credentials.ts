import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { emailCredentials } from '@crm/contracts/resources/person.js';

export type EmailCredentials = z.infer<typeof emailCredentials>;

/** Credentials as they are stored: AES-256-GCM under the key named, everything in base64. */
export interface SealedCredentials {
  kid: string;
  iv: string;
  tag: string;
  data: string;
}

/** Keys by id, 32 bytes each; the first seals, all of them open. */
export type EncryptionKeys = ReadonlyMap<string, Buffer>;

const algorithm = 'aes-256-gcm';
const fieldNames = ['clientId', 'clientSecret', 'refreshToken', 'accessToken'] as const;

/**
 * Seals credentials for one user. The user's id is bound in: a sealed value that is copied to another user's record
 * does not open there.
 */
export function seal(keys: EncryptionKeys, userId: string, credentials: EmailCredentials): SealedCredentials {
  const [first] = keys;
  if (first === undefined) throw new Error('No encryption key is configured');
  const [kid, key] = first;
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(userId));
  const data = Buffer.concat([cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()]);
  return {
    kid,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** Opens what `seal` made; throws where the key is gone or anything was changed. */
export function open(keys: EncryptionKeys, userId: string, sealed: SealedCredentials): EmailCredentials {
  const key = keys.get(sealed.kid);
  if (key === undefined) throw new Error(`The encryption key ${sealed.kid} is not configured`);
  const decipher = createDecipheriv(algorithm, key, Buffer.from(sealed.iv, 'base64'), { authTagLength: 16 })
    .setAAD(Buffer.from(userId))
    .setAuthTag(Buffer.from(sealed.tag, 'base64'));
  const text = Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]);
  return emailCredentials.parse(JSON.parse(text.toString('utf8')));
}

/**
 * The credentials to seal anew, or undefined where the stored ones stay: what is absent or empty is kept as it is, for
 * a form cannot show what it never reads back.
 */
export function mergeCredentials(
  stored: () => EmailCredentials | undefined,
  given: Partial<EmailCredentials> | undefined,
): EmailCredentials | undefined {
  const filled = fieldNames.filter((name) => (given?.[name] ?? '') !== '');
  if (filled.length === 0) return undefined;
  const before = stored() ?? { clientId: '', clientSecret: '', refreshToken: '', accessToken: '' };
  const after = { ...before };
  for (const name of filled) after[name] = given?.[name] ?? '';
  return fieldNames.every((name) => after[name] === before[name]) ? undefined : after;
}
