/**
 * The keys of a document in many indexes at once. Indexes of one collection share most of their fields, so each path is
 * walked and its value encoded once for all of them; only where a value needs more (an array, a very long text) the index
 * works its keys out alone.
 */
import { Picker } from '../values/bson.js';
import type { Doc, Found } from '../values/values.js';
import { encodeField, fieldRoom } from './keys.js';
import { indexKeys, type Index } from './indexes.js';

interface PlannedIndex {
  index: Index;
  /** The numbers of its paths among all, and whether each is descending. */
  slots: readonly number[];
  descending: readonly boolean[];
  room: number;
}

const DESCENDING = 0xff;

/** Encodes documents for a fixed set of indexes. */
export class KeyMaker {
  private readonly paths: Array<readonly string[]> = [];
  private readonly planned: PlannedIndex[];
  /** The bytes of each path's value in the document at hand; undefined: not looked at yet; null: not simple. */
  private readonly encoded: Array<Buffer | null | undefined> = [];

  /** Reads just the fields that the indexes need. */
  readonly picker: Picker;

  constructor(indexes: readonly Index[]) {
    this.picker = new Picker([...new Set(indexes.flatMap(({ names }) => names))]);
    const slots = new Map<string, number>();
    const slotOf = (path: string, parts: readonly string[]): number => {
      const known = slots.get(path);
      if (known !== undefined) return known;
      slots.set(path, this.paths.length);
      return this.paths.push(parts) - 1;
    };
    this.planned = indexes.map((index) => ({
      index,
      slots: index.fields.map(({ path, parts }) => slotOf(path, parts)),
      descending: index.fields.map(({ descending }) => descending),
      room: fieldRoom(index.fields.length),
    }));
  }

  /**
   * A document's keys, by index. What an index learns of the document (arrays, inexact keys) is noted in it where
   * `noted` says so.
   */
  keysOf(raw: Buffer, noted: boolean): Array<{ index: Index; keys: Buffer[] }> {
    const doc = this.picker.decode(raw);
    this.encoded.length = 0;
    return this.planned.map((planned) => {
      const { index } = planned;
      if (index.partial && !index.partial.matches(raw, 0)) return { index, keys: [] };
      const simple = index.sparse ? undefined : this.simpleKey(planned, doc);
      return { index, keys: simple ? [simple] : indexKeys(index, doc, raw, noted ? index : undefined) };
    });
  }

  /** The only key, where every value is a simple one. */
  private simpleKey({ index, slots, descending, room }: PlannedIndex, doc: Doc): Buffer | undefined {
    let length = index.prefix.length;
    for (const slot of slots) {
      const bytes = this.bytesOf(slot, doc);
      if (bytes === null || bytes.length > room) return undefined;
      length += bytes.length;
    }
    const key = Buffer.allocUnsafe(length);
    let at = index.prefix.copy(key, 0);
    for (let i = 0; i < slots.length; i++) {
      const bytes = this.encoded[slots[i] as number] as Buffer;
      if (descending[i]) for (const byte of bytes) key[at++] = byte ^ DESCENDING;
      else for (let j = 0; j < bytes.length; j++) key[at++] = bytes[j] as number;
    }
    return key;
  }

  private bytesOf(slot: number, doc: Doc): Buffer | null {
    const known = this.encoded[slot];
    if (known !== undefined) return known;
    const value = plainValue(doc, this.paths[slot] as readonly string[]);
    return (this.encoded[slot] = value === undefined ? null : encodeField(value));
  }
}

/** The value at a path that meets no array, null where it leads nowhere; undefined where it meets one. */
function plainValue(doc: Doc, parts: readonly string[]): Exclude<Found, undefined> | undefined {
  let value: Found = doc;
  for (const part of parts) {
    if (value instanceof Map) value = value.get(part);
    else return Array.isArray(value) ? undefined : null;
  }
  return Array.isArray(value) ? undefined : (value ?? null);
}
