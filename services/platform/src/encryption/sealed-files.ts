import { pipeline } from 'node:stream/promises';
import type { Readable, Transform } from 'node:stream';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import type { FileStore } from '../mongo/file-store.js';
import { chunkAt, decryptChunks, encryptChunks } from './chunk-cipher.js';

type FileId = mongo.ObjectId;
type KeyOf = () => Promise<Uint8Array>;

/** What is stored with a file that is encrypted; one of before has none. */
const sealedMetadata = z.object({ sealed: z.literal(true) });

const contextOf = (id: FileId) => `file ${id.toHexString()}`;

/** What a file goes through on its way into the store to be encrypted, a chunk at a time, and what is stored with it. */
export function sealing(id: FileId, key: Uint8Array): { cipher: Transform; metadata: { sealed: true } } {
  return { cipher: encryptChunks(key, contextOf(id)), metadata: { sealed: true } };
}

/** Stores a file encrypted as it comes in. */
export async function writeSealedFile(
  files: FileStore,
  { id, name, key }: { id: FileId; name: string; key: Uint8Array },
  content: Readable,
): Promise<void> {
  const { cipher, metadata } = sealing(id, key);
  await pipeline(content, cipher, files.openUploadStreamWithId(id, name, { metadata }));
}

/** What the store knows of a file that it has. */
export type StoredPart = Pick<mongo.GridFSFile, '_id' | 'length' | 'metadata'>;

/**
 * The content of a stored file from an offset on, or up to another one, which is the first byte that is not wanted; decrypted,
 * or as it is where it was stored in clear. Throws `CiphertextRefused` where it was changed or cut.
 */
export async function* readStored(
  files: FileStore,
  { _id: id, length, metadata }: StoredPart,
  { key, start = 0, end }: { key: KeyOf; start?: number; end?: number },
): AsyncGenerator<Buffer> {
  // Without an end the driver takes 0 for it and refuses any start.
  const between = (from: number, to: number) => files.openDownloadStream(id, { start: from, end: to });
  if (!sealedMetadata.safeParse(metadata).success) {
    yield* between(start, end ?? length) as AsyncIterable<Buffer>;
    return;
  }
  const first = chunkAt(start);
  const storedTo = end === undefined ? length : Math.min(length, chunkAt(end - 1).storedTo);
  const part = { firstChunk: first.index, hasEnd: storedTo === length };
  const decrypted = decryptChunks(await key(), contextOf(id), part);
  // An error of either stream ends the other and is thrown to the reader.
  pipeline(between(first.storedFrom, storedTo), decrypted).catch(() => undefined);
  let at = first.from;
  for await (const piece of decrypted as AsyncIterable<Buffer>) {
    const rest = piece.subarray(Math.max(0, start - at), end === undefined ? undefined : end - at);
    at += piece.length;
    if (rest.length > 0) yield rest;
  }
}

/** The content of the file of an id, from an offset on. */
export async function* readSealedFile(
  files: FileStore,
  { id, ...part }: { id: FileId; key: KeyOf; start?: number },
): AsyncGenerator<Buffer> {
  const [stored] = await files.find({ _id: id }).toArray();
  if (stored === undefined) throw new Error(`There is no stored file ${id.toHexString()}`);
  yield* readStored(files, stored, part);
}
