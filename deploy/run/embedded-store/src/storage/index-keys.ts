/** Building an index's keys: synchronously, or in time slices with concurrent writes. */
import { decodeDocument } from '../values/bson.js';
import type { Doc } from '../values/values.js';
import type { Catalog } from './catalog.js';
import type { Collection } from './collection.js';
import type { Commits } from './commits.js';
import { KeyMaker } from './document-keys.js';
import type { Documents } from './documents.js';
import { placeOfKeys, type Files } from './files.js';
import { duplicateKey, makeIndex, sameIndex, type Index } from './indexes.js';
import type { Leftovers } from './leftovers.js';
import type { Reads } from './reads.js';
import { RECORD_BYTES, readRecord } from './records.js';

const EMPTY = Buffer.alloc(0);

/** Members that are missing in lmdb's type declarations. */
interface Appending {
  put(key: Buffer, value: Buffer, options: { append: boolean }): unknown;
}

interface Parts {
  files: Pick<Files, 'keys' | 'unique'>;
  catalog: Catalog;
  reads: Reads;
  documents: Documents;
  leftovers: Leftovers;
  commits: Commits;
}

export class IndexKeys {
  constructor(private readonly parts: Parts) {}

  /** Builds an index synchronously; returns false if it exists already. Inside a write. */
  create(collection: Collection, spec: Doc): boolean {
    const { catalog, reads, documents } = this.parts;
    for (const existing of collection.indexes) if (sameIndex(existing, spec)) return false;
    const index = makeIndex(catalog.takeId(), spec);
    const maker = new KeyMaker([index]);
    const entries: Array<{ key: Buffer; record: number }> = [];
    for (const record of reads.records(collection)) {
      const raw = reads.view(collection, record) as Buffer;
      for (const { keys } of maker.keysOf(raw, true)) for (const key of keys) entries.push({ key, record });
    }
    entries.sort((a, b) => Buffer.compare(a.key, b.key) || a.record - b.record);
    if (index.unique) this.checkTwins(collection, index, entries);
    for (const { key, record } of entries) documents.putKey(index, key, record);
    catalog.addIndex(collection, index);
    return true;
  }

  private checkTwins(
    collection: Collection,
    index: Index,
    entries: ReadonlyArray<{ key: Buffer; record: number }>,
  ): void {
    let before: Buffer | undefined;
    for (const { key, record } of entries) {
      if (before?.equals(key)) throw this.duplicate(collection, index, key, record);
      before = key;
    }
  }

  private duplicate(collection: Collection, index: Index, key: Buffer, record: number) {
    const raw = this.parts.reads.view(collection, record) as Buffer;
    return duplicateKey(collection.namespace, index, decodeDocument(raw), key);
  }

  /**
   * Starts an incremental index build: from now on writes maintain the index, while the builder adds the keys of the
   * existing documents. Until it finishes, its keys are recorded as garbage, so that a crash leaves no orphaned keys.
   * Inside a write.
   */
  begin(collection: Collection, spec: Doc): Index {
    const { catalog, leftovers } = this.parts;
    const index = makeIndex(catalog.takeId(), spec);
    index.writtenSince = new Set();
    leftovers.spare(placeOfKeys(index), index.id);
    collection.maintained = [...collection.maintained, index];
    catalog.adopt(collection);
    return index;
  }

  /** Whether an index build is still in progress: its collection may have been dropped, or the store closed. */
  isBuilding(collection: Collection, index: Index): boolean {
    const { catalog, commits } = this.parts;
    return (
      !commits.closed &&
      catalog.collection(collection.namespace) === collection &&
      collection.maintained.includes(index)
    );
  }

  /** Completes an index build: all keys are there, and the index is added to the catalog. Inside a write. */
  finish(collection: Collection, index: Index): void {
    index.writtenSince = undefined;
    this.parts.leftovers.keep(index.id);
    this.parts.catalog.addIndex(collection, index);
  }

  /** Aborts an index build; its keys are purged. */
  abandon(collection: Collection, index: Index): void {
    index.writtenSince = undefined;
    this.parts.catalog.adopt(collection);
    this.parts.leftovers.giveUp(index.id);
  }

  /**
   * Bulk-loads sorted keys, each followed by its record, until `isEnough`; returns whether all have been written. Keys
   * greater than all existing ones are appended, which fills B-tree pages completely. Inside a write.
   */
  put(
    collection: Collection,
    index: Index,
    next: () => Buffer | undefined,
    isEnough: () => boolean,
  ): boolean {
    const place = this.parts.files[placeOfKeys(index)];
    let last: Buffer | undefined;
    for (const key of place.getKeys({ reverse: true, limit: 1 })) last = key;
    for (let whole = next(); whole !== undefined; whole = next()) {
      const record = readRecord(whole, whole.length);
      const key = index.unique ? whole.subarray(0, whole.length - RECORD_BYTES) : whole;
      if (!index.writtenSince?.has(record)) {
        if (index.unique) this.checkBuilt(collection, index, key, record);
        const isLast = last === undefined || last.compare(key) < 0;
        void (place as unknown as Appending).put(key, index.unique ? whole.subarray(-RECORD_BYTES) : EMPTY, {
          append: isLast,
        });
        if (isLast) last = key;
      }
      if (isEnough()) return false;
    }
    return true;
  }

  private checkBuilt(collection: Collection, index: Index, key: Buffer, record: number): void {
    const other = this.parts.reads.recordOf(key);
    if (other !== undefined && other !== record) throw this.duplicate(collection, index, key, record);
  }
}
