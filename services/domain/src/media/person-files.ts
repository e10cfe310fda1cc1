import { Readable } from 'node:stream';
import type { Connection, Types } from 'mongoose';
import { DataKeyMissing, type DataKeys } from '@crm/platform/encryption/data-keys.js';
import { readStored, sealing, type StoredPart } from '@crm/platform/encryption/sealed-files.js';
import { fileStore, type FileStore } from '@crm/platform/mongo/file-store.js';
import type { AnsweredFile } from './answer-file.js';
import { dropFile, storeFile, type StoredFile, type TakenFile } from './stored-files.js';

/**
 * Files in which a person is seen or heard, each encrypted under the key of its owner. Those that a release before stored in
 * clear lie in a bucket of their own, under the same ids, until they are sealed.
 */
export interface PersonFiles {
  sealed: FileStore;
  clear: FileStore;
  keys: Pick<DataKeys, 'find' | 'forWriting'>;
}

/** A file, and whose key it is under. */
export interface OwnedFile {
  id: Types.ObjectId;
  owner: Types.ObjectId;
}

export const personFiles = (
  connection: Pick<Connection, 'db'>,
  clearBucket: string,
  keys: PersonFiles['keys'],
): PersonFiles => ({
  sealed: fileStore(connection, `sealed${clearBucket}`),
  clear: fileStore(connection, clearBucket),
  keys,
});

/** The key that a file is, or was, encrypted under; undefined where the owner never had one. */
export async function keyOfFile({ keys }: Pick<PersonFiles, 'keys'>, { owner }: OwnedFile) {
  const hex = owner.toHexString();
  return (await keys.find([hex])).get(hex);
}

/** Stores a file encrypted, as `storeFile` does in clear. Throws `DataKeyDestroyed` for an owner who was erased. */
export async function storePersonFile<T extends string>(
  { sealed, keys }: PersonFiles,
  { id, owner }: OwnedFile,
  source: AsyncIterable<Uint8Array>,
  taken: TakenFile<T>,
): Promise<StoredFile<T>> {
  const hex = owner.toHexString();
  const key = (await keys.forWriting([hex])).get(hex);
  if (key === undefined) throw new Error(`The owner ${hex} of a file has no key`);
  return storeFile(sealed, id, source, { ...taken, through: sealing(id, key) });
}

/** Finds a file in one of the two places. */
async function found(
  { sealed, clear }: PersonFiles,
  id: Types.ObjectId,
): Promise<{ files: FileStore; stored: StoredPart } | undefined> {
  for (const files of [sealed, clear]) {
    const [stored] = await files.find({ _id: id }).toArray();
    if (stored !== undefined) return { files, stored };
  }
  return undefined;
}

/** What reads parts of a file in clear; undefined where it is not there, or its owner's key was destroyed. */
export async function openPersonFile(
  files: PersonFiles,
  file: OwnedFile,
): Promise<AnsweredFile['open'] | undefined> {
  const key = await keyOfFile(files, file);
  // Also of a file that a backup brought back in clear.
  if (key === 'destroyed') return undefined;
  const at = await found(files, file.id);
  if (at === undefined) return undefined;
  const keyToRead = () =>
    key === undefined ? Promise.reject(new DataKeyMissing(file.owner.toHexString())) : Promise.resolve(key);
  return ({ start, end }) =>
    Readable.from(readStored(at.files, at.stored, { key: keyToRead, start, end: end + 1 }));
}

/** Throws a file away, wherever it lies; none is fine. */
export async function dropPersonFile({ sealed, clear }: PersonFiles, id: Types.ObjectId): Promise<void> {
  await dropFile(sealed, id);
  await dropFile(clear, id);
}
