import { createHash } from 'node:crypto';
import { isNativeError } from 'node:util/types';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose, { type mongo, type Types } from 'mongoose';
import type { FileStore } from '@crm/platform/mongo/file-store.js';

/** What a record keeps of its file. */
export interface StoredFile<T extends string> {
  bytes: number;
  type: T;
  /** Of the file, in hexadecimal. */
  sha256: string;
}

/** Why a file is not kept: it is larger than what is taken, or of a kind that is not. */
export class UnfitFile extends Error {
  readonly why: 'too-large' | 'other-kind';

  constructor(why: UnfitFile['why']) {
    super(why === 'too-large' ? 'The file is larger than what is kept' : 'The file is not of its kind');
    this.name = 'UnfitFile';
    this.why = why;
  }
}

/** As much of a file's beginning as is needed to tell its kind. */
const headBytes = 32;

/** Whether the store says that it has no such file, or not the whole of it. */
export const isFileMissing = (error: unknown): boolean => error instanceof mongoose.mongo.MongoRuntimeError;

/** Throws a record's file away, half a one too; none is fine. */
export async function dropFile(files: FileStore, id: Types.ObjectId): Promise<void> {
  await files.delete(id).catch((error: unknown) => {
    if (!isFileMissing(error)) throw error;
  });
}

/** Which files are taken, and how they are stored. */
export interface TakenFile<T extends string> {
  maxBytes: number;
  /** Tells the kind by the beginning, undefined for one that is not kept. */
  typeOf: (head: Buffer) => T | undefined;
  /** Nothing of it can be in the store yet. */
  isFirst?: boolean;
}

/**
 * Streams a file into the store under its id, in place of whatever an earlier attempt left there; never more of it in memory
 * than a piece. What is said of it is said of what came in, whatever it goes `through` on its way. Throws `UnfitFile`, or what
 * the source throws; then nothing of it stays.
 */
export async function storeFile<T extends string>(
  files: FileStore,
  id: Types.ObjectId,
  source: AsyncIterable<Uint8Array>,
  {
    maxBytes,
    typeOf,
    isFirst = false,
    through,
  }: TakenFile<T> & { through?: { cipher: Transform; metadata: mongo.Document } },
): Promise<StoredFile<T>> {
  let bytes = 0;
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let failure: Error | undefined;
  async function* counted() {
    try {
      for await (const piece of source) {
        bytes += piece.length;
        if (bytes > maxBytes) throw new UnfitFile('too-large');
        if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes)]);
        hash.update(piece);
        yield piece;
      }
    } catch (error) {
      // A write under way cannot be called back: it ends here like any other, and is thrown away once it is stored.
      failure = isNativeError(error) ? error : new Error(String(error));
    }
  }
  if (!isFirst) await dropFile(files, id);
  const options = through && { metadata: through.metadata };
  const stored = files.openUploadStreamWithId(id, id.toHexString(), options);
  await pipeline([Readable.from(counted()), ...(through ? [through.cipher] : []), stored]);
  const type = typeOf(head);
  if (failure === undefined && type !== undefined) return { bytes, type, sha256: hash.digest('hex') };
  await dropFile(files, id);
  throw failure ?? new UnfitFile('other-kind');
}

/** A part of a file as it lies in the store, both ends included. */
export function openFile(
  files: FileStore,
  id: Types.ObjectId,
  { start, end }: { start: number; end: number },
): Readable {
  // The driver's end is the first byte that is not wanted.
  return files.openDownloadStream(id, { start, end: end + 1 });
}
