import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { createSharedClock } from '../shared-clock.js';
import { replaceStuckClient } from './replace-stuck-client.js';

/** How long a store may take to come up after the service. */
const patienceMs = 60_000;
const pauseMs = 1_000;
const selectionMs = 5_000;
/** How often the driver looks whether the store is there; its own 10 s would be the length of every short outage. */
const heartbeatMs = 1_000;

/** Of the store's own words, what its clock says. */
const helloAnswer = z.object({ localTime: z.date() });

const driverOptions = {
  serverSelectionTimeoutMS: selectionMs,
  heartbeatFrequencyMS: heartbeatMs,
  writeConcern: { w: 'majority', journal: true },
} as const;

export interface Store {
  /** Make models on this connection, never on mongoose itself: six services share a process. */
  readonly connection: Connection;
  /** The store's time: every process that works on it goes by the same. */
  readonly clock: Clock;
  /** Whether a server that takes writes can be reached now. */
  isReady(): boolean;
  /** Makes the indexes that the models' schemas name. Call it once, before the service takes requests. */
  buildIndexes(models: readonly Pick<Model<unknown>, 'createIndexes' | 'modelName'>[]): Promise<void>;
  close(): Promise<void>;
}

/** A field that no schema names is refused in documents and in filters alike, unless a schema says `strict: false`. */
function refuseUnknownFields(schema: Schema): void {
  if (schema.get('strict') === true) schema.set('strict', 'throw');
  schema.set('strictQuery', 'throw');
}

function isOutOfReach(error: unknown): boolean {
  return error instanceof Error && /ServerSelectionError$|NetworkError$/.test(error.name);
}

/**
 * Connects to the store and waits up to a minute for it to come up; throws at once where it is reached and refuses.
 * Once connected the driver reconnects by itself, and calls wait up to 5 s for it. A write counts as done when a
 * majority has it on disk, for nothing that was acknowledged may be lost. `clock` follows the server's own.
 */
export async function connectMongo(options: { uri: string; database?: string; log: Logger }): Promise<Store> {
  const { uri, database, log } = options;
  const givesUpAt = Date.now() + patienceMs;

  const connection = mongoose.createConnection();
  connection.plugin(refuseUnknownFields);
  connection.on('disconnected', () => {
    log.warn('store out of reach');
  });
  connection.on('reconnected', () => {
    log.info('store reached again');
  });

  for (;;) {
    try {
      await connection.openUri(uri, {
        ...(database === undefined ? {} : { dbName: database }),
        autoIndex: false,
        autoCreate: false,
        // Mongoose would hold calls back while it waits for the driver, and the driver looks again only when it is asked.
        bufferCommands: false,
        ...driverOptions,
      });
      break;
    } catch (error) {
      if (!isOutOfReach(error) || Date.now() > givesUpAt) throw error;
      log.warn({ err: error }, 'store not up yet');
      await pause(pauseMs);
    }
  }

  const clock = createSharedClock({
    log,
    askServer: async () => helloAnswer.parse(await connection.db?.admin().command({ hello: 1 })).localTime,
  });
  await clock.start();
  const stopWatch = replaceStuckClient({ connection, uri, driverOptions, database, log });

  return {
    connection,
    clock,
    isReady: () => connection.readyState === mongoose.ConnectionStates.connected,
    buildIndexes: async (models) => {
      for (const model of models) await model.createIndexes();
    },
    close: async () => {
      clock.stop();
      await stopWatch();
      await connection.close();
    },
  };
}
