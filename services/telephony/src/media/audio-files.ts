import type { Types } from 'mongoose';
import { storeFile } from '@crm/domain/media/stored-files.js';
import type { FileStore } from '@crm/platform/mongo/file-store.js';
import type { AudioType } from './audio-content.js';

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

/**
 * Stores audio under its record's id, for the first time where `isFirst`; throws `UnfitFile` for what is none, or too much of
 * it.
 */
export const storeAudio = (
  files: FileStore,
  id: Types.ObjectId,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, isFirst = false }: { maxBytes: number; isFirst?: boolean },
): Promise<StoredAudio> => storeFile(files, id, source, { maxBytes, typeOf: typeOfHead, isFirst });
