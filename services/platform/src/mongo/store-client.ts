import mongoose from 'mongoose';
import { isLoopback } from '../config/env-fields.js';

/**
 * On the machine's own loopback a store that is gone says so by closing its sockets, and one that is silent has no time:
 * cutting the line to it would end what it is at work on. Elsewhere silence is all that is heard of a broken line, and the
 * driver's own half a minute stays.
 */
const silenceMs = 120_000;
/**
 * How often a pool of connections looks whether it has as many as it shall have at least. The driver has no public option
 * for it and looks ten times a second: that was half of what a process cost in which nobody was at work.
 */
const poolLookMs = 60_000;

const isNear = (uri: string) =>
  URL.canParse(uri) && isLoopback(new URL(uri).hostname.replace(/^\[|\]$/g, ''));

/**
 * A client of the driver that has reached the store at `uri`; its calls wait up to `selectionMs` milliseconds for one that
 * takes writes. `database` is the one that it uses where a call names none. Throws the driver's error where the store is out
 * of reach or refuses, and leaves nothing open then.
 */
export async function connectedClient(options: {
  uri: string;
  database: string | undefined;
  selectionMs: number;
}): Promise<mongoose.mongo.MongoClient> {
  const { uri, database, selectionMs } = options;
  const client = new mongoose.mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: selectionMs,
    // A look ends with its answer: one that is held open until something changes could not be told from one that is stuck.
    serverMonitoringMode: 'poll',
    writeConcern: { w: 'majority', journal: true },
    ...(isNear(uri) ? { connectTimeoutMS: silenceMs } : {}),
  });
  Object.assign(client.options, {
    // Named only now, for the driver would look its users up in this database as well.
    ...(database !== undefined && { dbName: database }),
    minPoolSizeCheckFrequencyMS: poolLookMs,
  });
  try {
    return await client.connect();
  } catch (error) {
    await client.close();
    throw error;
  }
}
