/**
 * The keys of a document in many indexes at once, taken from its bytes: no value is made of a field that need not become
 * one. Indexes of one collection share most of their fields, so each path is walked and its value encoded once for all of
 * them; only where a value needs more (an array, a very long text) the index works its keys out alone.
 */
// Not the global one, which is looked up by a getter at every key.
import { Buffer } from 'node:buffer';
import { Picker } from '../values/bson.js';
import { TYPE, type Doc } from '../values/values.js';
import { encodeElement, fieldRoom } from './keys.js';
import { indexKeys, type Index } from './indexes.js';

interface PlannedIndex {
  index: Index;
  /** The numbers of its paths among all, and whether each is descending. */
  slots: readonly number[];
  descending: readonly boolean[];
  room: number;
}

interface NumberedPath {
  parts: readonly string[];
  slot: number;
}

/** The fields of a document, or of one in it, that paths end at or lead through. */
interface Level {
  picker: Picker;
  /** By the picker's names: the path that ends there (-1: none), and what lies below. */
  ends: readonly number[];
  below: ReadonlyArray<Level | undefined>;
  /** All paths that lead through here. */
  slots: readonly number[];
}

const DESCENDING = 0xff;
const NOT_YET = 0;
const NOT_SIMPLE = -1;
/** More than any field takes that is a simple one. */
const FIELD_BYTES = fieldRoom(1);

/** The values' bytes of the document at hand; one document is done with before the next begins. */
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
  /** Of each path in the document at hand: its value's type (0: missing; an array too where it meets one) and place. */
  private readonly types: Uint8Array;
  private readonly places: Int32Array;
  /** Where its encoded bytes begin and end. */
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

  /** Reads just the fields that the indexes need. */
  get picker(): Picker {
    return this.top.picker;
  }

  /**
   * A document's keys, by index. What an index learns of the document (arrays, inexact keys) is noted in it where
   * `noted` says so.
   */
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

  /** The only key, where every value is a simple one. */
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

  /** Encodes the value at a path, once for all indexes; answers its size, negative where it is not a simple one. */
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
