import type { Types } from 'mongoose';
import type { FetchedDoc, OpenAtCarrier } from '@crm/domain/media/fetch-next.js';
import type { NotFetched } from '@crm/domain/media/fetch-retry.rules.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { FileStore } from '@crm/platform/mongo/file-store.js';
import { storeAudio, type StoredAudio } from './audio-files.js';

export interface RecordedDoc extends FetchedDoc {
  recording_sid: string;
}

/** Four hours of two channels, and twice as much. */
const maxBytes = 1024 * 1024 * 1024;

/** Fetches the audio of one recording and hands it on, where it is to be had. */
export async function fetchAudio(
  { _id: id, recording_sid }: RecordedDoc,
  {
    files,
    isFirst,
    openRecording,
    log,
    settle,
  }: {
    files: FileStore;
    /** Nothing of it can be in the store yet. */
    isFirst: boolean;
    openRecording: OpenAtCarrier;
    log: Logger;
    /** The audio is here. Takes the job off its document. */
    settle: (id: Types.ObjectId, audio: StoredAudio) => Promise<void>;
  },
): Promise<'settled' | NotFetched> {
  let audio: StoredAudio;
  try {
    const source = await openRecording(recording_sid);
    if (source === undefined) return 'not-ready';
    audio = await storeAudio(files, id, source, { maxBytes, isFirst });
  } catch (error) {
    log.warn({ err: error, recording: recording_sid }, 'recording could not be fetched');
    return 'out-of-reach';
  }
  await settle(id, audio);
  return 'settled';
}
