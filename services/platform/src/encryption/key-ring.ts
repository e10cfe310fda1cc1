import { z } from 'zod';
import { json, serviceUrl } from '../config/env-fields.js';
import { keyLength } from './aes-gcm.js';
import { joinedKms, localKms, type Kms, type KeyRing } from './kms.js';
import { transitKms } from './transit-kms.js';

// A name that starts with a letter keeps its place: an object puts names that look like numbers first.
const keyId = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,63}$/, 'a key id starts with a letter, then letters, digits, - or _');

/** Keys of 32 bytes, `{"<key id>": "<base64>"}`: the first one encrypts, all of them decrypt. */
export const keyRing = json('key id to base64')
  .pipe(z.record(keyId, z.base64('must be base64')))
  .transform(
    (keys): KeyRing => new Map(Object.entries(keys).map(([id, key]) => [id, Buffer.from(key, 'base64')])),
  )
  .refine((keys) => keys.size > 0, 'must have a key')
  .refine((keys) => [...keys.values()].every((key) => key.length === keyLength), 'a key has 32 bytes');

/** The settings of a service that encrypts what it stores of persons. */
export const kmsFields = {
  /** Master keys of its own. Beside a key service: those that still unwrap what they wrapped before there was one. */
  MASTER_KEYS: keyRing.optional(),
  /** A key service with Vault's transit protocol, where it is mounted: `https://vault:8200/v1/transit`. */
  KMS_URL: serviceUrl.optional(),
  /** The name of its key. */
  KMS_KEY: z
    .string()
    .regex(/^[\w-]+$/)
    .default('crm'),
  /** What it knows us by; or the path of a file that holds it, which an agent renews. */
  KMS_TOKEN: z.string().min(1).optional(),
};

/** Whether the settings name master keys at all; part of a service's schema. */
export const hasMasterKey = (env: { MASTER_KEYS?: unknown; KMS_URL?: unknown; KMS_TOKEN?: unknown }) =>
  env.KMS_URL === undefined ? env.MASTER_KEYS !== undefined : env.KMS_TOKEN !== undefined;
/** What is said otherwise. */
export const noMasterKey =
  'MASTER_KEYS: is required and is not set, unless KMS_URL and KMS_TOKEN name a key service';

/** What wraps data keys, as the settings say. */
export function kmsOf(env: z.output<z.ZodObject<typeof kmsFields>>): Kms {
  const { MASTER_KEYS: masters, KMS_URL: url, KMS_KEY: name, KMS_TOKEN: token = '' } = env;
  const own = masters && localKms(masters);
  if (url === undefined) {
    if (own === undefined) throw new Error(noMasterKey);
    return own;
  }
  return joinedKms(transitKms({ url, name, token }), ...(own ? [own] : []));
}
