import type { Connection } from 'mongoose';
import { z } from 'zod';
import { auditStore } from '../audit/audit-store.js';
import { systemClock, type Clock } from '../clock.js';
import { ConfigError, loadConfig } from '../config/load-config.js';
import { failedDeliveries } from '../deliveries/failed-deliveries.js';
import { createLogger, type Logger } from '../log/logger.js';
import type { Migration } from '../migrations/migration.js';
import { createMigrator, type Migrator } from '../migrations/migrator.js';
import { StoreIsNewer } from '../migrations/schema-versions.js';
import { connectMongo, type Indexed, type Store } from '../mongo/connect.js';
import { indexSavedEvents } from '../outbox/saved-events.js';
import { systemActions } from '../system/actions.js';

/** A command is waited for by somebody. */
const patienceMs = 60_000;

/** Names the models of a service whose indexes its store needs. */
export type IndexedModels = (connection: Connection) => readonly Indexed[] | Promise<readonly Indexed[]>;

/** A service's migrations on a connection of their own, with nothing else of the service. Only those that run before a roll-out do. */
export type StoreMigrations = (connection: Connection, clock: Clock) => readonly Migration[];

/** What a service has indexes for. */
export interface Indexes {
  indexedModels: IndexedModels;
  /** Whether it publishes, and so keeps what it published. */
  keepsEvents: boolean;
  migrations?: StoreMigrations;
}

/** All that building indexes needs of a service's settings. */
export const indexBuildConfig = z
  .object({
    MONGODB_URI: z.string().min(1),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .transform((env) => ({ mongodbUri: env.MONGODB_URI, logLevel: env.LOG_LEVEL }));

interface Target {
  uri: string;
  log: Logger;
}

async function withStore({ uri, log }: Target, act: (store: Store) => Promise<void>): Promise<void> {
  const store = await connectMongo({ uri, log, patienceMs });
  try {
    await act(store);
  } finally {
    await store.close();
  }
}

/**
 * Makes every index that a service makes at its start, in the store at `uri`, so that a roll-out of a new version does
 * not wait for them in each of its processes; what stands already is left as it is. Waits up to a minute for the store;
 * throws where it is not reached or refuses.
 */
export async function buildIndexes(
  { indexedModels, keepsEvents }: Pick<Indexes, 'indexedModels' | 'keepsEvents'>,
  target: Target,
): Promise<void> {
  await withStore(target, async (store) => {
    await store.buildIndexes(await indexedModels(store.connection));
    if (keepsEvents) await indexSavedEvents(store.connection);
    // One collection for all queues of a service: whichever is named here, the index is the same.
    await failedDeliveries(store.connection, 'any').index();
    await systemActions(store.connection, systemClock).index();
    await auditStore(store.connection).index();
  });
}

/** The migrations' own connection has their models: those of the indexes would be defined twice. */
const withMigrator = (service: string, { migrations }: Indexes, target: Target) => ({
  run: (act: (migrator: Migrator) => Promise<void>) =>
    withStore(target, ({ connection, clock }) =>
      act(
        createMigrator({
          ...{ service, connection, clock, log: target.log },
          migrations: migrations?.(connection, clock) ?? [],
        }),
      ),
    ),
});

/**
 * Brings a store to what a new release needs to begin, while the release before serves: refuses a store of a newer one with
 * `StoreIsNewer`, builds the indexes, and runs the migrations that come before the roll-out.
 */
export async function prepareStore(service: string, indexes: Indexes, target: Target): Promise<void> {
  const migrator = withMigrator(service, indexes, target);
  await migrator.run((each) => each.requireReadable());
  await buildIndexes(indexes, target);
  await migrator.run((each) => each.runBefore());
}

/** The part of `process` that the command needs, so that a test can stand in for it. */
export interface CommandHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  exitCode?: NodeJS.Process['exitCode'];
  readonly stderr: { write(text: string): unknown };
}

/**
 * What `node dist/build-indexes.js` of a service does: reads MONGODB_URI and LOG_LEVEL, prepares the store and exits 0;
 * exits 1 where a setting is missing, which it names, where the store is one of a newer release, or is not prepared now.
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
    await prepareStore(service, indexes, { uri: mongodbUri, log });
    log.info('indexes are built, and migrations before the roll-out have run');
  } catch (error) {
    host.exitCode = 1;
    if (error instanceof ConfigError || error instanceof StoreIsNewer)
      host.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'the store could not be prepared');
  }
}
