/**
 * Collections and their indexes in LMDB.
 *
 *   meta       'c' + collection: name, options, indexes (BSON); 'n' + collection: its counters; 'g' + number: what a
 *              dropped collection or index left behind; 'v': the format and the next number to give away
 *   documents  collection (4 bytes) + record (6): the document's BSON, in the order of insertion
 *   keys       index (4) + key + record (6): nothing
 *   unique     index (4) + key: record
 *
 * Writes share LMDB transactions: while one is on its way to the disk, which keeps no reader waiting, those that come in
 * gather for the next; each is answered when its own is synced. In a transaction every document is checked against all its indexes before the first byte is put, so a refused document leaves
 * nothing behind; should anything unforeseen fail, the whole transaction is undone and memory is read anew from disk.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { open, type Database, type RootDatabase, type Transaction } from 'lmdb';
import { MAX_DOCUMENT_BYTES, Picker, decodeDocument, encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { DiskFailure, judge, roomAt } from './failure.js';
import { KeyMaker } from './document-keys.js';
import { duplicateKey, idIndex, makeIndex, sameIndex, type Index } from './indexes.js';
import { lockDirectory } from './lock.js';
import { checkWhole } from './torn.js';
import { placeOf, touches } from './touched.js';
import { describe, type Doc, type Value } from '../values/values.js';

const FORMAT = 1;
const EMPTY = Buffer.alloc(0);
const RECORD_BYTES = 6;
/** Address space, not disk: the file grows with what it holds. Windows would allocate it. */
const MAP_BYTES = process.platform === 'win32' ? undefined : 2 ** 38;
const PURGE_KEYS = 2000;
/** As long does one transaction keep readers waiting; the writes that are left go with the next. */
const TURN_MS = 10;

export interface Collection {
  id: number;
  database: string;
  name: string;
  namespace: string;
  options: Doc;
  indexes: Index[];
  /** Those that writes keep up to date: its indexes, and those that are being built. */
  maintained: Index[];
  count: number;
  bytes: number;
  nextRecord: number;
  /** Works out the keys of a document in these. */
  keyMaker: KeyMaker;
  /** Another number whenever its indexes, or what they have met, are not what they were. */
  version: number;
  /** Sizes of key ranges that the planner looked up, and how many documents have changed since. */
  sizes: Map<string, number>;
  changes: number;
}

export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

const readRecord = (b: Uint8Array, end: number): number =>
  (((b[end - 6] as number) * 256 + (b[end - 5] as number)) * 256 + (b[end - 4] as number)) * 16777216 +
  (((b[end - 3] as number) << 16) | ((b[end - 2] as number) << 8) | (b[end - 1] as number));

const placeOfKeys = (index: Index): 'keys' | 'unique' => (index.unique ? 'unique' : 'keys');

function writeRecord(b: Buffer, record: number, at: number): void {
  b.writeUIntBE(record, at, RECORD_BYTES);
}

const copyKey = (key: Uint8Array, target: Buffer, start: number): number => {
  target.set(key, start);
  return start + key.length;
};

/** Keys read as the record they end in: no buffer is made for each. */
const recordKeys = {
  writeKey: copyKey,
  readKey: (source: Buffer, _start: number, end: number): number => readRecord(source, end),
};

const documentKey = Buffer.alloc(10);
function keyOf(collection: Collection, record: number): Buffer {
  documentKey.writeUInt32BE(collection.id);
  writeRecord(documentKey, record, 4);
  return documentKey;
}

/** How much indexes know of the documents they have met: it only grows. */
function flagsOf(indexes: readonly Index[]): number {
  let sum = 0;
  for (const { multikey, inexact } of indexes) sum += multikey.size + inexact.size;
  return sum;
}

export function withRecord(key: Buffer, record: number): Buffer {
  const whole = Buffer.allocUnsafe(key.length + RECORD_BYTES);
  key.copy(whole);
  writeRecord(whole, record, key.length);
  return whole;
}

/** One piece of memory for what LMDB copies at once, as a Buffer of each length that was needed. */
const passing = Buffer.alloc(4096);
const passingOf: Buffer[] = [];

/** The same as `withRecord`, good until the next one. */
function passingKey(key: Buffer, record: number): Buffer {
  const end = key.length + RECORD_BYTES;
  const whole = (passingOf[end] ??= passing.subarray(0, end));
  for (let i = 0; i < key.length; i++) whole[i] = key[i] as number;
  writeRecord(whole, record, key.length);
  return whole;
}

const passingRecord = Buffer.alloc(RECORD_BYTES);

/** The memory that LMDB's reads are copied into is shared; this is the same memory as an ordinary Buffer. */
let shared: Buffer = EMPTY;
function asBuffer(bytes: Uint8Array, size: number): Buffer {
  if (shared.buffer !== bytes.buffer || shared.byteOffset !== bytes.byteOffset || shared.length < size) {
    shared = Buffer.from(
      bytes.buffer,
      bytes.byteOffset,
      Math.max(size, (bytes as { maxLength?: number }).maxLength ?? 0),
    );
  }
  return shared;
}

/** What lmdb's own types leave out. */
interface FastReads {
  getBinaryFast(key: Buffer, options?: { transaction: Transaction }): Uint8Array | undefined;
  lastSize: number;
}

interface Appending {
  put(key: Buffer, value: Buffer, options: { append: boolean }): unknown;
}

interface Waiting {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export interface StoreOptions {
  path: string;
  /** Leave the disk to the operating system: for stores that may be lost. */
  noSync: boolean;
}

export class Store {
  readonly collections = new Map<string, Collection>();
  private readonly dirty = new Set<Collection>();
  private readonly waiting: Waiting[] = [];
  private committing: Promise<void> | undefined;
  /** Made in a transaction that is not on disk yet: others still read a state without their keys. */
  private unsettled: Index[] = [];
  private writing = false;
  private nextId = 1;
  private purging = false;
  /** Numbers of the indexes that are being built. */
  private readonly building = new Set<number>();
  private closed = false;
  private broken: DiskFailure | undefined;
  private tellFailure: (failure: DiskFailure) => void = () => undefined;
  /** Resolves, if ever, with what ended the store: its disk failed and it writes no more. */
  readonly failed = new Promise<DiskFailure>((resolve) => (this.tellFailure = resolve));

  private constructor(
    readonly path: string,
    private readonly root: RootDatabase<Buffer, Buffer>,
    private readonly meta: Database<Buffer, Buffer>,
    private readonly documents: Database<Buffer, Buffer>,
    private readonly documentRecords: Database<Buffer, Buffer>,
    private readonly keys: Database<Buffer, Buffer>,
    private readonly keyRecords: Database<Buffer, Buffer>,
    private readonly unique: Database<Buffer, Buffer>,
    private readonly unlock: () => Promise<void>,
  ) {}

  /** Opens the directory, making it where it is missing. Throws DirectoryTaken, TornFile, or what is in the way. */
  static async open({ path, noSync }: StoreOptions): Promise<Store> {
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
        // Turns are gathered here; lmdb's own gathering leaves a promise behind that nobody could catch.
        eventTurnBatching: false,
        ...(MAP_BYTES === undefined ? {} : { mapSize: MAP_BYTES }),
      });
      const options = () => ({ encoding: 'binary', keyEncoding: 'binary' }) as const;
      const byRecord = () => ({ encoding: 'binary', keyEncoder: recordKeys }) as const;
      const store = new Store(
        path,
        root,
        root.openDB('meta', options()),
        root.openDB('documents', options()),
        root.openDB('documents', byRecord()),
        root.openDB('keys', options()),
        root.openDB('keys', byRecord()),
        root.openDB('unique', options()),
        unlock,
      );
      store.load();
      store.purgeSoon();
      return store;
    } catch (error) {
      await root?.close();
      await unlock();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.committing;
    this.closed = true;
    await this.root.close();
    await this.unlock();
  }

  // --- the catalog ---------------------------------------------------------------------------------------------

  private load(): void {
    this.collections.clear();
    this.dirty.clear();
    this.unsettled = [];
    this.building.clear();
    const version = this.meta.get(Buffer.from('v'));
    if (version === undefined) return;
    const head = decodeDocument(version);
    if (head.get('format') !== FORMAT) {
      throw new Error(
        `The files in ${this.path} have format ${describe(head.get('format'))}; this store reads ${FORMAT}.`,
      );
    }
    this.nextId = head.get('nextId') as number;
    for (const { key, value } of this.meta.getRange({ start: Buffer.from('c'), end: Buffer.from('d') })) {
      const saved = decodeDocument(value);
      const collection = this.makeCollection(
        key.readUInt32BE(1),
        saved.get('namespace') as string,
        saved.get('options') as Doc,
      );
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
      const counters = this.meta.get(this.metaKey('n', collection.id)) as Buffer;
      collection.count = counters.readDoubleLE(0);
      collection.bytes = counters.readDoubleLE(8);
      collection.nextRecord = counters.readDoubleLE(16);
      this.adopt(collection);
    }
  }

  private makeCollection(id: number, namespace: string, options: Doc): Collection {
    const dot = namespace.indexOf('.');
    return {
      id,
      namespace,
      database: namespace.slice(0, dot),
      name: namespace.slice(dot + 1),
      options,
      indexes: [],
      maintained: [],
      count: 0,
      bytes: 0,
      nextRecord: 1,
      keyMaker: new KeyMaker([]),
      version: 0,
      sizes: new Map(),
      changes: 0,
    };
  }

  private adopt(collection: Collection): void {
    const building = collection.maintained.filter(({ writtenSince }) => writtenSince !== undefined);
    collection.maintained = [...collection.indexes, ...building];
    collection.keyMaker = new KeyMaker(collection.maintained);
    this.collections.set(collection.namespace, collection);
  }

  private metaKey(kind: string, id: number): Buffer {
    const key = Buffer.alloc(5, kind);
    key.writeUInt32BE(id, 1);
    return key;
  }

  private takeId(): number {
    const id = this.nextId++;
    void this.meta.put(Buffer.from('v'), encode({ format: FORMAT, nextId: this.nextId }));
    return id;
  }

  private save(collection: Collection): void {
    collection.version++;
    const indexes = collection.indexes.map((index) => ({
      id: index.id,
      spec: index.spec,
      multikey: [...index.multikey],
      inexact: [...index.inexact],
    }));
    const { namespace, options } = collection;
    void this.meta.put(this.metaKey('c', collection.id), encode({ namespace, options, indexes }));
    this.dirty.add(collection);
  }

  private saveCounters(): void {
    for (const collection of this.dirty) {
      const counters = Buffer.alloc(24);
      counters.writeDoubleLE(collection.count, 0);
      counters.writeDoubleLE(collection.bytes, 8);
      counters.writeDoubleLE(collection.nextRecord, 16);
      void this.meta.put(this.metaKey('n', collection.id), counters);
    }
    this.dirty.clear();
  }

  collection(namespace: string): Collection | undefined {
    return this.collections.get(namespace);
  }

  /** The collection, made where it is missing. Inside a write. */
  ensureCollection(namespace: string, options: Doc = new Map<string, Value>()): Collection {
    const existing = this.collections.get(namespace);
    if (existing) return existing;
    const collection = this.makeCollection(this.takeId(), namespace, options);
    const index = idIndex(this.takeId());
    collection.indexes.push(index);
    this.unsettled.push(index);
    this.adopt(collection);
    this.save(collection);
    return collection;
  }

  /** Inside a write; what was in it is cleared away afterwards, piece by piece. */
  dropCollection(collection: Collection): void {
    this.collections.delete(collection.namespace);
    this.dirty.delete(collection);
    void this.meta.remove(this.metaKey('c', collection.id));
    void this.meta.remove(this.metaKey('n', collection.id));
    for (const index of collection.indexes) this.leave(placeOfKeys(index), index.id);
    this.leave('documents', collection.id);
  }

  dropIndex(collection: Collection, index: Index): void {
    collection.indexes = collection.indexes.filter((other) => other !== index);
    this.adopt(collection);
    this.save(collection);
    this.leave(placeOfKeys(index), index.id);
  }

  /** Makes an index and its keys at one go; answers false where it is there already. Inside a write. */
  createIndex(collection: Collection, spec: Doc): boolean {
    for (const existing of collection.indexes) if (sameIndex(existing, spec)) return false;
    const index = makeIndex(this.takeId(), spec);
    const maker = new KeyMaker([index]);
    const entries: Array<{ key: Buffer; record: number }> = [];
    for (const record of this.records(collection)) {
      const raw = this.view(collection, record) as Buffer;
      for (const { keys } of maker.keysOf(raw, true)) for (const key of keys) entries.push({ key, record });
    }
    entries.sort((a, b) => Buffer.compare(a.key, b.key) || a.record - b.record);
    if (index.unique) {
      const twice = entries.findIndex(
        ({ key }, i) => i > 0 && key.equals((entries[i - 1] as { key: Buffer }).key),
      );
      if (twice > 0) {
        const { key, record } = entries[twice] as { key: Buffer; record: number };
        throw duplicateKey(
          collection.namespace,
          index,
          decodeDocument(this.view(collection, record) as Buffer),
          key,
        );
      }
    }
    for (const { key, record } of entries) this.putKey(index, key, record);
    collection.indexes.push(index);
    this.unsettled.push(index);
    this.adopt(collection);
    this.save(collection);
    return true;
  }

  /**
   * Begins an index that is built in turns: from here on writes keep it up to date, while whoever builds it puts the keys
   * of the documents that were there before. Until it is finished its keys count as left behind, so that a process that
   * dies leaves nothing. Inside a write.
   */
  beginIndex(collection: Collection, spec: Doc): Index {
    const index = makeIndex(this.takeId(), spec);
    index.writtenSince = new Set();
    this.building.add(index.id);
    void this.meta.put(this.metaKey('g', index.id), Buffer.from(placeOfKeys(index)));
    collection.maintained = [...collection.maintained, index];
    this.adopt(collection);
    return index;
  }

  /** Whether an index is still to be built: its collection may be gone, or the store closed. */
  isBuilding(collection: Collection, index: Index): boolean {
    return (
      !this.closed &&
      this.collections.get(collection.namespace) === collection &&
      collection.maintained.includes(index)
    );
  }

  /** The keys of an index that is being built are complete. Inside a write. */
  finishIndex(collection: Collection, index: Index): void {
    index.writtenSince = undefined;
    this.building.delete(index.id);
    void this.meta.remove(this.metaKey('g', index.id));
    collection.indexes.push(index);
    this.unsettled.push(index);
    this.adopt(collection);
    this.save(collection);
  }

  /** Gives an index up that is being built; what it has is cleared away. */
  abandonIndex(collection: Collection, index: Index): void {
    index.writtenSince = undefined;
    this.building.delete(index.id);
    this.adopt(collection);
    this.purgeSoon();
  }

  /**
   * Puts keys of an index that is being built, each with its record behind it and in order, until `isEnough`; answers
   * whether there were no more. Keys behind all others are appended, which fills pages whole. Inside a write.
   */
  putBuilt(
    collection: Collection,
    index: Index,
    next: () => Buffer | undefined,
    isEnough: () => boolean,
  ): boolean {
    const place = this[placeOfKeys(index)];
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
    const other = this.recordOf(key);
    if (other === undefined || other === record) return;
    const raw = this.view(collection, record) as Buffer;
    throw duplicateKey(collection.namespace, index, decodeDocument(raw), key);
  }

  private leave(place: 'documents' | 'keys' | 'unique', id: number): void {
    void this.meta.put(this.metaKey('g', id), Buffer.from(place));
    this.purgeSoon();
  }

  /** Clears away what dropped collections and indexes left, a few thousand keys at a time. */
  private purgeSoon(): void {
    if (this.purging) return;
    this.purging = true;
    const step = (): void => {
      if (this.closed) return;
      void this.write(() => this.purgeSome()).then(
        (more) => {
          if (more) setImmediate(step).unref();
          else this.purging = false;
        },
        () => {
          this.purging = false;
        },
      );
    };
    setImmediate(step).unref();
  }

  private purgeSome(): boolean {
    for (const { key, value } of this.meta.getRange({ start: Buffer.from('g'), end: Buffer.from('h') })) {
      if (this.building.has(key.readUInt32BE(1))) continue;
      const place = value.toString() as 'documents' | 'keys' | 'unique';
      const end = Buffer.alloc(4);
      end.writeUInt32BE(key.readUInt32BE(1) + 1);
      const keys = [...this[place].getKeys({ start: key.subarray(1), end, limit: PURGE_KEYS })];
      for (const one of keys) void this[place].remove(one);
      if (keys.length < PURGE_KEYS) void this.meta.remove(key);
      return true;
    }
    return false;
  }

  // --- writing -------------------------------------------------------------------------------------------------

  /** Runs `work` in the next transaction; resolves with its answer once that is on disk. Rejects with what it throws. */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.committing ??= this.commitAll();
    });
  }

  /** One transaction after another; what comes in while one is on its way to the disk goes with the next. */
  private async commitAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) await this.commit();
    // In the same step as the last look: a write that comes in after it begins anew.
    this.committing = undefined;
  }

  private async commit(): Promise<void> {
    const batch: Waiting[] = [];
    const settled: Array<() => void> = [];
    try {
      if (this.closed) throw new StoreError('InterruptedAtShutdown', 'the store is shutting down');
      if (this.broken) throw this.broken;
      await this.root.childTransaction(() => {
        const started = performance.now();
        this.writing = true;
        try {
          while (this.waiting.length > 0 && performance.now() - started < TURN_MS) {
            const next = this.waiting.shift() as Waiting;
            const { work, resolve, reject } = next;
            batch.push(next);
            try {
              const result = work();
              settled.push(() => resolve(result));
            } catch (error) {
              if (!(error instanceof StoreError)) throw error;
              settled.push(() => reject(error));
            }
          }
          this.saveCounters();
        } finally {
          this.writing = false;
        }
      });
    } catch (error) {
      // A transaction that never began takes everybody's writes with it.
      if (batch.length === 0) batch.push(...this.waiting.splice(0));
      const failure = judge(await causeOf(error), this.path, () => roomAt(this.path));
      if (failure instanceof DiskFailure) {
        // What the system keeps of a file after a failed write is not what is on disk: nothing more is written from it.
        this.broken = failure;
        batch.push(...this.waiting.splice(0));
        this.tellFailure(failure);
      } else if (!this.closed && !(error instanceof StoreError)) this.load();
      for (const { reject } of batch) reject(failure);
      return;
    }
    // Whoever is answered now must find what was written.
    this.root.resetReadTxn();
    for (const index of this.unsettled) index.settled = true;
    this.unsettled = [];
    for (const settle of settled) settle();
  }

  /** The keys of a document that is to be put; what its indexes learn of it is kept with them. */
  private keysToPut(
    collection: Collection,
    maker: KeyMaker,
    raw: Buffer,
  ): Array<{ index: Index; keys: Buffer[] }> {
    const known = flagsOf(collection.maintained);
    const all = maker.keysOf(raw, true);
    if (flagsOf(collection.maintained) !== known) this.save(collection);
    return all;
  }

  private checkUnique(collection: Collection, index: Index, keys: Buffer[], raw: Buffer, own: number): void {
    if (!index.unique) return;
    for (const key of keys) {
      const other = this.recordOf(key);
      if (other !== undefined && other !== own) {
        throw duplicateKey(collection.namespace, index, decodeDocument(raw), key);
      }
    }
  }

  /** The record under a key of a unique index. */
  recordOf(key: Buffer, transaction?: Transaction): number | undefined {
    const unique = this.unique as unknown as FastReads;
    const found = unique.getBinaryFast(key, transaction && { transaction });
    return found && readRecord(found, RECORD_BYTES);
  }

  private putKey(index: Index, key: Buffer, record: number): void {
    if (!index.unique) void this.keys.put(passingKey(key, record), EMPTY);
    else {
      writeRecord(passingRecord, record, 0);
      void this.unique.put(key, passingRecord);
    }
  }

  private removeKey(index: Index, key: Buffer, record: number): void {
    // Of an index that is being built the key may be another document's, whose twin this one was.
    if (index.unique) {
      if (!index.writtenSince || this.recordOf(key) === record) void this.unique.remove(key);
    } else void this.keys.remove(passingKey(key, record));
  }

  private checkSize(raw: Buffer): void {
    if (raw.length <= MAX_DOCUMENT_BYTES) return;
    throw new StoreError(
      'BSONObjectTooLarge',
      `BSONObj size: ${raw.length} (0x${raw.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES}(16MB)`,
    );
  }

  /** Inserts a document. Inside a write. Throws DuplicateKey before anything is put. */
  insert(collection: Collection, raw: Buffer): void {
    this.checkSize(raw);
    const all = this.keysToPut(collection, collection.keyMaker, raw);
    for (const { index, keys } of all) this.checkUnique(collection, index, keys, raw, -1);
    const record = collection.nextRecord++;
    void this.documents.put(keyOf(collection, record), raw);
    for (const { index, keys } of all) {
      for (const key of keys) this.putKey(index, key, record);
      index.writtenSince?.add(record);
    }
    collection.count++;
    collection.bytes += raw.length;
    this.changed(collection);
  }

  /**
   * Puts a document in the place of another. Inside a write. `paths` are those that the change may have written to, where
   * that is known: most changes touch few indexes or none. Throws DuplicateKey before anything is put.
   */
  replace(
    collection: Collection,
    record: number,
    before: Buffer,
    after: Buffer,
    paths?: readonly (readonly string[])[],
  ): void {
    this.checkSize(after);
    const touched = paths?.map(placeOf);
    const near = collection.maintained.filter((index) => !touched || touches(touched, index));
    if (near.length > 0) this.replaceKeys(collection, near, record, before, after);
    void this.documents.put(keyOf(collection, record), after);
    collection.bytes += after.length - before.length;
    this.changed(collection);
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
      // The key that stays may not be there yet where the index is being built.
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
    void this.documents.remove(keyOf(collection, record));
    collection.count--;
    collection.bytes -= raw.length;
    this.changed(collection);
  }

  private changed(collection: Collection): void {
    collection.changes++;
    this.dirty.add(collection);
  }

  // --- reading -------------------------------------------------------------------------------------------------

  /** One state of the store, to be read from over several turns; `done` gives it back. Inside a write: its own state. */
  snapshot(): Transaction | undefined {
    return this.writing ? undefined : this.root.useReadTransaction();
  }

  /** A document's bytes, good until the next read: in memory that all reads share. */
  view(collection: Collection, record: number, transaction?: Transaction): Buffer | undefined {
    const documents = this.documents as unknown as FastReads;
    const bytes = documents.getBinaryFast(keyOf(collection, record), transaction && { transaction });
    return bytes && asBuffer(bytes, documents.lastSize);
  }

  /** All records in natural order; or those after a record. */
  records(
    collection: Collection,
    reverse = false,
    transaction?: Transaction,
    after?: number,
  ): Iterable<number> {
    const start = after === undefined ? Buffer.alloc(4) : Buffer.from(keyOf(collection, after + 1));
    const end = Buffer.alloc(4);
    start.writeUInt32BE(collection.id);
    end.writeUInt32BE(collection.id + 1);
    return this.documentRecords.getKeys(
      ends({ start, end }, reverse, transaction),
    ) as Iterable<unknown> as Iterable<number>;
  }

  /** The records under a range of an index's keys, in the order of the keys. */
  *scan(
    index: Index,
    range: KeyRange,
    reverse: boolean,
    transaction?: Transaction,
    offset = 0,
  ): Generator<number> {
    if (!index.unique) {
      yield* this.keyRecords.getKeys(
        ends(range, reverse, transaction, offset),
      ) as Iterable<unknown> as Iterable<number>;
      return;
    }
    for (const { value } of this.unique.getRange(ends(range, reverse, transaction, offset))) {
      yield readRecord(value, RECORD_BYTES);
    }
  }

  /** The same with the keys (without the record): for merging several ranges. */
  *entries(
    index: Index,
    range: KeyRange,
    reverse: boolean,
    transaction?: Transaction,
    offset = 0,
  ): Generator<{ key: Buffer; record: number }> {
    if (index.unique) {
      for (const { key, value } of this.unique.getRange(ends(range, reverse, transaction, offset))) {
        yield { key, record: readRecord(value, RECORD_BYTES) };
      }
      return;
    }
    for (const key of this.keys.getKeys(ends(range, reverse, transaction, offset))) {
      yield {
        key: Buffer.from(key.buffer, key.byteOffset, key.length - RECORD_BYTES),
        record: readRecord(key, key.length),
      };
    }
  }

  /** The key (without the record) that stands `offset` places into a range. */
  keyAt(
    index: Index,
    range: KeyRange,
    reverse: boolean,
    offset: number,
    transaction?: Transaction,
  ): Buffer | undefined {
    const from = index.unique ? this.unique : this.keys;
    for (const key of from.getKeys({ ...ends(range, reverse, transaction, offset), limit: 1 })) {
      return index.unique ? key : key.subarray(0, key.length - RECORD_BYTES);
    }
    return undefined;
  }

  /** How many keys a range holds, counted by LMDB without handing them over. */
  countKeys(index: Index, range: KeyRange, transaction?: Transaction): number {
    const from = index.unique ? this.unique : this.keys;
    return from.getKeysCount(ends(range, false, transaction));
  }
}

function ends({ start, end }: KeyRange, reverse: boolean, transaction: Transaction | undefined, offset = 0) {
  // A reversed range is given from its last key, which is then included where our end excludes it; no key equals an end.
  const common = { ...(offset > 0 && { offset }), ...(transaction && { transaction }) };
  return reverse
    ? { start: end, end: start, inclusiveEnd: true, reverse, ...common }
    : { start, end, ...common };
}

function prepareDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new Error(`The directory ${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/** LMDB tells the reason of a commit that failed later than the failure, by a promise that is rejected with it. */
async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = (error ?? {}) as { commitError?: Promise<unknown> };
  if (commitError === undefined) return error;
  return commitError.catch((cause: unknown) => cause);
}
