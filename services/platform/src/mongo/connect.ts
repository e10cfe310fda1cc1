import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection, type Schema } from 'mongoose';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { patience } from '../patience.js';
import { createSharedClock } from '../shared-clock.js';
import { onOwnWrites } from './own-writes.js';
import { replaceStuckClient } from './replace-stuck-client.js';
import { connectedClient } from './store-client.js';

/** Where the processes of a service tell each other that they are there (`jobs/`). */
export const activityCollection = 'activity';

const pauseMs = 1_000;
/** How long a call waits for a store that cannot be reached. */
const selectionMs = 5_000;
/** How long the first connection is waited for at the most, before it is tried once more from the beginning. */
const longestSelectionMs = 80_000;
/** Between two questions to the store beside a driver whose look takes long. */
const stuckPauseMs = 1_000;

/** Of the store's own words, what its clock says. */
const helloAnswer = z.object({ localTime: z.date() });

/** A model, as far as its indexes are concerned. */
export interface Indexed {
  readonly modelName: string;
  readonly collection: { readonly collectionName: string };
  readonly schema: { indexes(): (readonly [object, object])[] };
}

/** By which fields an index sorts, up or down. */
const indexKey = z.record(z.string(), z.literal([1, -1]));

export interface Store {
  /** Make models on this connection, never on mongoose itself: six services share a process. */
  readonly connection: Connection;
  /** The store's time: every process that works on it goes by the same. */
  readonly clock: Clock;
  /** Whether a server that takes writes can be reached now. */
  isReady(): boolean;
  /** How often this process wrote so far what may leave something to be done, to these collections or to any. */
  writes(collections?: readonly string[]): number;
  /** Makes the indexes that the models' schemas name. Call it once, before the service takes requests. */
  buildIndexes(models: readonly Indexed[]): Promise<void>;
  close(): Promise<void>;
}

/** What mongoose would do otherwise, of every schema. */
function ownOptions(schema: Schema): void {
  // A field that no schema names is refused in documents and in filters alike, unless a schema says `strict: false`.
  if (schema.get('strict') === true) schema.set('strict', 'throw');
  schema.set('strictQuery', 'throw');
  // Indexes are made when a service says so.
  schema.set('autoIndex', false);
  schema.set('autoCreate', false);
  // Mongoose would hold calls back while it waits for the driver, and the driver looks again only when it is asked.
  schema.set('bufferCommands', false);
}

function isOutOfReach(error: unknown): error is Error {
  return error instanceof Error && /ServerSelectionError$|NetworkError$/.test(error.name);
}

/**
 * Connects to the store and waits for it to come up, `patienceMs` long where it is given (counted by what the machine could
 * do meanwhile) and else for ever; throws at once where it is reached and refuses. A machine on which a connection takes
 * long gets longer and longer for it. Once connected the driver reconnects by itself, and calls wait up to 5 s for it. A write counts as done when a
 * majority has it on disk, for nothing that was acknowledged may be lost. `clock` follows the server's own.
 */
export async function connectMongo(options: {
  uri: string;
  database?: string;
  log: Logger;
  patienceMs?: number;
  /** Collections whose writes leave nothing to be done. */
  idleCollections?: readonly string[];
}): Promise<Store> {
  const { uri, database, log, patienceMs, idleCollections = [] } = options;
  let hasPatience = true;
  const release =
    patienceMs === undefined
      ? () => undefined
      : patience.after(patienceMs, () => {
          hasPatience = false;
        });

  const connection = mongoose.createConnection();
  connection.plugin(ownOptions);
  // By what the driver tells, not by mongoose's `readyState`: that one takes a store for gone which is slow for two seconds.
  let isReached = false;
  let isClosing = false;
  const writes = new Map<string, number>();
  const idle = new Set([activityCollection, ...idleCollections]);
  onOwnWrites(connection, 'operation-start', (collection) => {
    if (!idle.has(collection)) writes.set(collection, (writes.get(collection) ?? 0) + 1);
  });
  connection.on('connected', () => {
    isReached = true;
  });
  connection.on('disconnected', () => {
    isReached = false;
    if (!isClosing) log.warn('store unreachable');
  });
  connection.on('reconnected', () => {
    log.info('store reconnected');
  });

  for (let waitMs = selectionMs; ; waitMs = Math.min(2 * waitMs, longestSelectionMs)) {
    try {
      connection.setClient(await connectedClient({ uri, database, selectionMs: waitMs }));
      break;
    } catch (error) {
      if (!isOutOfReach(error) || !hasPatience) {
        release();
        throw error;
      }
      log.info({ reason: error.message }, 'waiting for the store');
      await pause(pauseMs);
    }
  }
  release();

  const clock = createSharedClock({
    log,
    askServer: async () => helloAnswer.parse(await connection.db?.admin().command({ hello: 1 })).localTime,
  });
  await clock.start();
  const stopWatch = replaceStuckClient({
    ...{ connection, log },
    connectAnew: () => connectedClient({ uri, database, selectionMs }),
    pauseMs: stuckPauseMs,
    lingerMs: selectionMs,
  });

  return {
    connection,
    clock,
    isReady: () => isReached,
    writes: (collections = [...writes.keys()]) =>
      collections.reduce((sum, collection) => sum + (writes.get(collection) ?? 0), 0),
    buildIndexes: async (models) => {
      // Mongoose would ask for each index by itself.
      for (const { schema, collection } of models) {
        const indexes = schema.indexes().map(([key, options]) => ({ ...options, key: indexKey.parse(key) }));
        if (indexes.length > 0) await connection.collection(collection.collectionName).createIndexes(indexes);
      }
    },
    close: async () => {
      isClosing = true;
      clock.stop();
      await stopWatch();
      await connection.close();
    },
  };
}
