/**
 * The files of a store, as LMDB has them open.
 *
 *   meta       'c' + collection: name, options, indexes (BSON); 'n' + collection: its counters; 'g' + number: what a
 *              dropped collection or index left behind; 'v': the format and the next number to give away
 *   documents  collection (4 bytes) + record (6): the document's BSON, in the order of insertion
 *   keys       index (4) + key + record (6): nothing
 *   unique     index (4) + key: record
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { open, type Database, type RootDatabase } from 'lmdb';
import { lockDirectory } from './lock.js';
import { recordKeys } from './records.js';
import { checkWhole } from './torn.js';

/** Address space, not disk: the file grows with what it holds. Windows would allocate it. */
const MAP_BYTES = process.platform === 'win32' ? undefined : 2 ** 38;

export interface StoreOptions {
  path: string;
  /** Leave the disk to the operating system: for stores that may be lost. */
  noSync: boolean;
}

export interface Files {
  readonly path: string;
  readonly root: RootDatabase<Buffer, Buffer>;
  readonly meta: Database<Buffer, Buffer>;
  readonly documents: Database<Buffer, Buffer>;
  /** The same, whose keys are read as records. */
  readonly documentRecords: Database<Buffer, Buffer>;
  readonly keys: Database<Buffer, Buffer>;
  /** The same, whose keys are read as records. */
  readonly keyRecords: Database<Buffer, Buffer>;
  readonly unique: Database<Buffer, Buffer>;
  close(): Promise<void>;
}

/** Where the keys of an index are. */
export const placeOfKeys = ({ unique }: { unique: boolean }): 'keys' | 'unique' =>
  unique ? 'unique' : 'keys';

/** The key in `meta` of what is known of a collection, or left of one. */
export function metaKey(kind: 'c' | 'n' | 'g', id: number): Buffer {
  const key = Buffer.alloc(5, kind);
  key.writeUInt32BE(id, 1);
  return key;
}

function prepareDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new Error(`The directory ${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Opens the directory, making it where it is missing, and hands its files to `use`; whatever that throws closes them.
 * Throws DirectoryTaken, TornFile, or what is in the way.
 */
export async function openFiles<T>({ path, noSync }: StoreOptions, use: (files: Files) => T): Promise<T> {
  prepareDirectory(path);
  const unlock = await lockDirectory(path);
  let root: RootDatabase<Buffer, Buffer> | undefined;
  try {
    checkWhole(path);
    root = open<Buffer, Buffer>({
      path,
      noSubdir: false,
      encoding: 'binary',
      keyEncoding: 'binary',
      maxDbs: 8,
      maxReaders: 1024,
      noSync,
      // The default answers before the disk has the data.
      overlappingSync: false,
      // Turns are gathered by `commits.ts`; lmdb's own gathering leaves a promise behind that nobody could catch.
      eventTurnBatching: false,
      ...(MAP_BYTES === undefined ? {} : { mapSize: MAP_BYTES }),
    });
    const opened = root;
    const options = () => ({ encoding: 'binary', keyEncoding: 'binary' }) as const;
    const byRecord = () => ({ encoding: 'binary', keyEncoder: recordKeys }) as const;
    return use({
      path,
      root,
      meta: root.openDB('meta', options()),
      documents: root.openDB('documents', options()),
      documentRecords: root.openDB('documents', byRecord()),
      keys: root.openDB('keys', options()),
      keyRecords: root.openDB('keys', byRecord()),
      unique: root.openDB('unique', options()),
      close: async () => {
        await opened.close();
        await unlock();
      },
    });
  } catch (error) {
    await root?.close();
    await unlock();
    throw error;
  }
}
