import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

/** A backup that cannot be created or read, with a one-sentence message. */
export class ArchiveError extends Error {}

/** An index as the server lists it. */
export const listedIndex = z.looseObject({
  name: z.string(),
  key: z.record(z.string(), z.union([z.number(), z.enum(['text', 'hashed', '2d', '2dsphere'])])),
});

const collectionEntry = z.object({
  service: z.string().min(1),
  name: z.string().min(1),
  file: z.string().regex(/^[\w.-]+\.bson\.gz$/),
  documents: z.int().min(0),
  /** Size of the documents before compression. */
  sha256: z.string().length(64),
  /** Without the one on `_id`. */
  indexes: z.array(listedIndex),
});
export type CollectionEntry = z.infer<typeof collectionEntry>;

const manifest = z.object({
  format: z.literal(1),
  at: z.iso.datetime(),
  collections: z.array(collectionEntry),
});
export type Manifest = z.infer<typeof manifest>;

const manifestIn = (folder: string) => join(folder, 'manifest.json');

/** Written last and atomically: a folder with a manifest is a complete backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const draft = `${manifestIn(folder)}.part`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`);
  await rename(draft, manifestIn(folder));
}

/** Throws `ArchiveError` if the folder has no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestIn(folder), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new ArchiveError(`${folder} holds no finished backup: there is no manifest.json.`);
  const read = manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new ArchiveError(`${manifestIn(folder)} is not a manifest of this program.`);
  return read.data;
}

const counting = (hash: Hash) =>
  new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });

/** Writes documents as concatenated BSON; returns their number and hash. */
export async function writeDocuments(
  path: string,
  documents: AsyncIterable<Uint8Array>,
): Promise<{ documents: number; sha256: string }> {
  const hash = createHash('sha256');
  let count = 0;
  async function* counted() {
    for await (const document of documents) {
      count += 1;
      yield document;
    }
  }
  await pipeline(
    counted(),
    counting(hash),
    createGzip({ level: 6 }),
    createWriteStream(path, { mode: 0o600 }),
  );
  return { documents: count, sha256: hash.digest('hex') };
}

/** Size of an empty document in bytes. */
const shortestDocument = 5;

/** The documents of a file, as BSON. Throws `ArchiveError` if the file is truncated. */
export async function* readDocuments(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  const pieces = createGunzip();
  // An error of either stream ends the other and is thrown to the reader.
  const piped = pipeline(createReadStream(path), pieces);
  piped.catch(() => undefined);
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    // A document begins with its own length.
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0);
      if (length < shortestDocument) throw new ArchiveError(`${path} holds what is no document.`);
      if (rest.length < length) break;
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new ArchiveError(`${path} ends in the middle of a document.`);
}

/** Verifies a file against the manifest. Throws `ArchiveError` if it differs. */
export async function verify(folder: string, entry: CollectionEntry): Promise<void> {
  const hash = createHash('sha256');
  let documents = 0;
  try {
    for await (const document of readDocuments(join(folder, entry.file))) {
      hash.update(document);
      documents += 1;
    }
  } catch (error) {
    throw new ArchiveError(`${entry.file} cannot be read.`, { cause: error });
  }
  if (documents !== entry.documents || hash.digest('hex') !== entry.sha256)
    throw new ArchiveError(`${entry.file} is not what was backed up.`);
}
