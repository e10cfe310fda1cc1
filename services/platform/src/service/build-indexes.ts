import type { Connection } from 'mongoose';
import { z } from 'zod';
import { auditStore } from '../audit/audit-store.js';
import { systemClock } from '../clock.js';
import { ConfigError, loadConfig } from '../config/load-config.js';
import { failedDeliveries } from '../deliveries/failed-deliveries.js';
import { createLogger, type Logger } from '../log/logger.js';
import { connectMongo, type Indexed } from '../mongo/connect.js';
import { indexSavedEvents } from '../outbox/saved-events.js';
import { systemActions } from '../system/actions.js';

/** A command is waited for by somebody. */
const patienceMs = 60_000;

/** Names the models of a service whose indexes its store needs. */
export type IndexedModels = (connection: Connection) => readonly Indexed[] | Promise<readonly Indexed[]>;

/** What a service has indexes for. */
export interface Indexes {
  indexedModels: IndexedModels;
  /** Whether it publishes, and so keeps what it published. */
  keepsEvents: boolean;
}

/** All that building indexes needs of a service's settings. */
export const indexBuildConfig = z
  .object({
    MONGODB_URI: z.string().min(1),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .transform((env) => ({ mongodbUri: env.MONGODB_URI, logLevel: env.LOG_LEVEL }));

/**
 * Makes every index that a service makes at its start, in the store at `uri`, so that a roll-out of a new version does
 * not wait for them in each of its processes; what stands already is left as it is. Waits up to a minute for the store;
 * throws where it is not reached or refuses.
 */
export async function buildIndexes(
  { indexedModels, keepsEvents }: Indexes,
  { uri, log }: { uri: string; log: Logger },
): Promise<void> {
  const store = await connectMongo({ uri, log, patienceMs });
  try {
    await store.buildIndexes(await indexedModels(store.connection));
    if (keepsEvents) await indexSavedEvents(store.connection);
    // One collection for all queues of a service: whichever is named here, the index is the same.
    await failedDeliveries(store.connection, 'any').index();
    await systemActions(store.connection, systemClock).index();
    await auditStore(store.connection).index();
  } finally {
    await store.close();
  }
}

/** The part of `process` that the command needs, so that a test can stand in for it. */
export interface CommandHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  exitCode?: NodeJS.Process['exitCode'];
  readonly stderr: { write(text: string): unknown };
}

/**
 * What `node dist/build-indexes.js` of a service does: reads MONGODB_URI and LOG_LEVEL, builds the indexes and exits 0;
 * exits 1 where a setting is missing, which it names, or where the store does not have them now.
 */
export async function buildIndexesAndLeave(
  service: string,
  indexes: Indexes,
  host: CommandHost = process,
): Promise<void> {
  let log = createLogger({ service, level: 'info' });
  try {
    const { mongodbUri, logLevel } = loadConfig(indexBuildConfig, host.env);
    log = createLogger({ service, level: logLevel });
    await buildIndexes(indexes, { uri: mongodbUri, log });
    log.info('indexes are built');
  } catch (error) {
    host.exitCode = 1;
    if (error instanceof ConfigError) host.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'indexes could not be built');
  }
}
