import type { Types } from 'mongoose';
import type { OpenAtCarrier } from '@crm/domain/media/carrier-files.js';
import type { FetchedDoc } from '@crm/domain/media/fetch-next.js';
import type { NotFetched } from '@crm/domain/media/fetch-retry.rules.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { PersonFiles } from '@crm/domain/media/person-files.js';
import { DataKeyDestroyed } from '@crm/platform/encryption/data-keys.js';
import { storeVoice, type StoredAudio, type VoiceDoc } from './audio-files.js';

export interface RecordedDoc extends FetchedDoc, VoiceDoc {
  recording_sid: string;
}

/** Four hours of two channels, and twice as much. */
const maxBytes = 1024 * 1024 * 1024;

/** Fetches the audio of one recording and hands it on, where it is to be had. */
export async function fetchAudio(
  doc: RecordedDoc,
  {
    files,
    isFirst,
    openAtCarrier,
    log,
    settle,
  }: {
    files: PersonFiles;
    /** Nothing of it can be in the store yet. */
    isFirst: boolean;
    openAtCarrier: OpenAtCarrier;
    log: Logger;
    /** The audio is here, or never will be. Takes the job off its document. */
    settle: (id: Types.ObjectId, audio: StoredAudio | undefined) => Promise<void>;
  },
): Promise<'settled' | NotFetched> {
  const { _id: id, recording_sid } = doc;
  let audio: StoredAudio | undefined;
  try {
    const source = await openAtCarrier(`Recordings/${recording_sid}.mp3`);
    if (source === undefined) return 'not-ready';
    audio = await storeVoice(files, doc, source, { maxBytes, isFirst });
  } catch (error) {
    if (!(error instanceof DataKeyDestroyed)) {
      log.warn({ err: error, recording: recording_sid }, 'recording could not be fetched');
      return 'out-of-reach';
    }
    // The person was erased meanwhile: nothing of them is stored any more.
  }
  await settle(id, audio);
  return 'settled';
}
