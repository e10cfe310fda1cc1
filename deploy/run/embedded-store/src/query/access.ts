/** An access path: the ranges of one index's keys to scan for a filter, their order, and which conditions they cover. */
import { PAUSE, type Turns } from '../turns.js';
import { conjuncts, implies, intersectIntervals, isPoint, withoutArrays, type Constraint } from './bounds.js';
import { sortInTurns } from './sorting.js';
import type { Index } from '../storage/indexes.js';
import { intervalKeys, prefixKeys, type Interval } from '../storage/keys.js';
import type { Filter } from '../filter/match.js';
import type { KeyField } from '../filter/paths.js';
import type { KeyRange } from '../storage/reads.js';

/** Maximum number of ranges, beyond which further fields do not bound the scan; the first field alone may exceed it. */
const MAX_RANGES = 500;
/** Maximum number of groups to merge; beyond it, sorting in memory is cheaper. */
const MAX_GROUPS = 500;
/** Maximum number of interval pairs to intersect. */
const MAX_PAIRS = 10_000;

export interface Access {
  index: Index;
  ranges: KeyRange[];
  /** The ranges of a group are scanned in sequence; the groups are merged by the rest of the key after their prefix. */
  groups: Array<{ ranges: KeyRange[]; prefix: number }>;
  /** The scan provides the sort order, read forwards or backwards. */
  sorted: boolean;
  reverse: boolean;
  /** Paths of the fields that bound the ranges; used for comparing accesses and for `explain`. */
  bounded: string[];
  /** The conjuncts of the filter that the ranges cover exactly, so that they need no further test. */
  settled: Set<Filter>;
  /** A document may have several keys in the index, so that records must be deduplicated. */
  multikey: boolean;
  /** Point lookup in a unique index: at most one document. */
  single: boolean;
}

interface Prefix {
  bytes: Buffer;
  /** Length of the bytes after each field. */
  lengths: number[];
}

function usable(index: Index, constraints: Constraint[]): boolean {
  if (index.sparse) {
    const present = constraints.some(
      ({ path, matchesMissing }) => !matchesMissing && index.fields.some((field) => field.path === path),
    );
    if (!present) return false;
  }
  if (!index.partial) return true;
  return conjuncts(index.partial.filter).every(
    (wanted) =>
      wanted.op === 'at' &&
      constraints.some((constraint) => constraint.path === wanted.path && implies(constraint, wanted.test)),
  );
}

/**
 * The constraint of one field: the intersection of all, or only the narrowest one for a multikey field, where different
 * elements of an array may satisfy different constraints.
 */
function constraintOfField(own: Constraint[], multikey: boolean): Constraint & { sources: Filter[] } {
  const sorted = (multikey ? own : own.map(withoutArrays)).sort(
    (a, b) =>
      Number(b.points) - Number(a.points) || a.intervals.length - b.intervals.length || width(a) - width(b),
  );
  const [first, ...others] = sorted as [Constraint, ...Constraint[]];
  if (multikey) return { ...first, exact: false, sources: [] };
  let { intervals } = first;
  const used = [first];
  for (const other of others) {
    // Skipping it only makes the ranges wider: documents are filtered again.
    if (intervals.length * other.intervals.length > MAX_PAIRS) continue;
    intervals = intersectIntervals(intervals, other.intervals);
    used.push(other);
  }
  return {
    ...first,
    intervals,
    points: intervals === first.intervals ? first.points : intervals.every(isPoint),
    sources: used.filter(({ exact }) => exact).map(({ source }) => source),
  };
}

/** Selectivity heuristic: bounds that are whole types are wider than values. */
const width = ({ intervals }: Constraint): number =>
  intervals.reduce((sum, { low, high }) => sum + Number('type' in low) + Number('type' in high), 0);

/**
 * The access to an index for a filter's constraints and a sort; undefined if the index (sparse or partial) may not
 * contain all matching documents.
 */
export function* accessOf(
  index: Index,
  constraints: Constraint[],
  sort: readonly KeyField[],
  { isHinted = false, turns }: { isHinted?: boolean; turns?: Turns | undefined } = {},
): Generator<typeof PAUSE, Access | undefined> {
  if (!isHinted && !usable(index, constraints)) return undefined;
  const { fields, multikey, inexact } = index;
  let prefixes: Prefix[] = [{ bytes: index.prefix, lengths: [] }];
  let ranges: Array<KeyRange & { lengths: number[] }> | undefined;
  const settled = new Set<Filter>();
  const bounded: string[] = [];
  const fixed = new Set<string>();
  let pointFields = 0;
  let arrayMet = false;

  for (const [i, field] of fields.entries()) {
    const own = constraints.filter(({ path }) => path === field.path);
    // A key combines two fields below an array only for the same element, so only one multikey field may bound the scan.
    if (own.length === 0 || (multikey.has(i) && arrayMet)) break;
    const wide = inexact.has(i);
    const { intervals, points, sources } = constraintOfField(own, multikey.has(i));
    if (prefixes.length * intervals.length > MAX_RANGES && i > 0) break;
    arrayMet ||= multikey.has(i);
    bounded.push(field.path);
    if (!wide) for (const source of sources) settled.add(source);
    const keys = (prefix: Prefix, interval: Interval) =>
      intervalKeys(prefix.bytes, interval, field.descending, fields.length, wide);
    const longer: Prefix[] = [];
    const last: NonNullable<typeof ranges> = [];
    for (const prefix of prefixes) {
      for (const interval of intervals) {
        const range = keys(prefix, interval);
        if (!points || wide) last.push({ ...range, lengths: prefix.lengths });
        else longer.push({ bytes: range.start, lengths: [...prefix.lengths, range.start.length] });
        if (turns?.isOverAfterFew() === true) yield PAUSE;
      }
    }
    if (!points || wide) {
      ranges = last;
      break;
    }
    prefixes = longer;
    if (intervals.length === 1 && !multikey.has(i)) fixed.add(field.path);
    pointFields++;
  }

  ranges ??= prefixes.map(({ bytes, lengths }) => ({ ...prefixKeys(bytes), lengths }));
  ranges = yield* sortInTurns(ranges, (a, b) => Buffer.compare(a.start, b.start), turns);
  const order = orderOf(index, sort, fixed, pointFields);
  const groups = order.sorted ? grouped(ranges, order.skipped, index.prefix.length) : undefined;
  const isSorted = groups !== undefined && groups.length <= MAX_GROUPS;
  const several = [...multikey].length > 0;
  return {
    index,
    ranges,
    groups: isSorted ? groups : [{ ranges, prefix: 0 }],
    sorted: isSorted,
    reverse: isSorted && order.reverse,
    bounded,
    settled,
    multikey: several,
    single: index.unique && pointFields === fields.length && prefixes.length <= 1 && !several,
  };
}

/** Whether an index scan in one direction provides the sort order; fields fixed to known values may be skipped. */
function orderOf(
  index: Index,
  sort: readonly KeyField[],
  fixed: ReadonlySet<string>,
  pointFields: number,
): { sorted: boolean; reverse: boolean; skipped: number } {
  const wanted = sort.filter(({ path }) => !fixed.has(path));
  let reverse: boolean | undefined;
  let skipped = 0;
  let next = 0;
  for (const [i, field] of index.fields.entries()) {
    const want = wanted[next];
    if (want === undefined) break;
    if (want.path === field.path && !index.multikey.has(i) && !index.inexact.has(i)) {
      const backwards = want.descending !== field.descending;
      reverse ??= backwards;
      if (reverse !== backwards) break;
      next++;
    } else if (i < pointFields && next === 0) skipped = i + 1;
    else if (!(i < pointFields && fixed.has(field.path))) break;
  }
  return { sorted: next === wanted.length, reverse: reverse ?? false, skipped };
}

function grouped(
  ranges: Array<KeyRange & { lengths: number[] }>,
  skipped: number,
  indexPrefix: number,
): Access['groups'] {
  const groups = new Map<string, { ranges: KeyRange[]; prefix: number }>();
  for (const range of ranges) {
    const prefix = skipped === 0 ? indexPrefix : (range.lengths[skipped - 1] as number);
    const name = range.start.toString('latin1', 0, prefix);
    const group = groups.get(name);
    if (group) group.ranges.push(range);
    else groups.set(name, { ranges: [range], prefix });
    if (groups.size > MAX_GROUPS) break;
  }
  return [...groups.values()];
}
