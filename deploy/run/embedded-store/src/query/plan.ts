/**
 * The query planner. It chooses an index scan, a union of several for an `$or`, the intersection of two, or a collection
 * scan. Costs are estimated by counting keys in the index ranges, so no statistics have to be maintained.
 */
import { PAUSE, type Turns } from '../turns.js';
import { accessOf, type Access } from './access.js';
import { conjuncts, constraintsOf, type Constraint } from './bounds.js';
import { StoreError } from '../values/errors.js';
import type { Index } from '../storage/indexes.js';
import type { Filter } from '../filter/match.js';
import type { KeyField } from '../filter/paths.js';
import type { Collection } from '../storage/collection.js';
import type { KeyRange } from '../storage/reads.js';
import type { Store } from '../storage/store.js';
import { describe, isDoc, sameValue, type Doc, type Found, type Value } from '../values/values.js';

/** Offsets at which a range is probed to estimate its size. */
const PROBES = [30, 300, 3000, 30_000];
/** After this many keys, the size of the remaining ranges is extrapolated. */
const ENOUGH_KEYS = 30_000;
/** Cost model: the relative costs of reading a key, and of fetching and filtering a document. */
const KEY = 1;
const DOCUMENT = 8;
const MAX_SET = 100_000;
/** Maximum number of ranges of an access that are sampled to estimate its size. */
const MOST_LOOKED_UP = 500;
/** Maximum number of cached range sizes per collection. */
const MAX_SIZES = 2000;
/** Merging more ranges than this costs more than it saves. */
const MAX_GROUPS = 64;
const GROUP = 10;

/** Planning yields too, because a filter may contain very many values. */
type Steps<T> = Generator<typeof PAUSE, T>;

/** One or several accesses whose union contains all matching records. */
export interface Source {
  accesses: Access[];
}

interface Candidate extends Source {
  /** Estimated number of keys to read. */
  keys: number;
}

export interface Plan {
  /** Undefined: a collection scan. */
  source: Source | undefined;
  /** Index intersection: only records that are in this source too. */
  within: Source | undefined;
  sorted: boolean;
  /** Reverse natural order. */
  reverse: boolean;
  /** The keys alone determine the matches: no document has to be filtered. */
  exact: boolean;
}

export interface Wanted {
  filter: Filter;
  sort: readonly KeyField[];
  /** How many documents are wanted; 0: all. */
  limit: number;
  /** Only the count is wanted, so that an exact plan reads no document. */
  counting: boolean;
  hint: Found;
}

const naturalSort = ({ sort }: Wanted) => sort.length === 1 && sort[0]?.path === '$natural';

export function* planQuery(store: Store, collection: Collection, wanted: Wanted, turns?: Turns): Steps<Plan> {
  const { filter, sort, hint } = wanted;
  const scan: Plan = {
    source: undefined,
    within: undefined,
    sorted: sort.length === 0 || naturalSort(wanted),
    reverse: naturalSort(wanted) && (sort[0]?.descending ?? false),
    exact: conjuncts(filter).length === 0,
  };
  const constraints = constraintsOf(filter);
  const hinted = hintedIndex(collection, hint);
  if (hinted === 'natural' || (naturalSort(wanted) && !hinted)) return scan;
  if (hinted) {
    const access = (yield* accessOf(hinted, constraints, sort, { isHinted: true, turns })) as Access;
    return finish({ accesses: [access] }, undefined, filter);
  }
  if (constraints.length === 0 && sort.length === 0 && !hasChoice(filter)) return scan;

  const accesses = yield* accessesOf(collection, constraints, sort, turns);
  const [first] = accesses;
  if (first && accesses.length === 1 && (first.single || suffices(first, wanted))) {
    return finish({ accesses: [first] }, undefined, filter);
  }
  const sources = yield* candidates(store, collection, filter, { accesses, turns });
  return cheapest(collection, sources, wanted, scan);
}

/** Whether the only usable index provides the sort and a limit stops the scan early, so that no plan is cheaper. */
const suffices = ({ sorted, groups }: Access, { filter, limit }: Wanted): boolean =>
  sorted && limit > 0 && groups.length <= MAX_GROUPS && !hasChoice(filter);

const hasChoice = (filter: Filter) => conjuncts(filter).some(({ op }) => op === '$or');

/** The accesses worth considering; only the point lookup if there is one. */
function* accessesOf(
  collection: Collection,
  constraints: Constraint[],
  sort: readonly KeyField[],
  turns: Turns | undefined,
): Steps<Access[]> {
  const accesses: Access[] = [];
  for (const index of collection.indexes) {
    if (!index.settled) continue;
    const access = yield* accessOf(index, constraints, sort, { turns });
    if (!access || (access.bounded.length === 0 && !(sort.length > 0 && access.sorted))) continue;
    if (access.single) return [access];
    accesses.push(access);
  }
  return worthwhile(accesses);
}

function* candidates(
  store: Store,
  collection: Collection,
  filter: Filter,
  { accesses, turns }: { accesses: Access[]; turns: Turns | undefined },
): Steps<Candidate[]> {
  const keys = estimator(store, collection);
  const sources = accesses.map((access): Candidate => ({ accesses: [access], keys: keys(access) }));
  for (const part of conjuncts(filter)) {
    if (part.op !== '$or') continue;
    const union = yield* unionOf(store, collection, part.filters, turns);
    if (union) sources.push(union);
  }
  return sources;
}

/** Removes dominated accesses: those that bound no field more, and are sorted no better, than another one. */
function worthwhile(accesses: Access[]): Access[] {
  return accesses.filter((access, i) => {
    const beaten = accesses.some((other, j) => {
      if (i === j || (access.sorted && !other.sorted) || other.groups.length > MAX_GROUPS) return false;
      if (!access.bounded.every((path) => other.bounded.includes(path))) return false;
      const alike = other.bounded.length === access.bounded.length && other.sorted === access.sorted;
      if (!alike) return true;
      const shorter = access.index.fields.length - other.index.fields.length;
      return shorter > 0 || (shorter === 0 && j < i);
    });
    return !beaten;
  });
}

function* unionOf(
  store: Store,
  collection: Collection,
  branches: Filter[],
  turns: Turns | undefined,
): Steps<Candidate | undefined> {
  const accesses: Access[] = [];
  let keys = 0;
  for (const branch of branches) {
    const own = yield* accessesOf(collection, constraintsOf(branch), [], turns);
    const ways = yield* candidates(store, collection, branch, { accesses: own, turns });
    if (turns?.isOver() === true) yield PAUSE;
    const best = ways.sort((a, b) => a.keys - b.keys)[0];
    if (!best) return undefined;
    // Planned without the query's sort, which a union does not provide, also where it has one branch.
    for (const access of best.accesses) accesses.push({ ...access, sorted: false });
    keys += best.keys;
  }
  return { accesses, keys };
}

/** Estimates how many keys an access reads, once for all accesses with the same bounded fields. */
function estimator(store: Store, collection: Collection): (access: Access) => number {
  const known = new Map<string, number>();
  return (access) => {
    const { index, bounded } = access;
    if (access.single) return 1;
    if (bounded.length === 0) return collection.count;
    const name = [...bounded, index.sparse, index.partial ? index.name : ''].join('\0');
    // Estimates are rough, but an index that is not multikey has at most one key per document.
    const most = access.multikey ? collection.count * 4 : collection.count;
    const keys = Math.min(known.get(name) ?? estimate(store, collection, access), most);
    known.set(name, keys);
    return keys;
  };
}

function estimate(store: Store, collection: Collection, { index, ranges }: Access): number {
  let keys = 0;
  let seen = 0;
  // With very many ranges, an evenly spaced sample is extrapolated.
  const step = Math.ceil(ranges.length / MOST_LOOKED_UP);
  for (let i = 0; i < ranges.length; i += step) {
    const range = ranges[i] as KeyRange;
    keys += sizeOf(store, collection, index, range);
    seen++;
    if (keys > ENOUGH_KEYS) break;
  }
  return seen === 0 ? 0 : (keys * ranges.length) / seen;
}

/** A range's cached size; the cache is cleared when a tenth of the collection has changed. */
function sizeOf(store: Store, collection: Collection, index: Index, range: KeyRange): number {
  const { sizes } = collection;
  if (collection.changes * 10 > collection.count || sizes.size >= MAX_SIZES) {
    sizes.clear();
    collection.changes = 0;
  }
  const name = `${range.start.toString('latin1')}\0${range.end.toString('latin1')}`;
  const size = sizes.get(name) ?? lookedUp(store, collection, index, range);
  sizes.set(name, size);
  return size;
}

/** Estimates the number of keys in a range to within a factor of about three, by probing a few offsets. */
function lookedUp(store: Store, collection: Collection, index: Index, range: KeyRange): number {
  for (const [i, place] of PROBES.entries()) {
    if (store.reads.keyAt(index, range, false, place) !== undefined) continue;
    return i === 0 ? store.reads.countKeys(index, range) : place / 3;
  }
  return Math.max(collection.count / 3, ENOUGH_KEYS);
}

const isSorted = ({ accesses }: Candidate) => accesses.length === 1 && (accesses[0] as Access).sorted;

function finish(source: Source, within: Source | undefined, filter: Filter): Plan {
  const [first] = source.accesses as [Access];
  const one = source.accesses.length === 1;
  return {
    source,
    within,
    sorted: one && first.sorted,
    reverse: one && first.reverse,
    exact: one && !within && !first.multikey && conjuncts(filter).every((part) => first.settled.has(part)),
  };
}

function cheapest(
  collection: Collection,
  sources: Candidate[],
  { filter, sort, limit, counting }: Wanted,
  scan: Plan,
): Plan {
  const total = Math.max(collection.count, 1);
  const matching = Math.max(1, Math.min(total, ...sources.map(({ keys }) => keys)));
  const want = limit === 0 ? Infinity : limit;
  const reads = (source: Candidate, matches: number): number =>
    isSorted(source) && want < matches ? (want * source.keys) / matches : source.keys;

  const groups = ({ accesses }: Source) => GROUP * ((accesses[0]?.groups.length ?? 1) - 1);

  let best = scan;
  let bestCost = (scan.sorted && want < matching ? (want * total) / matching : total) * (DOCUMENT + KEY);
  for (const source of sources) {
    const plain = finish(source, undefined, filter);
    const each = counting && plain.exact ? KEY : KEY + DOCUMENT;
    const cost = reads(source, plain.exact ? source.keys : matching) * each + groups(source);
    if (cost < bestCost) [best, bestCost] = [plain, cost];
    if (plain.exact) continue;
    for (const other of sources) {
      if (other === source || other.keys > MAX_SET || !narrows(other, source)) continue;
      const both = Math.max(1, (source.keys * other.keys) / total);
      const walked = reads(source, both);
      const read = isSorted(source) ? Math.min(want, both) : both;
      const together = (walked + other.keys) * KEY + read * DOCUMENT + groups(source);
      if (together < bestCost) [best, bestCost] = [finish(source, other, filter), together];
    }
  }
  if (best === scan && sort.length === 0) return scan;
  return best;
}

/** Whether another source bounds a field that this one does not, so that intersecting them narrows the result. */
function narrows(other: Source, source: Source): boolean {
  if (other.accesses.length > 1) return true;
  const [access] = other.accesses as [Access];
  const [own] = source.accesses as [Access];
  return (
    access.bounded.length > 0 &&
    (source.accesses.length > 1 || access.bounded.some((path) => !own.bounded.includes(path)))
  );
}

function hintedIndex(collection: Collection, hint: Found): Index | 'natural' | undefined {
  if (hint === undefined || (isDoc(hint) && hint.size === 0)) return undefined;
  if (isDoc(hint) && hint.has('$natural')) return 'natural';
  const index = collection.indexes.find(({ name, spec }) =>
    typeof hint === 'string' ? name === hint : isDoc(hint) && samePattern(spec.get('key') as Doc, hint),
  );
  if (index) return index;
  throw new StoreError(
    'BadValue',
    `error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index: ${describe(hint)}`,
  );
}

const samePattern = (a: Doc, b: Doc): boolean =>
  a.size === b.size &&
  [...a].every(([path, direction], i) => {
    const [otherPath, other] = [...b][i] as [string, Value];
    return otherPath === path && sameValue(direction, other);
  });

/** The plan as `explain` shows it. */
export function explainPlan(plan: Plan, filter: Found): Doc {
  const scanOf = (access: Access): Doc =>
    new Map<string, Value>([
      ['stage', 'IXSCAN'],
      ['keyPattern', access.index.spec.get('key') as Doc],
      ['indexName', access.index.name],
      ['isMultiKey', access.multikey],
      ['isUnique', access.index.unique],
      ['isSparse', access.index.sparse],
      ['isPartial', access.index.partial !== undefined],
      ['direction', access.reverse ? 'backward' : 'forward'],
      ['boundedFields', access.bounded],
      ['ranges', access.ranges.length],
    ]);
  const sourceOf = ({ accesses }: Source): Doc =>
    accesses.length === 1
      ? scanOf(accesses[0] as Access)
      : new Map<string, Value>([
          ['stage', 'OR'],
          ['inputStages', accesses.map(scanOf)],
        ]);
  const stage = (name: string, input: Doc): Doc =>
    new Map<string, Value>([
      ['stage', name],
      ['inputStage', input],
    ]);
  let shown: Doc;
  if (!plan.source) {
    shown = new Map<string, Value>([['stage', 'COLLSCAN']]);
    if (filter !== undefined) shown.set('filter', filter);
    shown.set('direction', plan.reverse ? 'backward' : 'forward');
  } else {
    const input: Doc = plan.within
      ? new Map<string, Value>([
          ['stage', 'AND_HASH'],
          ['inputStages', [sourceOf(plan.source), sourceOf(plan.within)]],
        ])
      : sourceOf(plan.source);
    shown = stage('FETCH', input);
  }
  return plan.sorted ? shown : stage('SORT', shown);
}
