/** K-way merge of index ranges into one sort order: how `$in` with a sort is executed (MongoDB's SORT_MERGE). */
import type { Transaction } from 'lmdb';
import type { KeyRange } from '../storage/reads.js';
import type { Store } from '../storage/store.js';
import { PAUSE, type Turns } from '../turns.js';
import type { Access } from './access.js';

/** The snapshot to read from, and the time slices; without `turns` reading is synchronous. */
export interface Reading {
  transaction: Transaction | undefined;
  turns: Turns | undefined;
}

/** Smallest jump per group: for fewer keys, walking them is cheaper than probing. */
const WALKED = 16;

interface Group {
  ranges: KeyRange[];
  prefix: number;
  /** How many keys of the first range have been skipped. */
  passed: number;
}

interface Head {
  walker: Iterator<{ rest: Buffer; record: number }>;
  rest: Buffer;
  record: number;
}

/** The records ordered by the rest of the key after each group's prefix, starting at offset `skip`. */
export function* mergedRecords(
  store: Store,
  access: Access,
  skip: number,
  { transaction, turns }: Reading,
): Generator<number | typeof PAUSE> {
  const { reverse } = access;
  const groups = access.groups.map(({ ranges, prefix }): Group => ({
    ranges: reverse ? [...ranges].reverse() : ranges,
    prefix,
    passed: 0,
  }));
  let left = skip - (yield* jump(store, access, groups, skip, { transaction, turns }));
  const sign = reverse ? -1 : 1;
  const before = (a: Head, b: Head) => sign * (Buffer.compare(a.rest, b.rest) || a.record - b.record);
  const walkers = groups.map((group) => walk(store, access, group, transaction));
  try {
    const heads: Head[] = [];
    for (const walker of walkers) {
      const first = walker.next();
      if (first.done !== true) heads.push({ walker, ...first.value });
    }
    heads.sort(before);
    for (let head = heads[0]; head !== undefined; head = heads[0]) {
      if (left === 0) yield head.record;
      else {
        left--;
        if (turns?.isOverAfterFew() === true) yield PAUSE;
      }
      const next = head.walker.next();
      heads.shift();
      if (next.done === true) continue;
      head.rest = next.value.rest;
      head.record = next.value.record;
      let at = 0;
      while (at < heads.length && before(heads[at] as Head, head) < 0) at++;
      heads.splice(at, 0, head);
    }
  } finally {
    // Each holds the snapshot for as long as it may be read on.
    for (const walker of walkers) walker.return(undefined);
  }
}

function* walk(
  store: Store,
  { index, reverse }: Access,
  { ranges, prefix, passed }: Group,
  transaction: Transaction | undefined,
): Generator<{ rest: Buffer; record: number }> {
  for (const [i, range] of ranges.entries()) {
    for (const { key, record } of store.reads.entries(
      index,
      range,
      reverse,
      transaction,
      i === 0 ? passed : 0,
    )) {
      yield { rest: key.subarray(prefix), record };
    }
  }
}

/**
 * Skips keys that are among the first `skip` of the merged order without reading them, and returns how many. Each of the
 * k groups is probed for its key `step` positions ahead: at most k * step keys are less than or equal to the smallest of
 * these, so its group may advance by `step`.
 */
function* jump(
  store: Store,
  { index, reverse }: Access,
  groups: Group[],
  skip: number,
  { transaction, turns }: Reading,
): Generator<typeof PAUSE, number> {
  if (groups.some(({ ranges }) => ranges.length > 1)) return 0;
  const sign = reverse ? -1 : 1;
  const count = groups.length;
  let left = skip;
  for (let step = Math.floor(left / (2 * count)); step >= WALKED; step = Math.floor(step / 2)) {
    const ahead = ({ ranges, prefix, passed }: Group) =>
      store.reads
        .keyAt(index, ranges[0] as KeyRange, reverse, passed + step - 1, transaction)
        ?.subarray(prefix);
    const peeked = groups.map(ahead);
    while (left >= count * step) {
      let least = -1;
      for (const [i, key] of peeked.entries()) {
        const other = peeked[least];
        if (key !== undefined && (other === undefined || sign * Buffer.compare(key, other) < 0)) least = i;
      }
      const group = groups[least];
      if (group === undefined) break;
      group.passed += step;
      left -= step;
      peeked[least] = ahead(group);
      if (turns?.isOver() === true) yield PAUSE;
    }
  }
  return skip - left;
}
