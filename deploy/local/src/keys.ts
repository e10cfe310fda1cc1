import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const keysFile = z.object({
  signing: z.record(z.string(), z.object({ private: z.string(), public: z.string() })),
  internal: z.string(),
  encryption: z.record(z.string(), z.string()),
});
export type Keys = z.infer<typeof keysFile>;

function newKeys(): Keys {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    signing: {
      k1: {
        private: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        public: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
    },
    internal: randomBytes(32).toString('base64'),
    encryption: { k1: randomBytes(32).toString('base64') },
  };
}

/** The keys of this machine, made once and kept beside the data, readable by its owner alone (settled: Tokens). */
export function keysIn(folder: string): Keys {
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newKeys(), null, 1), { mode: 0o600, flag: 'wx' });
  return keysFile.parse(JSON.parse(readFileSync(file, 'utf8')));
}
