/**
 * Index bounds: a filter's conditions on one path as intervals of index keys.
 *
 * Bounds may be too wide, because documents are filtered again; they must never be too narrow. `exact` means that the
 * intervals contain only keys of matching documents, so that counting keys is enough.
 */
import type { Bound, Interval } from '../storage/keys.js';
import type { Filter, Test } from '../filter/match.js';
import { literalPrefix } from '../filter/regex.js';
import { valueKey, type ValueKey } from '../values/value-key.js';
import type { BSONRegExp } from '../values/values.js';
import {
  Decimal128,
  Double,
  MaxKey,
  MinKey,
  TYPE,
  Undefined,
  compareValues,
  isNumber,
  orderOfType,
  toNumber,
  typeOf,
  type Value,
} from '../values/values.js';

export interface Constraint {
  path: string;
  /** What a value must pass; undefined of `$ne` and `$nin`, of which the intervals alone tell. */
  test: Test | undefined;
  intervals: Interval[];
  /** All intervals are points, that is, single values. */
  points: boolean;
  exact: boolean;
  /** Documents without the field may match. */
  matchesMissing: boolean;
  /** The conjunct of the filter that this constraint comes from. */
  source: Filter;
}

const point = (value: Value): Interval => ({
  low: { value, inclusive: true },
  high: { value, inclusive: true },
});

/** The keys of null: missing, null, undefined and the empty array. */
const NULLS: Interval = { low: { type: TYPE.undefined }, high: { type: TYPE.null } };
const LAST_TEXT = '\u{10ffff}'.repeat(4);

const isNaNumber = (value: Value): boolean =>
  (value instanceof Double || value instanceof Decimal128) && Number.isNaN(toNumber(value));

/** Values without an interval: arrays compare as a whole and by element, MinKey and MaxKey with every type. */
const unsuited = (value: Value): boolean =>
  Array.isArray(value) || value instanceof MinKey || value instanceof MaxKey || value instanceof Undefined;

interface Bounds {
  intervals: Interval[];
  points: boolean;
  exact: boolean;
  matchesMissing?: boolean;
}

function equality(value: Value): Bounds | undefined {
  if (unsuited(value)) return undefined;
  if (value === null) return { intervals: [NULLS], points: false, exact: true, matchesMissing: true };
  return { intervals: [point(value)], points: true, exact: true };
}

function range(op: '$lt' | '$lte' | '$gt' | '$gte', value: Value): Bounds | undefined {
  if (unsuited(value)) return undefined;
  const inclusive = op === '$lte' || op === '$gte';
  if (value === null || isNaNumber(value)) {
    return inclusive ? equality(value) : { intervals: [], points: true, exact: true };
  }
  const type = typeOf(value);
  const bound: Bound = { value, inclusive };
  // NaN sorts below all numbers and is in no numeric range.
  const lowest: Bound = isNumber(value) ? { value: new Double(NaN), inclusive: false } : { type };
  const interval =
    op === '$lt' || op === '$lte' ? { low: lowest, high: bound } : { low: bound, high: { type } };
  return { intervals: [interval], points: false, exact: true };
}

function regex(value: BSONRegExp): Bounds {
  const known = literalPrefix(value);
  const text: Interval = known
    ? {
        low: { value: known.prefix, inclusive: true },
        high: { value: known.prefix + LAST_TEXT, inclusive: true },
      }
    : { low: { type: TYPE.string }, high: { type: TYPE.string } };
  return { intervals: [text, point(value)], points: false, exact: false };
}

/** `$in`: each value is a point; only wider intervals (null, regular expressions) may overlap and need merging. */
function members(values: Value[], regexes: BSONRegExp[]): Bounds | undefined {
  const single = new Map<ValueKey, Interval>();
  const wide = regexes.flatMap((one) => regex(one).intervals);
  for (const value of values) {
    if (unsuited(value)) return undefined;
    if (value === null) wide.push(NULLS);
    else single.set(valueKey(value), point(value));
  }
  const points = [...single.values()];
  return {
    intervals: wide.length === 0 ? points : mergeIntervals([...points, ...wide]),
    points: wide.length === 0,
    exact: regexes.length === 0,
    matchesMissing: values.includes(null),
  };
}

function boundsOf(test: Test): Bounds | undefined {
  switch (test.op) {
    case '$eq':
      return equality(test.value);
    case '$lt':
    case '$lte':
    case '$gt':
    case '$gte':
      return range(test.op, test.value);
    case '$in':
      return members(test.values, test.regexes);
    case '$regex':
      return regex(test.regex);
    case '$exists':
      return {
        intervals: [{ low: { type: TYPE.minKey }, high: { type: TYPE.maxKey } }],
        points: false,
        exact: false,
      };
    case '$type': {
      if (test.types.some((type) => type === TYPE.array || type === TYPE.null || type === TYPE.undefined))
        return undefined;
      const intervals = test.types.map((type): Interval => ({ low: { type }, high: { type } }));
      return { intervals: mergeIntervals(intervals), points: false, exact: false };
    }
    default:
      return undefined;
  }
}

/** All keys but some single ones: what `$ne` and `$nin` leave. */
function allBut(test: Test): Bounds | undefined {
  const bounds = test.op === '$eq' || test.op === '$in' ? boundsOf(test) : undefined;
  if (!bounds?.points || !bounds.exact) return undefined;
  const gone = [...bounds.intervals].sort((a, b) => compareBounds(a.low, b.low, false));
  const lows: Bound[] = [{ type: TYPE.minKey }, ...gone.map(({ high }) => outside(high))];
  const highs: Bound[] = [...gone.map(({ low }) => outside(low)), { type: TYPE.maxKey }];
  const intervals = lows.flatMap((low, i): Interval[] => {
    const high = highs[i];
    return high === undefined ? [] : [{ low, high }];
  });
  return { intervals, points: false, exact: true };
}

/** The same place, without its value. */
const outside = (bound: Bound): Bound => ('value' in bound ? { ...bound, inclusive: false } : bound);

function constrain(path: string, test: Test, source: Filter, out: Constraint[]): void {
  const bounds = boundsOf(test);
  if (bounds) out.push({ matchesMissing: false, ...bounds, path, test, source });
  else if (test.op === '$elemMatch') {
    // One element must satisfy all conditions, so each of them is a necessary condition by itself.
    for (const inner of constraintsOf(test.filter)) {
      out.push({ ...inner, path: `${path}.${inner.path}`, exact: false, matchesMissing: false, source });
    }
  } else if (test.op === '$elemMatchValue') {
    for (const inner of constraintsOf(test.filter)) {
      out.push({ ...inner, path, exact: false, matchesMissing: false, source });
    }
  }
}

/** The necessary conditions of a filter that an index can evaluate. */
export function constraintsOf(filter: Filter): Constraint[] {
  const out: Constraint[] = [];
  for (const part of conjuncts(filter)) {
    if (part.op === 'at') constrain(part.path, part.test, part, out);
    if (part.op !== '$not' || part.filter.op !== 'at') continue;
    const { path, test } = part.filter;
    const bounds = allBut(test);
    if (bounds) out.push({ matchesMissing: true, ...bounds, path, test: undefined, source: part });
  }
  return out;
}

/** The parts of a conjunction (`$and`), flattened. */
export function conjuncts(filter: Filter): Filter[] {
  return filter.op === '$and' ? filter.filters.flatMap(conjuncts) : [filter];
}

/** The same for a field that is not multikey: without empty arrays, null is a single key. */
export function withoutArrays(constraint: Constraint): Constraint {
  if (!constraint.matchesMissing) return constraint;
  const intervals = constraint.intervals.map((interval) =>
    'type' in interval.low && interval.low.type === TYPE.undefined ? point(null) : interval,
  );
  return { ...constraint, intervals, points: intervals.every(isPoint) };
}

export const isPoint = ({ low, high }: Interval): boolean =>
  'value' in low &&
  'value' in high &&
  low.inclusive &&
  high.inclusive &&
  compareValues(low.value, high.value) === 0;

const orderOf = (bound: Bound): number =>
  'type' in bound ? orderOfType(bound.type) : orderOfType(typeOf(bound.value));

/** Compares two low bounds, or two high bounds: a type's low bound is below its values, its high bound above. */
export function compareBounds(a: Bound, b: Bound, upper: boolean): number {
  const order = orderOf(a) - orderOf(b);
  if (order !== 0) return order;
  if ('type' in a || 'type' in b) {
    if ('type' in a && 'type' in b) return 0;
    return 'type' in a === upper ? 1 : -1;
  }
  const values = compareValues(a.value, b.value);
  if (values !== 0 || a.inclusive === b.inclusive) return values;
  return a.inclusive === upper ? 1 : -1;
}

/** Whether an interval that starts at `low` and one that ends at `high` are disjoint. */
function apart(high: Bound, low: Bound): boolean {
  const order = orderOf(high) - orderOf(low);
  if (order !== 0 || 'type' in high || 'type' in low) return order < 0;
  const values = compareValues(high.value, low.value);
  return values < 0 || (values === 0 && !(high.inclusive && low.inclusive));
}

/** The union: intervals sorted, overlapping ones merged. */
function mergeIntervals(intervals: Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => compareBounds(a.low, b.low, false));
  const merged: Interval[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last === undefined || apart(last.high, next.low)) merged.push({ ...next });
    else if (compareBounds(next.high, last.high, true) > 0) last.high = next.high;
  }
  return merged;
}

/** The intersection of two lists of intervals. */
export function intersectIntervals(left: Interval[], right: Interval[]): Interval[] {
  const out: Interval[] = [];
  for (const a of left) {
    for (const b of right) {
      const low = compareBounds(a.low, b.low, false) > 0 ? a.low : b.low;
      const high = compareBounds(a.high, b.high, true) < 0 ? a.high : b.high;
      if (!apart(high, low)) out.push({ low, high });
    }
  }
  return out;
}

/** Whether a constraint implies a condition of a partial filter expression on the same path. */
export function implies(constraint: Constraint, wanted: Test): boolean {
  if (wanted.op === '$exists') return !constraint.matchesMissing;
  if (wanted.op === '$type') {
    const { test } = constraint;
    if (test === undefined) return false;
    if (test.op === '$eq') return wanted.types.includes(typeOf(test.value));
    if (test.op === '$in') {
      return test.regexes.length === 0 && test.values.every((value) => wanted.types.includes(typeOf(value)));
    }
    return test.op === '$type' && test.types.every((type) => wanted.types.includes(type));
  }
  const bounds = boundsOf(wanted);
  if (!bounds?.exact || !constraint.exact) return false;
  return constraint.intervals.every((inner) =>
    bounds.intervals.some(
      (outer) =>
        compareBounds(inner.low, outer.low, false) >= 0 && compareBounds(inner.high, outer.high, true) <= 0,
    ),
  );
}
