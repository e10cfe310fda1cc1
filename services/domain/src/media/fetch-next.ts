import type { mongo, Types } from 'mongoose';
import type { Clock } from '@crm/platform/clock.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { waitBeforeFetch, type NotFetched } from './fetch-retry.rules.js';

/** When a file is fetched next, and how often that was tried; a document has it until its file is here. */
export interface FetchJob {
  at: Date;
  tries: number;
}

export interface FetchedDoc {
  _id: Types.ObjectId;
  fetch?: FetchJob;
}

/** A file at the carrier; undefined while it has none. Throws where it cannot be asked. */
export type OpenAtCarrier = (sid: string) => Promise<AsyncIterable<Uint8Array> | undefined>;

/** As long as one attempt may take at most, and a little more. */
const leaseMs = 3 * 60 * 1000;

interface Fetching {
  documents: mongo.Collection<FetchedDoc>;
  clock: Clock;
  log: Logger;
  /** What is fetched, in a word for the log. */
  what: string;
  /** A document that is known to have something to fetch: it is taken without looking for what has waited longest. */
  first?: Types.ObjectId | undefined;
  /**
   * The `tries`-th attempt. Once it answers `settled`, nothing of the document is left to fetch and its job is off it.
   */
  attempt: (id: Types.ObjectId, tries: number) => Promise<'settled' | NotFetched>;
  /** The file will never be here. Takes the job off its document. */
  giveUp: (id: Types.ObjectId, why: NotFetched) => Promise<void>;
}

/**
 * Fetches what has waited longest, by its id alone and from the carrier that is configured: an address that a webhook
 * names is never asked. Under a lease: a process that dies leaves the job to the next one.
 */
export async function fetchNext({
  documents,
  clock,
  log,
  what,
  first,
  attempt,
  giveUp,
}: Fetching): Promise<boolean> {
  const now = clock.now();
  const claimed = await documents.findOneAndUpdate(
    { ...(first && { _id: first }), 'fetch.at': { $lte: now } },
    { $set: { 'fetch.at': new Date(now.getTime() + leaseMs) }, $inc: { 'fetch.tries': 1 } },
    {
      ...(first === undefined && { sort: { 'fetch.at': 1 } }),
      returnDocument: 'after',
      projection: { fetch: 1 },
    },
  );
  if (claimed?.fetch === undefined) return false;
  const { _id, fetch } = claimed;
  const outcome = await attempt(_id, fetch.tries);
  if (outcome === 'settled') return true;
  const wait = waitBeforeFetch(fetch.tries, outcome);
  if (wait === undefined) {
    log.warn({ [what]: _id.toHexString(), tries: fetch.tries }, `gave up fetching a ${what}`);
    await giveUp(_id, outcome);
    return true;
  }
  const next = new Date(clock.now().getTime() + wait);
  await documents.updateOne({ _id, 'fetch.tries': fetch.tries }, { $set: { 'fetch.at': next } });
  return true;
}
