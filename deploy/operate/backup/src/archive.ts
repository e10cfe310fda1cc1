import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CiphertextRefused, decrypt, encrypt } from '@crm/platform/encryption/aes-gcm.js';
import { decryptChunks, encryptChunks } from '@crm/platform/encryption/chunk-cipher.js';
import type { KeyRing } from '@crm/platform/encryption/kms.js';
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
  file: z.string().regex(/^[\w.-]+\.bson\.gz(\.enc)?$/),
  documents: z.int().min(0),
  /** Size of the documents before compression. */
  sha256: z.string().length(64),
  /** Without the one on `_id`. */
  indexes: z.array(listedIndex),
});
export type CollectionEntry = z.infer<typeof collectionEntry>;

const manifest = z.object({
  /** Bound into every file: one of another backup is refused. */
  id: z.uuid().optional(),
  at: z.iso.datetime(),
  /** `keys`: the data keys of persons alone, which are backed up apart; missing in backups from before there were any. */
  part: z.enum(['data', 'keys']).default('data'),
  collections: z.array(collectionEntry),
});
export type Manifest = z.infer<typeof manifest>;

/** As it is in its file: encrypted, or of an earlier version in clear. */
const manifestFile = z.discriminatedUnion('format', [
  manifest.extend({ format: z.literal(1) }),
  z.object({ format: z.literal(2), key: z.string(), content: z.base64() }),
]);

const manifestIn = (folder: string) => join(folder, 'manifest.json');
const manifestContext = 'backup manifest';

/** The key of a backup, by its id. */
export interface BackupKey {
  id: string;
  key: Buffer;
}

/** The key that new backups are encrypted under. */
export function currentKey(keys: KeyRing): BackupKey {
  const [first] = keys;
  if (first === undefined) throw new ArchiveError('There is no key for backups: set BACKUP_KEYS.');
  const [id, key] = first;
  return { id, key };
}

/** Written last and atomically: a folder with a manifest is a complete backup. */
export async function writeManifest(
  folder: string,
  content: Manifest,
  { id, key }: BackupKey,
): Promise<void> {
  const draft = `${manifestIn(folder)}.part`;
  const sealed: z.infer<typeof manifestFile> = {
    format: 2,
    key: id,
    content: encrypt(key, manifestContext, Buffer.from(JSON.stringify(content))).toString('base64'),
  };
  await writeFile(draft, `${JSON.stringify(sealed)}\n`, { mode: 0o600 });
  await rename(draft, manifestIn(folder));
}

/** A backup to be read, with the key of its files; without one it is of an earlier version, in clear. */
export interface OpenedArchive {
  manifest: Manifest;
  key: Buffer | undefined;
}

/**
 * Throws `ArchiveError` if the folder has no complete backup, or one that the keys do not open. One in clear is refused
 * unless it is asked for: whoever can change a backup could put it in the place of an encrypted one.
 */
export async function openArchive(
  folder: string,
  keys: KeyRing,
  { allowsClear }: { allowsClear: boolean },
): Promise<OpenedArchive> {
  const text = await readFile(manifestIn(folder), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new ArchiveError(`${folder} holds no finished backup: there is no manifest.json.`);
  const read = manifestFile.safeParse(JSON.parse(text));
  if (!read.success) throw new ArchiveError(`${manifestIn(folder)} is not a manifest of this program.`);
  if (read.data.format === 1) {
    if (allowsClear) return { manifest: read.data, key: undefined };
    throw new ArchiveError(
      `${folder} is not encrypted; --unencrypted restores a backup of an earlier version.`,
    );
  }
  const key = keys.get(read.data.key);
  if (key === undefined) throw new ArchiveError(`The backup key ${read.data.key} is not configured.`);
  try {
    const content = decrypt(key, manifestContext, Buffer.from(read.data.content, 'base64'));
    return { manifest: manifest.parse(JSON.parse(content.toString('utf8'))), key };
  } catch (error) {
    if (!(error instanceof CiphertextRefused)) throw error;
    throw new ArchiveError(`${manifestIn(folder)} was changed, or encrypted under another key.`, {
      cause: error,
    });
  }
}

const contextOf = (id: string | undefined, file: string) => `backup ${id ?? ''} ${file}`;

const counting = (hash: Hash) =>
  new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });

/** Writes documents as concatenated BSON, compressed and encrypted; returns their number and hash. */
export async function writeDocuments(
  { folder, id, file, key }: { folder: string; id: string; file: string; key: Uint8Array },
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
    encryptChunks(key, contextOf(id, file)),
    createWriteStream(join(folder, file), { mode: 0o600 }),
  );
  return { documents: count, sha256: hash.digest('hex') };
}

/** Size of an empty document in bytes. */
const shortestDocument = 5;

/** The documents of a file, as BSON. Throws `ArchiveError` if the file is truncated, and if it was changed. */
export async function* readDocuments(
  folder: string,
  { manifest: { id }, key }: OpenedArchive,
  file: string,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  const pieces = createGunzip();
  const stored = createReadStream(join(folder, file));
  // An error of any of the streams ends the others and is thrown to the reader.
  const piped =
    key === undefined
      ? pipeline(stored, pieces)
      : pipeline(stored, decryptChunks(key, contextOf(id, file)), pieces);
  piped.catch(() => undefined);
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    // A document begins with its own length.
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0);
      if (length < shortestDocument) throw new ArchiveError(`${file} holds what is no document.`);
      if (rest.length < length) break;
      yield rest.subarray(0, length);
      rest = rest.subarray(length);
    }
  }
  if (rest.length > 0) throw new ArchiveError(`${file} ends in the middle of a document.`);
}

/** Verifies a file against the manifest. Throws `ArchiveError` if it differs. */
export async function verify(folder: string, archive: OpenedArchive, entry: CollectionEntry): Promise<void> {
  const hash = createHash('sha256');
  let documents = 0;
  try {
    for await (const document of readDocuments(folder, archive, entry.file)) {
      hash.update(document);
      documents += 1;
    }
  } catch (error) {
    throw new ArchiveError(`${entry.file} cannot be read.`, { cause: error });
  }
  if (documents !== entry.documents || hash.digest('hex') !== entry.sha256)
    throw new ArchiveError(`${entry.file} is not what was backed up.`);
}
