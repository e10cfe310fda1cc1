import type { mongo, Types } from 'mongoose';
import type { Clock } from '@crm/platform/clock.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { FileStore } from '@crm/platform/mongo/file-store.js';
import { storeAudio, type StoredAudio } from './audio-files.js';
import { waitBeforeFetch } from './fetch-retry.rules.js';

/** When a recording is fetched next, and how often that was tried; a document has it until its audio is here. */
export interface FetchJob {
  at: Date;
  tries: number;
}

export interface FetchedDoc {
  _id: Types.ObjectId;
  recording_sid: string;
  fetch?: FetchJob;
}

/** The audio of a recording at the carrier; undefined while it has none. Throws where it cannot be asked. */
export type OpenRecording = (recordingSid: string) => Promise<AsyncIterable<Uint8Array> | undefined>;

/** As long as one attempt may take at most, and a little more. */
const leaseMs = 3 * 60 * 1000;
/** Four hours of two channels, and twice as much. */
const maxBytes = 1024 * 1024 * 1024;

interface Fetching {
  documents: mongo.Collection<FetchedDoc>;
  files: FileStore;
  openRecording: OpenRecording;
  clock: Clock;
  log: Logger;
  /** The audio is here; without it, it will never be. Takes the job off its document. */
  settle: (id: Types.ObjectId, audio: StoredAudio | undefined) => Promise<void>;
}

async function attempt(
  { files, openRecording, log }: Fetching,
  { _id, recording_sid }: FetchedDoc,
): Promise<StoredAudio | 'not-ready' | 'out-of-reach'> {
  try {
    const source = await openRecording(recording_sid);
    return source === undefined ? 'not-ready' : await storeAudio(files, _id, source, maxBytes);
  } catch (error) {
    log.warn({ err: error, recording: recording_sid }, 'recording could not be fetched');
    return 'out-of-reach';
  }
}

/**
 * Fetches the recording that has waited longest, by its id alone and from the carrier that is configured: an address that
 * a webhook names is never asked. Under a lease: a process that dies leaves the job to the next one.
 */
export async function fetchNext(work: Fetching): Promise<boolean> {
  const { documents, clock, log } = work;
  const now = clock.now();
  const claimed = await documents.findOneAndUpdate(
    { 'fetch.at': { $lte: now } },
    { $set: { 'fetch.at': new Date(now.getTime() + leaseMs) }, $inc: { 'fetch.tries': 1 } },
    { sort: { 'fetch.at': 1 }, returnDocument: 'after', projection: { recording_sid: 1, fetch: 1 } },
  );
  if (claimed?.fetch === undefined) return false;
  const { tries } = claimed.fetch;
  const got = await attempt(work, claimed);
  if (typeof got !== 'string') {
    await work.settle(claimed._id, got);
    return true;
  }
  const wait = waitBeforeFetch(tries, got);
  if (wait === undefined) {
    log.warn({ recording: claimed.recording_sid, tries }, 'gave up fetching a recording');
    await work.settle(claimed._id, undefined);
    return true;
  }
  const next = new Date(clock.now().getTime() + wait);
  await documents.updateOne({ _id: claimed._id, 'fetch.tries': tries }, { $set: { 'fetch.at': next } });
  return true;
}
