/** Several groups of an index's ranges as one order: what `$in` under a sort is read by. */
import type { Transaction } from 'lmdb';
import type { KeyRange } from '../storage/reads.js';
import type { Store } from '../storage/store.js';
import { PAUSE, type Turns } from '../turns.js';
import type { Access } from './access.js';

/** The state that is read, and the turns it is read in: without them at once. */
export interface Reading {
  transaction: Transaction | undefined;
  turns: Turns | undefined;
}

/** Fewer keys than this a group are sooner walked than jumped over. */
const WALKED = 16;

interface Group {
  ranges: KeyRange[];
  prefix: number;
  /** How many keys of the first range are behind. */
  passed: number;
}

interface Head {
  walker: Iterator<{ rest: Buffer; record: number }>;
  rest: Buffer;
  record: number;
}

/** The records in the order of what stands behind each group's prefix, from the `skip`th on. */
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
  const heads: Head[] = [];
  for (const group of groups) {
    const walker = walk(store, access, group, transaction);
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
 * Moves the groups over keys that lie within the first `skip` of all, and answers how many: where each of k groups is
 * asked for its key `step` places on, the least of these keys has at most k * step keys up to it, so its group may go
 * that far.
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
