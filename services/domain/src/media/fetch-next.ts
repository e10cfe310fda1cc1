import { Schema, type mongo, type Types } from 'mongoose';
import type { Clock } from '@crm/platform/clock.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { waitBeforeFetch, type NotFetched } from './fetch-retry.rules.js';

/** When a file is fetched next, and how often that was tried; a document has it until its file is here. */
export interface FetchJob {
  /** While it is being fetched, when that counts as broken off. */
  at: Date;
  /** 0 again where somebody asked for it anew meanwhile. */
  tries: number;
  /** Since this attempt began nobody else begins one. */
  isUnderWay?: boolean;
}

export const fetchJobSchema = new Schema<FetchJob>(
  { at: Date, tries: Number, isUnderWay: Boolean },
  { _id: false },
);

/** A job from the start: at once, or behind the attempt that is under way, since two at a time would mix what they store. */
export const fetchAnew = (before: FetchJob | undefined, now: Date): FetchJob =>
  before?.isUnderWay === true && before.at > now ? { ...before, tries: 0 } : { at: now, tries: 0 };

export interface FetchedDoc {
  _id: Types.ObjectId;
  fetch?: FetchJob;
}

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
   * The `tries`-th attempt. Once it answers `settled`, nothing of the document is left to fetch and its job is off it;
   * `asked-anew` where somebody asked for something else of it meanwhile.
   */
  attempt: (id: Types.ObjectId, tries: number) => Promise<'settled' | 'asked-anew' | NotFetched>;
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
    {
      $set: { 'fetch.at': new Date(now.getTime() + leaseMs), 'fetch.isUnderWay': true },
      $inc: { 'fetch.tries': 1 },
    },
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
  /** Ends this attempt, if it is still this one and nobody asked anew. */
  const endAt = async (at: Date, tries: number) => {
    const { matchedCount } = await documents.updateOne(
      { _id, 'fetch.isUnderWay': true, 'fetch.tries': tries },
      { $set: { 'fetch.at': at }, $unset: { 'fetch.isUnderWay': 1 } },
    );
    return matchedCount === 1;
  };
  const end = clock.now();
  if (outcome !== 'asked-anew') {
    const wait = waitBeforeFetch(fetch.tries, outcome);
    // One that is given up is nobody's to begin until that is written.
    if (await endAt(new Date(end.getTime() + (wait ?? leaseMs)), fetch.tries)) {
      if (wait !== undefined) return true;
      log.warn({ [what]: _id.toHexString(), tries: fetch.tries }, `gave up fetching a ${what}`);
      await giveUp(_id, outcome);
      return true;
    }
  }
  await endAt(end, 0);
  return true;
}
