/** Sort keys and comparison of decoded documents for a sort pattern. */
import { StoreError } from '../values/errors.js';
import { keyField, keyTuples, type KeyField } from '../filter/paths.js';
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

/** Parses a sort pattern such as `{a: 1, 'b.c': -1}`. Throws MongoDB's errors for an invalid one. */
export function parseSortPattern(pattern: Value): KeyField[] {
  if (!isDoc(pattern)) throw new StoreError(15973, 'the $sort key specification must be an object');
  if (pattern.size === 0) throw new StoreError(15976, '$sort stage must have at least one sort key');
  return [...pattern].map(([path, direction]) => {
    if (!isNumber(direction)) {
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

/** An array sorts by its smallest element, or by its greatest in descending order. */
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
