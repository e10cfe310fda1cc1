/**
 * The LMDB databases of a store, as key: value.
 *
 *   meta       'c' + collection: name, options, indexes (BSON); 'n' + collection: its counters; 'g' + id: the database
 *              in which a dropped collection or index left garbage; 'v': the format version and the next id to allocate
 *   documents  collection (4 bytes) + record (6): the document's BSON, in insertion order
 *   keys       index (4) + key + record (6): empty
 *   unique     index (4) + key: record
 */
import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open, type Database, type RootDatabase } from 'lmdb';
import { lockDirectory } from './lock.js';
import { recordKeys } from './records.js';
import { checkWhole } from './torn.js';

/** Size of the memory map: address space, not disk, as the file grows on demand. Windows would allocate it. */
const MAP_BYTES = process.platform === 'win32' ? undefined : 2 ** 38;

export interface StoreOptions {
  path: string;
  /** Skip fsync, for stores whose data may be lost. */
  noSync: boolean;
}

export interface Files {
  readonly path: string;
  readonly root: RootDatabase<Buffer, Buffer>;
  readonly meta: Database<Buffer, Buffer>;
  readonly documents: Database<Buffer, Buffer>;
  /** The same database, with keys decoded as record ids. */
  readonly documentRecords: Database<Buffer, Buffer>;
  readonly keys: Database<Buffer, Buffer>;
  /** The same database, with keys decoded as record ids. */
  readonly keyRecords: Database<Buffer, Buffer>;
  readonly unique: Database<Buffer, Buffer>;
  close(): Promise<void>;
}

/** The database that holds the keys of an index. */
export const placeOfKeys = ({ unique }: { unique: boolean }): 'keys' | 'unique' =>
  unique ? 'unique' : 'keys';

/** The key in `meta` of a collection's metadata ('c'), its counters ('n'), or of garbage to purge ('g'). */
export function metaKey(kind: 'c' | 'n' | 'g', id: number): Buffer {
  const key = Buffer.alloc(5, kind);
  key.writeUInt32BE(id, 1);
  return key;
}

function prepareDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    // One that was made by an earlier version, or by hand.
    chmodSync(path, 0o700);
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new Error(`The directory ${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/** Data files are for their owner alone, whatever the process's umask. */
function closeToOthers(path: string): void {
  for (const name of ['data.mdb', 'lock.mdb']) {
    const file = join(path, name);
    if (existsSync(file)) chmodSync(file, 0o600);
  }
}

/**
 * Opens the directory, creating it if it does not exist, and passes its files to `use`; if that throws, they are closed.
 * Throws DirectoryTaken, TornFile, or the error of the file system or of LMDB.
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
      // The default acknowledges a write before it is durable.
      overlappingSync: false,
      // `commits.ts` batches writes; lmdb's own batching leaves a promise whose rejection cannot be handled.
      eventTurnBatching: false,
      ...(MAP_BYTES === undefined ? {} : { mapSize: MAP_BYTES }),
    });
    closeToOthers(path);
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
