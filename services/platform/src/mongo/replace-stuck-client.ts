import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../log/logger.js';

const lookEveryMs = 1_000;
/** Longer than any look of the driver's own takes where it still looks. */
const stuckAfterMs = 4_000;

/**
 * Gives the connection a new client where the driver has stopped looking for the store. When all sockets break at once,
 * as with a store that is killed, the driver (mongodb 7) may send its heartbeat into a socket that is destroyed already:
 * that call never ends, and no other is made. Answers what stops the watch.
 */
export function replaceStuckClient(options: {
  connection: Connection;
  uri: string;
  driverOptions: mongoose.mongo.MongoClientOptions;
  database: string | undefined;
  log: Logger;
}): () => Promise<void> {
  const { connection, uri, driverOptions, database, log } = options;
  const isLost = () => connection.readyState === mongoose.ConnectionStates.disconnected;
  let lostSince: number | undefined;
  let replacing: Promise<void> | undefined;
  let isStopped = false;

  async function replace(): Promise<void> {
    // `setClient` takes the database from the client; where users are looked up must not change with it.
    const authSource = connection.getClient().options.credentials?.source;
    const named = {
      ...driverOptions,
      ...(database === undefined ? {} : { dbName: database }),
      ...(authSource === undefined ? {} : { authSource }),
    };
    const fresh = new mongoose.mongo.MongoClient(uri, named);
    try {
      await fresh.connect();
      if (isStopped || !isLost()) {
        await fresh.close();
        return;
      }
      const stuck = connection.getClient();
      stuck.removeAllListeners();
      connection.setClient(fresh);
      log.warn('store reached by a new client, the old one had stopped looking');
      await stuck.close();
    } catch (error) {
      // The store is really away: the next look tries again.
      log.debug({ err: error }, 'store not reached by a new client either');
      await fresh.close();
    }
  }

  const timer = setInterval(() => {
    if (!isLost()) {
      lostSince = undefined;
      return;
    }
    lostSince ??= Date.now();
    if (Date.now() - lostSince < stuckAfterMs) return;
    replacing ??= replace().finally(() => {
      replacing = undefined;
    });
  }, lookEveryMs);
  timer.unref();

  return async () => {
    isStopped = true;
    clearInterval(timer);
    await replacing;
  };
}
