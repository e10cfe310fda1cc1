/** Sorting in turns: short runs are sorted at once and then merged, so that many rows keep nobody waiting. */
import { PAUSE, type Turns } from '../turns.js';

export type Compare<T> = (a: T, b: T) => number;

/** As many rows are sorted at once. */
const RUN = 256;

/** The rows in order, equal ones as they stood. Without turns all at once. */
export function* sortInTurns<T>(
  rows: T[],
  compare: Compare<T>,
  turns: Turns | undefined,
): Generator<typeof PAUSE, T[]> {
  if (!turns || rows.length <= RUN) return rows.sort(compare);
  let from: T[] = [];
  for (let start = 0; start < rows.length; start += RUN) {
    for (const row of rows.slice(start, start + RUN).sort(compare)) from.push(row);
    if (turns.isOver()) yield PAUSE;
  }
  for (let width = RUN; width < rows.length; width *= 2) {
    const to: T[] = [];
    for (let start = 0; start < rows.length; start += width * 2) {
      yield* merge(from, start, width, { to, compare, turns });
    }
    from = to;
  }
  return from;
}

function* merge<T>(
  from: readonly T[],
  start: number,
  width: number,
  { to, compare, turns }: { to: T[]; compare: Compare<T>; turns: Turns },
): Generator<typeof PAUSE> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(middle + width, from.length);
  if (middle >= end || compare(from[middle - 1] as T, from[middle] as T) <= 0) {
    // In order as they stand.
    for (let at = start; at < end; at++) to.push(from[at] as T);
    return;
  }
  let left = start;
  let right = middle;
  while (left < middle || right < end) {
    const isLeft = right >= end || (left < middle && compare(from[left] as T, from[right] as T) <= 0);
    to.push(from[isLeft ? left++ : right++] as T);
    if (turns.isOverAfterFew()) yield PAUSE;
  }
}

/** As many more rows than are wanted may gather before they are sorted and the last are released. */
const SPARE = 1000;

/** Rows of which the first so many are wanted. Sorting them once in a while is as good as a heap, and shorter. */
export class FirstRows<T> {
  private rows: T[] = [];
  private last: T | undefined;

  constructor(
    private readonly compare: Compare<T>,
    private readonly wanted: number,
    private readonly turns: Turns | undefined,
  ) {}

  /** Takes a row; answers whether it is time to `trim`. */
  add(row: T): boolean {
    // Behind the last that was wanted at the last trimming it stays unwanted.
    if (this.last !== undefined && this.compare(row, this.last) >= 0) return false;
    return this.rows.push(row) >= this.wanted * 2 + SPARE;
  }

  *trim(): Generator<typeof PAUSE> {
    this.rows = (yield* sortInTurns(this.rows, this.compare, this.turns)).slice(0, this.wanted);
    if (this.rows.length === this.wanted) this.last = this.rows.at(-1);
  }

  /** What is wanted, in order. */
  *sorted(): Generator<typeof PAUSE, T[]> {
    yield* this.trim();
    return this.rows;
  }
}
