import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPushKeys } from '@crm/messaging/push/new-push-keys.js';
import { z } from 'zod';
import { newKeyRing, serviceKeyRing } from './service-keys/key-ring.js';

const keysFile = z.object({
  signing: z.record(z.string(), z.object({ private: z.string(), public: z.string() })),
  services: serviceKeyRing,
  encryption: z.record(z.string(), z.string()),
  /** Master keys: wrap the data keys of persons. */
  masters: z.record(z.string(), z.string()),
  /** Of backups. */
  backup: z.record(z.string(), z.string()),
  /** Of links to audio. */
  media: z.record(z.string(), z.string()),
  /** Encrypt the secrets of webhooks. */
  webhooks: z.record(z.string(), z.string()),
  /** By which push services know this installation (VAPID), in base64url. */
  push: z.object({ publicKey: z.string(), privateKey: z.string() }),
  /** Shared credentials of the simulated carrier and the telephony service. */
  carrier: z.object({
    accountSid: z.string(),
    authToken: z.string(),
    apiKey: z.string(),
    apiSecret: z.string(),
    appSid: z.string(),
  }),
});
export type Keys = z.infer<typeof keysFile>;

function newKeys(): Keys {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sid = (prefix: string) => `${prefix}${randomBytes(16).toString('hex')}`;
  return {
    signing: {
      k1: {
        private: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        public: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
    },
    services: newKeyRing(),
    encryption: { k1: randomBytes(32).toString('base64') },
    masters: { m1: randomBytes(32).toString('base64') },
    backup: { b1: randomBytes(32).toString('base64') },
    media: { k1: randomBytes(32).toString('base64') },
    webhooks: { w1: randomBytes(32).toString('base64') },
    push: newPushKeys(),
    carrier: {
      accountSid: sid('AC'),
      authToken: randomBytes(16).toString('hex'),
      apiKey: sid('SK'),
      apiSecret: randomBytes(16).toString('hex'),
      appSid: sid('AP'),
    },
  };
}

const fileIn = (folder: string) => join(folder, 'keys.json');

/** Atomic: after a crash there is either the old file or the new one. */
function saveKeys(folder: string, keys: Keys): void {
  const file = fileIn(folder);
  writeFileSync(`${file}.new`, JSON.stringify(keys, null, 1), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * The keys of this installation, generated once and stored beside the data, readable only by the owner (settled:
 * Tokens). An older file is extended with missing keys; existing ones stay.
 */
export function keysIn(folder: string): Keys {
  const file = fileIn(folder);
  const known: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const whole = keysFile.safeParse(known);
  if (whole.success) return whole.data;
  const keys = keysFile.parse({ ...newKeys(), ...keysFile.partial().parse(known) });
  saveKeys(folder, keys);
  return keys;
}

/** Puts a new master key in front: it wraps from now on, the others unwrap. */
export function addMasterKey(folder: string): void {
  const keys = keysIn(folder);
  const numbers = Object.keys(keys.masters).map((id) => Number(id.slice(1)));
  const id = `m${String(Math.max(...numbers) + 1)}`;
  saveKeys(folder, {
    ...keys,
    masters: { [id]: randomBytes(32).toString('base64'), ...keys.masters },
  });
}

/** Drops every master key but one. */
export function retireMasterKeys(folder: string, kept: string): void {
  const keys = keysIn(folder);
  saveKeys(folder, {
    ...keys,
    masters: Object.fromEntries(Object.entries(keys.masters).filter(([id]) => id === kept)),
  });
}
