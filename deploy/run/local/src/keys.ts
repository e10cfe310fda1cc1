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
  /** Of links to audio. */
  media: z.record(z.string(), z.string()),
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
    media: { k1: randomBytes(32).toString('base64') },
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

/**
 * The keys of this installation, generated once and stored beside the data, readable only by the owner (settled:
 * Tokens). An older file is extended with missing keys; existing ones stay.
 */
export function keysIn(folder: string): Keys {
  const file = join(folder, 'keys.json');
  const known: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const whole = keysFile.safeParse(known);
  if (whole.success) return whole.data;
  const keys = keysFile.parse({ ...newKeys(), ...keysFile.partial().parse(known) });
  // Atomic: after a crash there is either the old file or the new one.
  writeFileSync(`${file}.new`, JSON.stringify(keys, null, 1), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return keys;
}
