/** Reading documents and keys, from the latest state or from a snapshot. */
import type { Transaction } from 'lmdb';
import type { Collection } from './collection.js';
import type { Commits } from './commits.js';
import { placeOfKeys, type Files } from './files.js';
import type { Index } from './indexes.js';
import { RECORD_BYTES, keyOf, readRecord } from './records.js';

export interface KeyRange {
  start: Buffer;
  end: Buffer;
}

/** Members that are missing in lmdb's type declarations. */
interface FastReads {
  getBinaryFast(key: Buffer, options?: { transaction: Transaction }): Uint8Array | undefined;
  lastSize: number;
}

/** LMDB copies every read into one shared buffer; this is an ordinary Buffer over the same memory. */
let shared: Buffer = Buffer.alloc(0);
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

function ends({ start, end }: KeyRange, reverse: boolean, transaction: Transaction | undefined, offset = 0) {
  // A reversed range starts at its end, which `inclusiveEnd` includes although ours is exclusive; no key equals an end.
  const common = { ...(offset > 0 && { offset }), ...(transaction && { transaction }) };
  return reverse
    ? { start: end, end: start, inclusiveEnd: true, reverse, ...common }
    : { start, end, ...common };
}

export class Reads {
  constructor(
    private readonly files: Files,
    private readonly commits: Commits,
  ) {}

  /**
   * A read transaction (snapshot) for reading over several time slices; release it with `done`. Undefined inside a write,
   * which reads its own uncommitted state.
   */
  snapshot(): Transaction | undefined {
    return this.commits.writing ? undefined : this.files.root.useReadTransaction();
  }

  /** A document's bytes, valid until the next read: all reads share the memory. */
  view(collection: Collection, record: number, transaction?: Transaction): Buffer | undefined {
    const documents = this.files.documents as unknown as FastReads;
    const bytes = documents.getBinaryFast(keyOf(collection, record), transaction && { transaction });
    return bytes && asBuffer(bytes, documents.lastSize);
  }

  /** All record ids in natural order, or those after a given record. */
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
    return this.files.documentRecords.getKeys(
      ends({ start, end }, reverse, transaction),
    ) as Iterable<unknown> as Iterable<number>;
  }

  /** The record that a key of a unique index points to. */
  recordOf(key: Buffer, transaction?: Transaction): number | undefined {
    const unique = this.files.unique as unknown as FastReads;
    const found = unique.getBinaryFast(key, transaction && { transaction });
    return found && readRecord(found, RECORD_BYTES);
  }

  /** Index scan: the records of a range of an index's keys, in key order. */
  *scan(
    index: Index,
    range: KeyRange,
    reverse: boolean,
    transaction?: Transaction,
    offset = 0,
  ): Generator<number> {
    if (!index.unique) {
      yield* this.files.keyRecords.getKeys(
        ends(range, reverse, transaction, offset),
      ) as Iterable<unknown> as Iterable<number>;
      return;
    }
    for (const { value } of this.files.unique.getRange(ends(range, reverse, transaction, offset))) {
      yield readRecord(value, RECORD_BYTES);
    }
  }

  /** Index scan that also yields the keys (without the record), for merging several ranges. */
  *entries(
    index: Index,
    range: KeyRange,
    reverse: boolean,
    transaction?: Transaction,
    offset = 0,
  ): Generator<{ key: Buffer; record: number }> {
    const { keys, unique } = this.files;
    if (index.unique) {
      for (const { key, value } of unique.getRange(ends(range, reverse, transaction, offset))) {
        yield { key, record: readRecord(value, RECORD_BYTES) };
      }
      return;
    }
    for (const key of keys.getKeys(ends(range, reverse, transaction, offset))) {
      yield {
        key: Buffer.from(key.buffer, key.byteOffset, key.length - RECORD_BYTES),
        record: readRecord(key, key.length),
      };
    }
  }

  /** The key (without the record) at an offset into a range. */
  keyAt(
    index: Index,
    range: KeyRange,
    reverse: boolean,
    offset: number,
    transaction?: Transaction,
  ): Buffer | undefined {
    const from = this.files[placeOfKeys(index)];
    for (const key of from.getKeys({ ...ends(range, reverse, transaction, offset), limit: 1 })) {
      return index.unique ? key : key.subarray(0, key.length - RECORD_BYTES);
    }
    return undefined;
  }

  /** How many keys a range contains, counted by LMDB without returning them. */
  countKeys(index: Index, range: KeyRange, transaction?: Transaction): number {
    return this.files[placeOfKeys(index)].getKeysCount(ends(range, false, transaction));
  }
}
