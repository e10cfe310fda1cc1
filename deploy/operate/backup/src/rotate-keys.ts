import { serviceNames } from '@crm/contracts/endpoint/endpoint.js';
import { databaseAt } from '@crm/local/environments.js';
import { addMasterKey, keysIn, retireMasterKeys } from '@crm/local/keys.js';
import { CannotStart } from '@crm/local/data-folder.js';
import { settingsSchema } from '@crm/local/settings.js';
import { ConfigError, loadConfig } from '@crm/platform/config/load-config.js';
import { keyRing } from '@crm/platform/encryption/key-ring.js';
import { localKms } from '@crm/platform/encryption/kms.js';
import { rewrapKeys } from '@crm/platform/encryption/rewrap-keys.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { onStore } from './on-store.js';

const patienceMs = 60_000;

/**
 * Exchanges the master key of a data folder: makes a new one, unless an exchange was interrupted, wraps every data key by it
 * and then drops the old ones from `keys.json`. Answers how many data keys there were.
 */
export async function rotateKeysOf(folder: string, uri: string): Promise<number> {
  // Two or more: one that was interrupted goes on with the key that it made.
  if (Object.keys(keysIn(folder).masters).length === 1) addMasterKey(folder);
  const kms = localKms(keyRing.parse(JSON.stringify(keysIn(folder).masters)));
  const log = createLogger({ service: 'keys', level: 'error' });
  let count = 0;
  for (const service of serviceNames) {
    const store = await connectMongo({ uri: databaseAt(uri, service), log, patienceMs });
    try {
      count += (await rewrapKeys(store.connection, kms)).rewrapped;
    } finally {
      await store.close();
    }
  }
  // The old ones go once no service has a key that they wrap.
  retireMasterKeys(folder, await kms.current());
  return count;
}

/** The command; on servers each service that has data keys brings its own, `rewrap-keys.js`. */
export async function rotateConfiguredKeys(): Promise<void> {
  try {
    const { DATA_DIR, MONGODB_URI } = loadConfig(settingsSchema, process.env);
    if (MONGODB_URI !== undefined)
      throw new CannotStart(
        'This exchanges the master key of a data folder. On servers put the new key in front of MASTER_KEYS and run rewrap-keys.js of each service that has data keys.',
      );
    const count = await onStore((uri) => rotateKeysOf(DATA_DIR, uri));
    process.stdout.write(`The master key is a new one: ${String(count)} data keys are wrapped by it.\n`);
  } catch (error) {
    const isKnown = error instanceof CannotStart || error instanceof ConfigError;
    process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
