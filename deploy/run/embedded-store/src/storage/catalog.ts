/** The catalog of collections and indexes, in memory and persisted in `meta`. */
import { decodeDocument, encode } from '../values/bson.js';
import { describe, type Doc, type Value } from '../values/values.js';
import { emptyCollection, type Collection } from './collection.js';
import { KeyMaker } from './document-keys.js';
import { metaKey, placeOfKeys, type Files } from './files.js';
import { idIndex, makeIndex, type Index } from './indexes.js';
import type { Leftovers } from './leftovers.js';

const FORMAT = 1;
const HEAD = Buffer.from('v');

export class Catalog {
  readonly collections = new Map<string, Collection>();
  private readonly dirty = new Set<Collection>();
  /** Created in a transaction that is not committed yet: readers still see a snapshot without their keys. */
  private unsettled: Index[] = [];
  private nextId = 1;

  constructor(
    private readonly files: Pick<Files, 'path' | 'meta'>,
    private readonly leftovers: Leftovers,
  ) {}

  /** Loads the catalog from disk, at startup or after a transaction was rolled back. */
  load(): void {
    const { meta, path } = this.files;
    this.collections.clear();
    this.dirty.clear();
    this.unsettled = [];
    const version = meta.get(HEAD);
    if (version === undefined) return;
    const head = decodeDocument(version);
    if (head.get('format') !== FORMAT) {
      throw new Error(
        `The files in ${path} have format ${describe(head.get('format'))}; this store reads ${FORMAT}.`,
      );
    }
    this.nextId = head.get('nextId') as number;
    for (const { key, value } of meta.getRange({ start: Buffer.from('c'), end: Buffer.from('d') })) {
      this.read(key.readUInt32BE(1), decodeDocument(value));
    }
  }

  private read(id: number, saved: Doc): void {
    const collection = emptyCollection(id, saved.get('namespace') as string, saved.get('options') as Doc);
    for (const index of saved.get('indexes') as Doc[]) {
      const numbers = (name: string) => index.get(name) as number[];
      const made = makeIndex(
        index.get('id') as number,
        index.get('spec') as Doc,
        numbers('multikey'),
        numbers('inexact'),
      );
      made.settled = true;
      collection.indexes.push(made);
    }
    const counters = this.files.meta.get(metaKey('n', id)) as Buffer;
    collection.count = counters.readDoubleLE(0);
    collection.bytes = counters.readDoubleLE(8);
    collection.nextRecord = counters.readDoubleLE(16);
    this.adopt(collection);
  }

  /** Registers a collection and recomputes which indexes its writes maintain: the complete ones and those being built. */
  adopt(collection: Collection): void {
    const building = collection.maintained.filter(({ writtenSince }) => writtenSince !== undefined);
    collection.maintained = [...collection.indexes, ...building];
    collection.keyMaker = new KeyMaker(collection.maintained);
    this.collections.set(collection.namespace, collection);
  }

  /** Allocates an id that was never used before. Inside a write. */
  takeId(): number {
    const id = this.nextId++;
    void this.files.meta.put(HEAD, encode({ format: FORMAT, nextId: this.nextId }));
    return id;
  }

  /** Persists the metadata of a collection and its indexes. Inside a write. */
  save(collection: Collection): void {
    collection.version++;
    const indexes = collection.indexes.map((index) => ({
      id: index.id,
      spec: index.spec,
      multikey: [...index.multikey],
      inexact: [...index.inexact],
    }));
    const { id, namespace, options } = collection;
    void this.files.meta.put(metaKey('c', id), encode({ namespace, options, indexes }));
    this.dirty.add(collection);
  }

  /** Called when a document was written, so that the collection's counters are saved in the same transaction. */
  noteChange(collection: Collection): void {
    collection.changes++;
    this.dirty.add(collection);
  }

  saveCounters(): void {
    for (const collection of this.dirty) {
      const counters = Buffer.alloc(24);
      counters.writeDoubleLE(collection.count, 0);
      counters.writeDoubleLE(collection.bytes, 8);
      counters.writeDoubleLE(collection.nextRecord, 16);
      void this.files.meta.put(metaKey('n', collection.id), counters);
    }
    this.dirty.clear();
  }

  /** Called after the commit: the new indexes are on disk and queries may use them. */
  settle(): void {
    for (const index of this.unsettled) index.settled = true;
    this.unsettled = [];
  }

  collection(namespace: string): Collection | undefined {
    return this.collections.get(namespace);
  }

  /** The collection, created if it does not exist. Inside a write. */
  ensureCollection(namespace: string, options: Doc = new Map<string, Value>()): Collection {
    const existing = this.collections.get(namespace);
    if (existing) return existing;
    const collection = emptyCollection(this.takeId(), namespace, options);
    this.addIndex(collection, idIndex(this.takeId()));
    return collection;
  }

  /** Adds an index whose keys are complete. Inside a write. */
  addIndex(collection: Collection, index: Index): void {
    collection.indexes.push(index);
    this.unsettled.push(index);
    this.adopt(collection);
    this.save(collection);
  }

  /** Inside a write; documents and keys are purged in the background, in batches. */
  dropCollection(collection: Collection): void {
    this.collections.delete(collection.namespace);
    this.dirty.delete(collection);
    void this.files.meta.remove(metaKey('c', collection.id));
    void this.files.meta.remove(metaKey('n', collection.id));
    for (const index of collection.indexes) this.leftovers.leave(placeOfKeys(index), index.id);
    this.leftovers.leave('documents', collection.id);
  }

  /** Inside a write; the keys are purged in the background. */
  dropIndex(collection: Collection, index: Index): void {
    collection.indexes = collection.indexes.filter((other) => other !== index);
    this.adopt(collection);
    this.save(collection);
    this.leftovers.leave(placeOfKeys(index), index.id);
  }
}
