/**
 * A document's keys in many indexes at once, encoded directly from its BSON bytes without decoding the values. Indexes of
 * one collection share most of their fields, so each path is walked and its value encoded once for all of them. Only a
 * value that has no simple encoding (an array, a very long string) falls back to `indexKeys` on the decoded document.
 */
// Imported because the global is a getter, which would be called for every key.
import { Buffer } from 'node:buffer';
import { Picker } from '../values/bson.js';
import { TYPE, type Doc } from '../values/values.js';
import { encodeElement, fieldRoom } from './keys.js';
import { indexKeys, type Index } from './indexes.js';

interface PlannedIndex {
  index: Index;
  /** The slot (number) of each of its paths among all paths, and whether it is descending. */
  slots: readonly number[];
  descending: readonly boolean[];
  room: number;
}

interface NumberedPath {
  parts: readonly string[];
  slot: number;
}

/** One level of the path tree: the fields of a (sub)document that paths end at or lead through. */
interface Level {
  picker: Picker;
  /** In the order of the picker's names: the slot of the path that ends there (-1: none), and the next level. */
  ends: readonly number[];
  below: ReadonlyArray<Level | undefined>;
  /** All paths that lead through here. */
  slots: readonly number[];
}

const DESCENDING = 0xff;
const NOT_YET = 0;
const NOT_SIMPLE = -1;
/** Upper bound of the size of a simple field. */
const FIELD_BYTES = fieldRoom(1);

/** Encoded values of the current document. Shared: a document's keys are built synchronously. */
let bytes = Buffer.alloc(0);

function makeLevel(paths: readonly NumberedPath[], depth: number, more: readonly string[] = []): Level {
  const names = [...new Set([...paths.map(({ parts }) => parts[depth] as string), ...more])];
  const branches = names.map((name) => paths.filter(({ parts }) => parts[depth] === name));
  return {
    picker: new Picker(names),
    ends: branches.map((branch) => branch.find(({ parts }) => parts.length === depth + 1)?.slot ?? -1),
    below: branches.map((branch) => {
      const longer = branch.filter(({ parts }) => parts.length > depth + 1);
      return longer.length > 0 ? makeLevel(longer, depth + 1) : undefined;
    }),
    slots: paths.map(({ slot }) => slot),
  };
}

/** Encodes documents for a fixed set of indexes. */
export class KeyMaker {
  private readonly planned: PlannedIndex[];
  private readonly top: Level;
  /** By slot, for the current document: the value's BSON type (0: missing; array if the path meets one) and offset. */
  private readonly types: Uint8Array;
  private readonly places: Int32Array;
  /** By slot: start and end offsets of the encoded value in `bytes`. */
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private length = 0;

  constructor(indexes: readonly Index[]) {
    const paths = new Map<string, NumberedPath>();
    const slotOf = (path: string, parts: readonly string[]): number => {
      const known = paths.get(path) ?? { parts, slot: paths.size };
      paths.set(path, known);
      return known.slot;
    };
    this.planned = indexes.map((index) => ({
      index,
      slots: index.fields.map(({ path, parts }) => slotOf(path, parts)),
      descending: index.fields.map(({ descending }) => descending),
      room: fieldRoom(index.fields.length),
    }));
    this.top = makeLevel(
      [...paths.values()],
      0,
      indexes.flatMap(({ names }) => names),
    );
    this.types = new Uint8Array(paths.size);
    this.places = new Int32Array(paths.size);
    this.starts = new Int32Array(paths.size);
    this.ends = new Int32Array(paths.size);
    if (bytes.length < paths.size * FIELD_BYTES) bytes = Buffer.allocUnsafe(paths.size * FIELD_BYTES);
  }

  /** Reads only the top-level fields that the indexes need. */
  get picker(): Picker {
    return this.top.picker;
  }

  /** A document's keys, by index. With `noted`, the indexes' multikey and inexact flags are updated. */
  keysOf(raw: Buffer, noted: boolean): Array<{ index: Index; keys: Buffer[] }> {
    this.types.fill(0);
    this.ends.fill(NOT_YET);
    this.length = 0;
    this.locate(raw, 0, this.top);
    let doc: Doc | undefined;
    return this.planned.map((planned) => {
      const { index } = planned;
      if (index.partial && !index.partial.matches(raw, 0)) return { index, keys: [] };
      if (index.sparse && planned.slots.every((slot) => this.types[slot] === 0)) return { index, keys: [] };
      const simple = this.simpleKey(planned, raw);
      if (simple) return { index, keys: [simple] };
      doc ??= this.picker.decode(raw);
      return { index, keys: indexKeys(index, doc, raw, noted ? index : undefined) };
    });
  }

  private locate(raw: Buffer, document: number, { picker, ends, below }: Level): void {
    picker.pick(raw, document);
    for (let i = 0; i < ends.length; i++) {
      const type = picker.types[i] as number;
      const slot = ends[i] as number;
      if (slot >= 0) {
        this.types[slot] = type;
        this.places[slot] = picker.places[i] as number;
      }
      const deeper = below[i];
      if (deeper === undefined) continue;
      if (type === TYPE.object) this.locate(raw, picker.places[i] as number, deeper);
      else if (type === TYPE.array) for (const met of deeper.slots) this.types[met] = TYPE.array;
    }
  }

  /** The document's only key if every value has a simple encoding. */
  private simpleKey({ index, slots, descending, room }: PlannedIndex, raw: Buffer): Buffer | undefined {
    let length = index.prefix.length;
    for (const slot of slots) {
      const size = this.encode(slot, raw);
      if (size < 0 || size > room) return undefined;
      length += size;
    }
    const key = Buffer.allocUnsafe(length);
    let at = 0;
    for (; at < index.prefix.length; at++) key[at] = index.prefix[at] as number;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i] as number;
      const flip = descending[i] === true ? DESCENDING : 0;
      const end = this.ends[slot] as number;
      for (let from = this.starts[slot] as number; from < end; from++)
        key[at++] = (bytes[from] as number) ^ flip;
    }
    return key;
  }

  /** Encodes the value at a path, once for all indexes; returns its size, negative if it has no simple encoding. */
  private encode(slot: number, raw: Buffer): number {
    if (this.ends[slot] === NOT_YET) {
      const type = this.types[slot] as number;
      const start = this.length;
      const end =
        type === TYPE.array
          ? NOT_SIMPLE
          : encodeElement(raw, type, this.places[slot] as number, bytes, start);
      this.starts[slot] = start;
      this.ends[slot] = end;
      if (end > 0) this.length = end;
    }
    const end = this.ends[slot] as number;
    return end < 0 ? NOT_SIMPLE : end - (this.starts[slot] as number);
  }
}
