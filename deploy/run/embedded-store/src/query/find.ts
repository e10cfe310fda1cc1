/** Executing a query plan: yields the matching documents in sort order, with a PAUSE at the end of each time slice. */
import type { Access } from './access.js';
import { Picker } from '../values/bson.js';
import { conjuncts } from './bounds.js';
import { StoreError } from '../values/errors.js';
import { compile, matchOffset, type Filter, type Matcher } from '../filter/match.js';
import { keyField, keyTuples, type KeyField } from '../filter/paths.js';
import { mergedRecords, type Reading } from './merge.js';
import { planQuery, type Plan, type Source } from './plan.js';
import { FirstRows } from './sorting.js';
import { PAUSE, type Turns } from '../turns.js';
import type { Collection } from '../storage/collection.js';
import type { KeyRange } from '../storage/reads.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from 'lmdb';
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

/** How many documents, and how many keys, are read between two reads of the clock. */
const FEW = 4;
const MANY = 64;

export interface Hit {
  record: number;
  /** A buffer that starts with the document, valid until the next hit is requested. */
  raw: Buffer;
}

export interface Query {
  filter: Filter;
  sort: readonly KeyField[];
  skip: number;
  /** 0: no limit. */
  limit: number;
  /** Only the count is wanted. */
  counting: boolean;
  hint: Found;
}

export interface Examined {
  keys: number;
  documents: number;
}

/** Parses a sort document. Throws 15975 for an invalid direction. */
export function parseSort(sort: Found): KeyField[] {
  if (sort === undefined) return [];
  if (!isDoc(sort)) throw new StoreError('TypeMismatch', `Expected field sort to be of type object`);
  return [...sort].map(([path, direction]) => {
    if (isDoc(direction)) {
      throw new StoreError(
        'NotImplemented',
        `sorting by ${describe(direction)} is not supported by this store`,
      );
    }
    const number = isNumber(direction) ? toNumber(direction) : NaN;
    if (number !== 1 && number !== -1) {
      throw new StoreError(
        15975,
        isNumber(direction)
          ? '$sort key ordering must be 1 (for ascending) or -1 (for descending)'
          : `Illegal key in $sort specification: ${path}: ${describe(direction)}`,
      );
    }
    if (path === '' || path.split('.').includes('')) {
      throw new StoreError(15998, 'FieldPath field names may not be empty strings.');
    }
    if (path.startsWith('$') && path !== '$natural') {
      throw new StoreError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    return keyField(path, number < 0);
  });
}

/** Scans the ranges in sequence, starting at offset `skip`; LMDB counts the skipped keys without returning them. */
function* rangesInTurn(
  store: Store,
  { index, ranges, reverse }: Access,
  skip: number,
  { transaction, turns }: Reading,
): Generator<number | typeof PAUSE> {
  let left = skip;
  for (let i = 0; i < ranges.length; i++) {
    const range = ranges[reverse ? ranges.length - 1 - i : i] as KeyRange;
    if (turns?.isOverAfterFew() === true) yield PAUSE;
    if (left > 0 && store.reads.keyAt(index, range, reverse, left, transaction) === undefined) {
      left -= store.reads.countKeys(index, range, transaction);
      continue;
    }
    yield* store.reads.scan(index, range, reverse, transaction, left);
    left = 0;
  }
}

function* accessRecords(
  store: Store,
  access: Access,
  reading: Reading,
  { inOrder, skip }: { inOrder: boolean; skip: number },
): Generator<number | typeof PAUSE> {
  const [first] = access.ranges;
  if (access.single && first) {
    const record = skip > 0 ? undefined : store.reads.recordOf(first.start, reading.transaction);
    if (record !== undefined) yield record;
    return;
  }
  yield* inOrder && access.groups.length > 1
    ? mergedRecords(store, access, skip, reading)
    : rangesInTurn(store, access, skip, reading);
}

/** The records of a source, deduplicated. */
function* sourceRecords(
  store: Store,
  source: Source,
  reading: Reading,
  order: { inOrder: boolean; skip: number },
): Generator<number | typeof PAUSE> {
  const { turns } = reading;
  const several = source.accesses.length > 1 || (source.accesses[0] as Access).multikey;
  const seen = several ? new Set<number>() : undefined;
  let looked = 0;
  for (const access of source.accesses) {
    for (const record of accessRecords(store, access, reading, order)) {
      if (++looked % MANY === 0 && turns?.isOver() === true) yield PAUSE;
      if (record === PAUSE) yield record;
      else if (!seen?.has(record)) {
        seen?.add(record);
        yield record;
      }
    }
    if (turns?.isOverAfterFew() === true) yield PAUSE;
  }
}

function* recordsOf(
  store: Store,
  collection: Collection,
  plan: Plan,
  reading: Reading,
  examined: Examined,
  skip = 0,
): Generator<number | typeof PAUSE> {
  if (!plan.source) {
    yield* store.reads.records(collection, plan.reverse, reading.transaction);
    return;
  }
  let within: Set<number> | undefined;
  if (plan.within) {
    within = new Set();
    for (const record of sourceRecords(store, plan.within, reading, { inOrder: false, skip: 0 })) {
      if (record === PAUSE) {
        yield record;
        continue;
      }
      within.add(record);
      examined.keys++;
    }
    if (within.size === 0) return;
  }
  for (const record of sourceRecords(store, plan.source, reading, { inOrder: plan.sorted, skip })) {
    if (record === PAUSE) {
      yield record;
      continue;
    }
    examined.keys++;
    if (within === undefined || within.has(record)) yield record;
  }
}

export class Search {
  readonly examined: Examined = { keys: 0, documents: 0 };
  private readonly version: number;
  private readonly matches: Matcher;
  private readonly all: boolean;

  private constructor(
    private readonly store: Store,
    private readonly collection: Collection,
    private readonly query: Query,
    readonly plan: Plan,
    private readonly turns: Turns | undefined,
  ) {
    this.version = collection.version;
    this.matches = compile(query.filter);
    this.all = conjuncts(query.filter).length === 0;
  }

  /** Plans a search. With `turns` it yields between time slices; without, it is synchronous, as required in a write. */
  static *open(
    store: Store,
    collection: Collection,
    query: Query,
    turns?: Turns,
  ): Generator<typeof PAUSE, Search> {
    for (;;) {
      const { version } = collection;
      // A count reads all matches; its limit only caps the result.
      const limit = query.limit === 0 || query.counting ? 0 : query.skip + query.limit;
      const plan = yield* planQuery(store, collection, { ...query, limit }, turns);
      // If an index changed while planning yielded, the plan may be invalid: plan again.
      if (version === collection.version) return new Search(store, collection, query, plan, turns);
    }
  }

  /** Whether the plan is still valid: it is for this collection, and no index was added, dropped or became multikey. */
  holdsFor(collection: Collection): boolean {
    return collection === this.collection && collection.version === this.version;
  }

  /** The array index that the positional operator `.$` refers to; -1 for none; undefined if `raw` does not match. */
  offsetIn(raw: Buffer): number | undefined {
    return matchOffset(this.matches, raw);
  }

  /** The matching documents. With `transaction`, all time slices read the same snapshot. */
  *hits(transaction?: Transaction): Generator<Hit | typeof PAUSE> {
    const { skip, limit } = this.query;
    let left = limit === 0 ? Infinity : limit;
    // If the keys alone determine the matches (a covered filter), skipped documents are never read.
    const unread = this.plan.exact && this.plan.sorted && this.plan.source ? skip : 0;
    let toSkip = skip - unread;
    for (const hit of this.plan.sorted ? this.matching(transaction, unread) : this.sorting(transaction)) {
      if (hit === PAUSE) yield hit;
      else if (toSkip > 0) toSkip--;
      else {
        yield hit;
        if (--left === 0) return;
      }
    }
  }

  /** The number of matches, counted on the index alone if its ranges are exact. */
  *count(transaction?: Transaction): Generator<typeof PAUSE, number> {
    const { plan, query } = this;
    let count = 0;
    if (this.all && !plan.source) count = this.collection.count;
    else if (plan.exact && plan.source) {
      const [access] = plan.source.accesses as [Access];
      for (const range of access.ranges) {
        count += this.store.reads.countKeys(access.index, range, transaction);
        if (this.turns?.isOver() === true) yield PAUSE;
      }
      this.examined.keys = count;
    } else if (this.settledTogether()) {
      const reading = { transaction, turns: this.turns };
      for (const record of recordsOf(this.store, this.collection, plan, reading, this.examined)) {
        if (record === PAUSE) yield record;
        else count++;
      }
    } else {
      for (const hit of this.matching(transaction)) {
        if (hit === PAUSE) yield hit;
        else count++;
      }
    }
    count = Math.max(0, count - query.skip);
    return query.limit === 0 ? count : Math.min(count, query.limit);
  }

  /** Whether the intersection of two indexes is exact, so that no document needs to be read. */
  private settledTogether(): boolean {
    const { source, within } = this.plan;
    if (source?.accesses.length !== 1 || within?.accesses.length !== 1) return false;
    const [one] = source.accesses as [Access];
    const [other] = within.accesses as [Access];
    return (
      !one.multikey &&
      !other.multikey &&
      conjuncts(this.query.filter).every((part) => one.settled.has(part) || other.settled.has(part))
    );
  }

  private *matching(transaction: Transaction | undefined, skip = 0): Generator<Hit | typeof PAUSE> {
    const { store, collection, plan, examined, turns } = this;
    for (const record of recordsOf(store, collection, plan, { transaction, turns }, examined, skip)) {
      if (record === PAUSE) {
        yield record;
        continue;
      }
      const raw = store.reads.view(collection, record, transaction);
      if (raw === undefined) continue;
      examined.documents++;
      if (this.all || this.matches(raw, 0)) yield { record, raw };
      if (examined.documents % FEW === 0 && turns?.isOver() === true) yield PAUSE;
    }
  }

  /** In-memory sort: holds only the sort keys (the top ones, if limited), then fetches the documents in order. */
  private *sorting(transaction: Transaction | undefined): Generator<Hit | typeof PAUSE> {
    const { sort, skip, limit } = this.query;
    const picker = new Picker([...new Set(sort.map(({ parts }) => parts[0] as string))]);
    const keep = limit === 0 ? Infinity : skip + limit;
    const compare = (a: SortRow, b: SortRow): number =>
      compareRows(a.values, b.values, sort) || a.record - b.record;
    const rows = new FirstRows(compare, keep, this.turns);
    for (const hit of this.matching(transaction)) {
      if (hit === PAUSE) {
        yield hit;
        continue;
      }
      const values = sortValues(tuplesOf(picker.decode(hit.raw), sort), sort);
      if (rows.add({ record: hit.record, values })) yield* rows.trim();
    }
    for (const { record } of yield* rows.sorted()) {
      const raw = this.store.reads.view(this.collection, record, transaction);
      if (raw !== undefined) yield { record, raw };
      if (this.turns?.isOver() === true) yield PAUSE;
    }
  }
}

interface SortRow {
  record: number;
  values: Value[];
}

const sortable = (value: Found): Value => value ?? (value === null ? null : Undefined.value);

function compareRows(a: Value[], b: Value[], sort: readonly KeyField[]): number {
  for (let i = 0; i < sort.length; i++) {
    const order = compareValues(a[i] as Value, b[i] as Value);
    if (order !== 0) return (sort[i] as KeyField).descending ? -order : order;
  }
  return 0;
}

function tuplesOf(doc: Doc, sort: readonly KeyField[]): Found[][] {
  try {
    return keyTuples(doc, sort);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError('BadValue', 'cannot sort with keys that are parallel arrays');
  }
}

/** A document's sort key: for arrays, the element that sorts first. */
export function sortValues(tuples: Found[][], sort: readonly KeyField[]): Value[] {
  const all = tuples.map((tuple) => tuple.map(sortable));
  return all.reduce((first, tuple) => (compareRows(tuple, first, sort) < 0 ? tuple : first));
}
