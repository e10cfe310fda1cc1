import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import type { FileStore } from '../mongo/file-store.js';
import { chunkAt, decryptChunks, encryptChunks } from './chunk-cipher.js';

type FileId = mongo.ObjectId;

/** What is stored with a file that is encrypted; one of before has none. */
const sealedMetadata = z.object({ sealed: z.literal(true) });

const contextOf = (id: FileId) => `file ${id.toHexString()}`;

/** Stores a file encrypted as it comes in, a chunk at a time. */
export async function writeSealedFile(
  files: FileStore,
  { id, name, key }: { id: FileId; name: string; key: Uint8Array },
  content: Readable,
): Promise<void> {
  const metadata: z.infer<typeof sealedMetadata> = { sealed: true };
  await pipeline(
    content,
    encryptChunks(key, contextOf(id)),
    files.openUploadStreamWithId(id, name, { metadata }),
  );
}

/**
 * The content of a file from an offset on, decrypted; a file that was stored in clear is read as it is. Throws
 * `CiphertextRefused` where it was changed or cut.
 */
export async function* readSealedFile(
  files: FileStore,
  { id, key, start = 0 }: { id: FileId; key: () => Promise<Uint8Array>; start?: number },
): AsyncGenerator<Buffer> {
  const [stored] = await files.find({ _id: id }).toArray();
  if (stored === undefined) throw new Error(`There is no stored file ${id.toHexString()}`);
  const { length } = stored;
  // Without an end the driver takes 0 for it and refuses any start.
  const from = (begin: number) =>
    begin === 0 ? files.openDownloadStream(id) : files.openDownloadStream(id, { start: begin, end: length });
  if (!sealedMetadata.safeParse(stored.metadata).success) {
    yield* from(start) as AsyncIterable<Buffer>;
    return;
  }
  const first = chunkAt(start);
  const decrypted = decryptChunks(await key(), contextOf(id), first.index);
  // An error of either stream ends the other and is thrown to the reader.
  pipeline(from(first.storedFrom), decrypted).catch(() => undefined);
  let skip = start - first.from;
  for await (const piece of decrypted as AsyncIterable<Buffer>) {
    const rest = piece.subarray(skip);
    skip = Math.max(0, skip - piece.length);
    if (rest.length > 0) yield rest;
  }
}
