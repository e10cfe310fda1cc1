import { createHash } from 'node:crypto';
import { isNativeError } from 'node:util/types';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose, { type Types } from 'mongoose';
import type { FileStore } from '@crm/platform/mongo/file-store.js';
import type { AudioType } from './audio-content.js';

/** What a record keeps of its file, which bears the record's own id. */
export interface StoredAudio {
  bytes: number;
  type: AudioType;
  /** Of the file, in hexadecimal; missing on older ones until an evidence pack asks for it. */
  sha256?: string;
}

/** What was to be kept is no audio, or more than is kept of one recording. */
export class NoAudio extends Error {}

/** What kind of audio begins like this; undefined where it is none. */
function typeOfHead(head: Buffer): AudioType | undefined {
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE')
    return 'audio/wav';
  const [first = 0, second = 0] = head;
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0;
  return isFrame || head.toString('latin1', 0, 3) === 'ID3' ? 'audio/mpeg' : undefined;
}

/** Throws a record's file away, half a one too; none is fine. */
export async function dropAudio(files: FileStore, id: Types.ObjectId): Promise<void> {
  await files.delete(id).catch((error: unknown) => {
    if (!(error instanceof mongoose.mongo.MongoRuntimeError)) throw error;
  });
}

/**
 * Streams audio into the store under its record's id, in place of whatever an earlier attempt left there; never more of
 * it in memory than a piece. Throws `NoAudio`, or what the source throws; then nothing of it stays.
 */
export async function storeAudio(
  files: FileStore,
  id: Types.ObjectId,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredAudio> {
  let bytes = 0;
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let failure: Error | undefined;
  async function* counted() {
    try {
      for await (const piece of source) {
        bytes += piece.length;
        if (bytes > maxBytes) throw new NoAudio('The recording is larger than any call could produce');
        if (head.length < 12) head = Buffer.concat([head, piece.subarray(0, 12)]);
        hash.update(piece);
        yield piece;
      }
    } catch (error) {
      // A write under way cannot be called back: it ends here like any other, and is thrown away once it is stored.
      failure = isNativeError(error) ? error : new Error(String(error));
    }
  }
  await dropAudio(files, id);
  await pipeline(Readable.from(counted()), files.openUploadStreamWithId(id, id.toHexString()));
  const type = typeOfHead(head);
  if (failure === undefined && type !== undefined) return { bytes, type, sha256: hash.digest('hex') };
  await dropAudio(files, id);
  throw failure ?? new NoAudio('The carrier sent something other than audio');
}

/** A part of a file as it lies in the store, both ends included. */
export function openAudio(
  files: FileStore,
  id: Types.ObjectId,
  { start, end }: { start: number; end: number },
): Readable {
  // The driver's end is the first byte that is not wanted.
  return files.openDownloadStream(id, { start, end: end + 1 });
}
