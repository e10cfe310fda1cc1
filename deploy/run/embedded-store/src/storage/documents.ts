/**
 * Writing documents together with their index keys. A document is checked against all its indexes before anything is
 * written, so a rejected one leaves no partial changes. Everything here runs inside a write.
 */
import { MAX_DOCUMENT_BYTES, Picker, decodeDocument } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import type { Catalog } from './catalog.js';
import type { Collection } from './collection.js';
import { KeyMaker } from './document-keys.js';
import type { Files } from './files.js';
import { duplicateKey, type Index } from './indexes.js';
import type { Reads } from './reads.js';
import { RECORD_BYTES, keyOf, passingKey, writeRecord } from './records.js';
import { placeOf, touches } from './touched.js';

const EMPTY = Buffer.alloc(0);
const passingRecord = Buffer.alloc(RECORD_BYTES);

/** Total of the indexes' multikey and inexact flags; flags are only ever added. */
function flagsOf(indexes: readonly Index[]): number {
  let sum = 0;
  for (const { multikey, inexact } of indexes) sum += multikey.size + inexact.size;
  return sum;
}

function checkSize(raw: Buffer): void {
  if (raw.length <= MAX_DOCUMENT_BYTES) return;
  throw new StoreError(
    'BSONObjectTooLarge',
    `BSONObj size: ${raw.length} (0x${raw.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}(16MB)`,
  );
}

export class Documents {
  constructor(
    private readonly files: Pick<Files, 'documents' | 'keys' | 'unique'>,
    private readonly catalog: Catalog,
    private readonly reads: Reads,
  ) {}

  /** Throws DuplicateKey before anything is written. */
  insert(collection: Collection, raw: Buffer): void {
    checkSize(raw);
    const all = this.keysToPut(collection, collection.keyMaker, raw);
    for (const { index, keys } of all) this.checkUnique(collection, index, keys, raw, -1);
    const record = collection.nextRecord++;
    void this.files.documents.put(keyOf(collection, record), raw);
    for (const { index, keys } of all) {
      for (const key of keys) this.putKey(index, key, record);
      index.writtenSince?.add(record);
    }
    collection.count++;
    collection.bytes += raw.length;
    this.catalog.noteChange(collection);
  }

  /**
   * Replaces a document. `paths` are the paths that the update may have written to, if known: most updates affect few
   * indexes or none. Throws DuplicateKey before anything is written.
   */
  replace(
    collection: Collection,
    record: number,
    before: Buffer,
    after: Buffer,
    paths?: readonly (readonly string[])[],
  ): void {
    checkSize(after);
    const touched = paths?.map(placeOf);
    const near = collection.maintained.filter((index) => !touched || touches(touched, index));
    if (near.length > 0) this.replaceKeys(collection, near, record, before, after);
    void this.files.documents.put(keyOf(collection, record), after);
    collection.bytes += after.length - before.length;
    this.catalog.noteChange(collection);
  }

  private replaceKeys(
    collection: Collection,
    near: readonly Index[],
    record: number,
    before: Buffer,
    after: Buffer,
  ): void {
    const { maintained, keyMaker } = collection;
    const picker =
      near.length === maintained.length
        ? keyMaker.picker
        : new Picker([...new Set(near.flatMap(({ names }) => names))]);
    const names = new Set(picker.changed(before, after));
    const reached = near.filter((index) => index.names.some((name) => names.has(name)));
    if (reached.length === 0) return;
    const maker = reached.length === maintained.length ? keyMaker : new KeyMaker(reached);
    const all = this.keysToPut(collection, maker, after);
    for (const { index, keys } of all) this.checkUnique(collection, index, keys, after, record);
    const old = maker.keysOf(before, false);
    for (const [i, { index, keys }] of all.entries()) {
      const oldKeys = old[i]?.keys ?? [];
      for (const key of oldKeys)
        if (!keys.some((kept) => kept.equals(key))) this.removeKey(index, key, record);
      // An unchanged key may not have been written yet if the index is being built.
      for (const key of keys)
        if (index.writtenSince || !oldKeys.some((kept) => kept.equals(key))) this.putKey(index, key, record);
      index.writtenSince?.add(record);
    }
  }

  remove(collection: Collection, record: number, raw: Buffer): void {
    for (const { index, keys } of collection.keyMaker.keysOf(raw, false)) {
      for (const key of keys) this.removeKey(index, key, record);
      index.writtenSince?.add(record);
    }
    void this.files.documents.remove(keyOf(collection, record));
    collection.count--;
    collection.bytes -= raw.length;
    this.catalog.noteChange(collection);
  }

  putKey(index: Index, key: Buffer, record: number): void {
    if (!index.unique) void this.files.keys.put(passingKey(key, record), EMPTY);
    else {
      writeRecord(passingRecord, record, 0);
      void this.files.unique.put(key, passingRecord);
    }
  }

  private removeKey(index: Index, key: Buffer, record: number): void {
    const { keys, unique } = this.files;
    // In an index that is being built the key may belong to another document, of which this one was a duplicate.
    if (index.unique) {
      if (!index.writtenSince || this.reads.recordOf(key) === record) void unique.remove(key);
    } else void keys.remove(passingKey(key, record));
  }

  /** The keys of a document to be written; saves the multikey and inexact flags that it adds to its indexes. */
  private keysToPut(
    collection: Collection,
    maker: KeyMaker,
    raw: Buffer,
  ): Array<{ index: Index; keys: Buffer[] }> {
    const known = flagsOf(collection.maintained);
    const all = maker.keysOf(raw, true);
    if (flagsOf(collection.maintained) !== known) this.catalog.save(collection);
    return all;
  }

  private checkUnique(collection: Collection, index: Index, keys: Buffer[], raw: Buffer, own: number): void {
    if (!index.unique) return;
    for (const key of keys) {
      const other = this.reads.recordOf(key);
      if (other !== undefined && other !== own) {
        throw duplicateKey(collection.namespace, index, decodeDocument(raw), key);
      }
    }
  }
}
