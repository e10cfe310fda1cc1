/** Walking a plan: the documents that match, in the order asked for, a pause now and then so that others get their turn. */
import type { Access } from './access.js';
import { Picker } from '../values/bson.js';
import { conjuncts } from './bounds.js';
import { StoreError } from '../values/errors.js';
import { compile, matchOffset, type Filter, type Matcher } from './match.js';
import { keyField, keyTuples, type KeyField } from './paths.js';
import { mergedRecords } from './merge.js';
import { planQuery, type Plan, type Source } from './plan.js';
import type { Collection, Store } from '../storage/store.js';
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

/** As many keys or documents are looked at before others get their turn. */
const TURN = 1000;

/** "Nothing yet, let others work". */
export const PAUSE: unique symbol = Symbol('pause');

export interface Hit {
  record: number;
  /** Begins with the document, in memory that is good until the next hit is asked for. */
  raw: Buffer;
}

export interface Query {
  filter: Filter;
  sort: readonly KeyField[];
  skip: number;
  /** 0: no limit. */
  limit: number;
  /** The search is for `count` alone. */
  counting: boolean;
  hint: Found;
}

export interface Examined {
  keys: number;
  documents: number;
}

/** Reads a sort document. Throws BadValue for a direction that is none. */
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

/** The ranges one after another from the `skip`th key on; what is skipped is counted by LMDB, not read. */
function* rangesInTurn(
  store: Store,
  { index, ranges, reverse }: Access,
  skip: number,
  transaction: Transaction | undefined,
): Generator<number> {
  let left = skip;
  for (const range of reverse ? [...ranges].reverse() : ranges) {
    if (left > 0 && store.keyAt(index, range, reverse, left, transaction) === undefined) {
      left -= store.countKeys(index, range, transaction);
      continue;
    }
    yield* store.scan(index, range, reverse, transaction, left);
    left = 0;
  }
}

function* accessRecords(
  store: Store,
  access: Access,
  transaction: Transaction | undefined,
  { inOrder, skip }: { inOrder: boolean; skip: number },
): Generator<number> {
  const [first] = access.ranges;
  if (access.single && first) {
    const record = skip > 0 ? undefined : store.recordOf(first.start, transaction);
    if (record !== undefined) yield record;
    return;
  }
  yield* inOrder && access.groups.length > 1
    ? mergedRecords(store, access, skip, transaction)
    : rangesInTurn(store, access, skip, transaction);
}

/** The records of a source, each once. */
function* sourceRecords(
  store: Store,
  source: Source,
  transaction: Transaction | undefined,
  order: { inOrder: boolean; skip: number },
): Generator<number> {
  const several = source.accesses.length > 1 || (source.accesses[0] as Access).multikey;
  const seen = several ? new Set<number>() : undefined;
  for (const access of source.accesses) {
    for (const record of accessRecords(store, access, transaction, order)) {
      if (seen?.has(record)) continue;
      seen?.add(record);
      yield record;
    }
  }
}

function* recordsOf(
  store: Store,
  collection: Collection,
  plan: Plan,
  transaction: Transaction | undefined,
  examined: Examined,
  skip = 0,
): Generator<number | typeof PAUSE> {
  if (!plan.source) {
    yield* store.records(collection, plan.reverse, transaction);
    return;
  }
  let within: Set<number> | undefined;
  let looked = 0;
  if (plan.within) {
    within = new Set();
    for (const record of sourceRecords(store, plan.within, transaction, { inOrder: false, skip: 0 })) {
      within.add(record);
      examined.keys++;
      if (++looked % (TURN * 10) === 0) yield PAUSE;
    }
    if (within.size === 0) return;
  }
  for (const record of sourceRecords(store, plan.source, transaction, { inOrder: plan.sorted, skip })) {
    examined.keys++;
    if (within === undefined || within.has(record)) yield record;
    if (++looked % (TURN * 10) === 0) yield PAUSE;
  }
}

export class Search {
  readonly examined: Examined = { keys: 0, documents: 0 };
  readonly plan: Plan;
  private readonly version: number;
  private readonly matches: Matcher;
  private readonly all: boolean;

  constructor(
    private readonly store: Store,
    private readonly collection: Collection,
    private readonly query: Query,
  ) {
    // A count goes to the end: its limit cuts the number alone.
    const limit = query.limit === 0 || query.counting ? 0 : query.skip + query.limit;
    this.version = collection.version;
    this.plan = planQuery(store, collection, { ...query, limit });
    this.matches = compile(query.filter);
    this.all = conjuncts(query.filter).length === 0;
  }

  /** Whether the plan is still right: it is for this collection, and no index has changed or met its first array. */
  holdsFor(collection: Collection): boolean {
    return collection === this.collection && collection.version === this.version;
  }

  /** The array index that `.$` stands for in a document that matches; -1 for none; undefined: it does not match. */
  offsetIn(raw: Buffer): number | undefined {
    return matchOffset(this.matches, raw);
  }

  /** The documents that match. Reads from `transaction` where given, so that it sees one state over several turns. */
  *hits(transaction?: Transaction): Generator<Hit | typeof PAUSE> {
    const { skip, limit } = this.query;
    let left = limit === 0 ? Infinity : limit;
    // Where the keys alone say what matches, what is skipped is never read.
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

  /** How many match, by the index alone where its ranges say it exactly. */
  *count(transaction?: Transaction): Generator<typeof PAUSE, number> {
    const { plan, query } = this;
    let count = 0;
    if (this.all && !plan.source) count = this.collection.count;
    else if (plan.exact && plan.source) {
      const [access] = plan.source.accesses as [Access];
      let looked = 0;
      for (const range of access.ranges) {
        const keys = this.store.countKeys(access.index, range, transaction);
        count += keys;
        looked += keys;
        if (looked < TURN * 10) continue;
        yield PAUSE;
        looked = 0;
      }
      this.examined.keys = count;
    } else if (this.settledTogether()) {
      for (const record of recordsOf(this.store, this.collection, plan, transaction, this.examined)) {
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

  /** Whether two indexes together say exactly what matches. */
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
    const { store, collection, plan, examined } = this;
    for (const record of recordsOf(store, collection, plan, transaction, examined, skip)) {
      if (record === PAUSE) {
        yield record;
        continue;
      }
      const raw = store.view(collection, record, transaction);
      if (raw === undefined) continue;
      examined.documents++;
      if (this.all || this.matches(raw, 0)) yield { record, raw };
      if (examined.documents % TURN === 0) yield PAUSE;
    }
  }

  /** Collects the sort's values alone, keeps the best where there is a limit, and reads the documents again at the end. */
  private *sorting(transaction: Transaction | undefined): Generator<Hit | typeof PAUSE> {
    const { sort, skip, limit } = this.query;
    const picker = new Picker([...new Set(sort.map(({ parts }) => parts[0] as string))]);
    const keep = limit === 0 ? Infinity : skip + limit;
    let rows: SortRow[] = [];
    for (const hit of this.matching(transaction)) {
      if (hit === PAUSE) {
        yield hit;
        continue;
      }
      rows.push({ record: hit.record, values: sortValues(tuplesOf(picker.decode(hit.raw), sort), sort) });
      // Sorting what is kept once in a while is as good as a heap, and shorter.
      if (rows.length >= keep * 2 + TURN) rows = best(rows, sort, keep);
    }
    for (const { record } of best(rows, sort, keep)) {
      const raw = this.store.view(this.collection, record, transaction);
      if (raw !== undefined) yield { record, raw };
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

/** The values a document sorts by: of an array's elements those that come first. */
export function sortValues(tuples: Found[][], sort: readonly KeyField[]): Value[] {
  const all = tuples.map((tuple) => tuple.map(sortable));
  return all.reduce((first, tuple) => (compareRows(tuple, first, sort) < 0 ? tuple : first));
}

function best(rows: SortRow[], sort: readonly KeyField[], keep: number): SortRow[] {
  rows.sort((a, b) => compareRows(a.values, b.values, sort) || a.record - b.record);
  return rows.length > keep ? rows.slice(0, keep) : rows;
}
