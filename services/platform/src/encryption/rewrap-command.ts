import { z } from 'zod';
import { ConfigError, loadConfig } from '../config/load-config.js';
import { serviceEnv } from '../config/service-env.js';
import { createLogger } from '../log/logger.js';
import { connectMongo } from '../mongo/connect.js';
import type { CommandHost } from '../service/build-indexes.js';
import { hasMasterKey, kmsFields, kmsOf, noMasterKey } from './key-ring.js';
import { rewrapKeys } from './rewrap-keys.js';

const { MONGODB_URI, LOG_LEVEL } = serviceEnv(0);
const rewrapConfig = z.object({ MONGODB_URI, LOG_LEVEL, ...kmsFields }).refine(hasMasterKey, noMasterKey);

/** How long the store is waited for. */
const patienceMs = 60_000;

/**
 * What `node dist/rewrap-keys.js` of a service does, beside the running services: wraps every data key by the current master
 * key and exits 0, with the master keys in the log that are not needed any more. Exits 1 where a setting is missing, or
 * where it could not go on: started again, it does.
 */
export async function rewrapKeysAndLeave(service: string, host: CommandHost = process): Promise<void> {
  let log = createLogger({ service, level: 'info' });
  try {
    const env = loadConfig(rewrapConfig, host.env);
    log = createLogger({ service, level: env.LOG_LEVEL });
    const store = await connectMongo({ uri: env.MONGODB_URI, log, patienceMs });
    try {
      const done = await rewrapKeys(store.connection, kmsOf(env), (rewrapped) => {
        log.info({ rewrapped }, 'data keys are wrapped anew');
      });
      log.info(done, 'every data key is wrapped by the current master key');
    } finally {
      await store.close();
    }
  } catch (error) {
    host.exitCode = 1;
    if (error instanceof ConfigError) host.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'data keys could not be wrapped anew');
  }
}
