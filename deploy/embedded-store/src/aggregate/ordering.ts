/** The order that a sort pattern puts decoded documents in, and the first k of a stream under it. */
import { StoreError } from '../values/errors.js';
import { keyField, keyTuples, type KeyField } from '../query/paths.js';
import {
  Undefined,
  compareValues,
  describe,
  isDoc,
  isNumber,
  toNumber,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

type Key = Value[];

export interface Ordering {
  readonly key: (doc: Doc) => Key;
  readonly compare: (a: Key, b: Key) => number;
}

/** Reads `{a: 1, 'b.c': -1}`. Throws MongoDB's complaints about anything else. */
export function parseSortPattern(pattern: Value): KeyField[] {
  if (!isDoc(pattern)) throw new StoreError(15973, 'the $sort key specification must be an object');
  if (pattern.size === 0) throw new StoreError(15976, '$sort stage must have at least one sort key');
  return [...pattern].map(([path, direction]) => {
    if (!isNumber(direction)) {
      if (isDoc(direction) && direction.has('$meta')) {
        throw new StoreError('NotImplemented', 'sorting by $meta is not supported by the embedded store');
      }
      const found = `found: ${path}: ${describe(direction)}`;
      throw new StoreError(15974, `Illegal key in $sort specification: ${found}`);
    }
    const sign = toNumber(direction);
    if (sign !== 1 && sign !== -1) {
      throw new StoreError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    return keyField(path, sign === -1);
  });
}

// An empty array sorts as undefined, below null.
const keyValue = (found: Found): Value => found ?? Undefined.value;

function tuplesOf(doc: Doc, fields: readonly KeyField[]): Found[][] {
  try {
    return keyTuples(doc, fields);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError('BadValue', 'cannot sort with keys that are parallel arrays');
  }
}

/** An array sorts by its least element, or by its greatest in a descending order. */
export function orderingOf(fields: readonly KeyField[]): Ordering {
  const compare = (a: Key, b: Key): number => {
    for (let i = 0; i < fields.length; i++) {
      const order = compareValues(a[i] as Value, b[i] as Value);
      if (order !== 0) return (fields[i] as KeyField).descending ? -order : order;
    }
    return 0;
  };
  const simple = fields.every(({ parts }) => parts.length === 1);
  return {
    compare,
    key(doc) {
      if (simple) {
        const key = fields.map(({ path }) => doc.get(path) ?? null);
        if (!key.some((value) => Array.isArray(value))) return key;
      }
      const keys = tuplesOf(doc, fields).map((tuple) => tuple.map(keyValue));
      return keys.reduce((best, key) => (compare(key, best) < 0 ? key : best));
    },
  };
}

interface Keyed<T> {
  key: Key;
  item: T;
  /** Where it stood in the input: what keeps the order of equals. */
  at: number;
}

/** Collects items and hands them out sorted; with a limit it never holds more than that many. */
export class Sorter<T> {
  private items: Array<Keyed<T>> = [];
  private count = 0;

  constructor(
    private readonly compareKeys: (a: Key, b: Key) => number,
    private readonly limit = Infinity,
  ) {}

  private readonly compare = (a: Keyed<T>, b: Keyed<T>): number =>
    this.compareKeys(a.key, b.key) || a.at - b.at;

  add(key: Key, item: T): void {
    const entry = { key, item, at: this.count++ };
    const { items, compare, limit } = this;
    if (items.length < limit) {
      items.push(entry);
      if (items.length === limit) heapify(items, compare);
    } else if (limit > 0 && compare(entry, items[0] as Keyed<T>) < 0) {
      items[0] = entry;
      sink(items, 0, compare);
    }
  }

  sorted(): T[] {
    return this.items.sort(this.compare).map(({ item }) => item);
  }
}

/** Makes the last in order the first element, and each element come after its children. */
function heapify<E>(items: E[], compare: (a: E, b: E) => number): void {
  for (let at = Math.floor(items.length / 2) - 1; at >= 0; at--) sink(items, at, compare);
}

function sink<E>(items: E[], from: number, compare: (a: E, b: E) => number): void {
  const moving = items[from] as E;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= items.length) break;
    if (child + 1 < items.length && compare(items[child + 1] as E, items[child] as E) > 0) child++;
    if (compare(items[child] as E, moving) <= 0) break;
    items[at] = items[child] as E;
    at = child;
  }
  items[at] = moving;
}
