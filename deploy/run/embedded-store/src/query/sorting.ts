/** Merge sort in time slices: short runs are sorted and then merged, so that large sorts do not block the event loop. */
import { PAUSE, type Turns } from '../turns.js';

export type Compare<T> = (a: T, b: T) => number;

/** Rows per run; a run is sorted synchronously. */
const RUN = 256;

/** The rows sorted, stable. Without `turns` synchronously. */
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
    // The two runs are already in order.
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

/** Slack of the top-k buffer: how many rows beyond twice the wanted ones are gathered before it is trimmed. */
const SPARE = 1000;

/** Top-k selection: keeps the first `wanted` rows. Sorting occasionally is as fast as a heap, and simpler. */
export class FirstRows<T> {
  private rows: T[] = [];
  private last: T | undefined;

  constructor(
    private readonly compare: Compare<T>,
    private readonly wanted: number,
    private readonly turns: Turns | undefined,
  ) {}

  /** Adds a row; returns whether it is time to `trim`. */
  add(row: T): boolean {
    // A row after the last one kept at the previous trim can never be among the first `wanted`.
    if (this.last !== undefined && this.compare(row, this.last) >= 0) return false;
    return this.rows.push(row) >= this.wanted * 2 + SPARE;
  }

  *trim(): Generator<typeof PAUSE> {
    this.rows = (yield* sortInTurns(this.rows, this.compare, this.turns)).slice(0, this.wanted);
    if (this.rows.length === this.wanted) this.last = this.rows.at(-1);
  }

  /** The first `wanted` rows, in order. */
  *sorted(): Generator<typeof PAUSE, T[]> {
    yield* this.trim();
    return this.rows;
  }
}
