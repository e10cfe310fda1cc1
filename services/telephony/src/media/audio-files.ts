import type { Types } from 'mongoose';
import { storePersonFile, type OwnedFile, type PersonFiles } from '@crm/domain/media/person-files.js';
import { storeFile } from '@crm/domain/media/stored-files.js';
import type { FileStore } from '@crm/platform/mongo/file-store.js';
import type { AudioType } from './audio-content.js';

/** The bucket of audio in clear, where recordings and customers' voicemails lay before they were encrypted. */
export const audioBucket = 'audio';

/** What a record keeps of its file, which bears the record's own id. */
export interface StoredAudio {
  bytes: number;
  type: AudioType;
  /** Of the file, in hexadecimal; missing on older ones until an evidence pack asks for it. */
  sha256?: string;
}

/** What kind of audio begins like this; undefined where it is none. */
function typeOfHead(head: Buffer): AudioType | undefined {
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE')
    return 'audio/wav';
  const [first = 0, second = 0] = head;
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0;
  return isFrame || head.toString('latin1', 0, 3) === 'ID3' ? 'audio/mpeg' : undefined;
}

/** Stores audio of our own under its record's id; throws `UnfitFile` for what is none, or too much of it. */
export const storeAudio = (
  files: FileStore,
  id: Types.ObjectId,
  source: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): Promise<StoredAudio> => storeFile(files, id, source, { maxBytes, typeOf: typeOfHead });

/** A record of a customer's voice: its audio bears its id and is under the key that it names. */
export interface VoiceDoc {
  _id: Types.ObjectId;
  key_id: Types.ObjectId;
}

/** The audio of a record of a customer's voice. */
export const voiceOf = ({ _id, key_id }: VoiceDoc): OwnedFile => ({ id: _id, owner: key_id });

/**
 * Stores it encrypted, for the first time where `isFirst`; throws `UnfitFile` likewise, and `DataKeyDestroyed` where the
 * person was erased.
 */
export const storeVoice = (
  files: PersonFiles,
  voice: VoiceDoc,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, isFirst = false }: { maxBytes: number; isFirst?: boolean },
): Promise<StoredAudio> =>
  storePersonFile(files, voiceOf(voice), source, { maxBytes, typeOf: typeOfHead, isFirst });
