/**
 * Merge sort of keys: they are gathered in runs that are sorted as soon as they are full, then merged with a heap. Each
 * run is one buffer and is sorted within a few milliseconds, so that sorting a million keys never blocks the event loop
 * for long and takes little more memory than the keys themselves.
 */
const RUN_KEYS = 4096;

interface Run {
  bytes: Buffer;
  /** Start offset of each key, followed by the end offset of the last one. */
  starts: Uint32Array;
  at: number;
  /** The first remaining key as latin1, one character per byte: strings compare faster than buffers. */
  front: string;
}

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export class SortedKeys {
  private readonly runs: Run[] = [];
  private gathered: string[] = [];
  /** Bytes of all keys. */
  bytes = 0;

  add(key: Buffer): void {
    this.gathered.push(key.toString('latin1'));
    this.bytes += key.length;
    if (this.gathered.length === RUN_KEYS) this.endRun();
  }

  private endRun(): void {
    const sorted = this.gathered.sort(before);
    this.gathered = [];
    const bytes = Buffer.allocUnsafe(sorted.reduce((sum, key) => sum + key.length, 0));
    const starts = new Uint32Array(sorted.length + 1);
    sorted.forEach((key, i) => {
      const start = starts[i] as number;
      starts[i + 1] = start + bytes.write(key, start, 'latin1');
    });
    this.runs.push({ bytes, starts, at: 0, front: sorted[0] as string });
  }

  /** All keys in ascending order, duplicates included. No key may be added afterwards. */
  *drain(): Generator<Buffer> {
    if (this.gathered.length > 0) this.endRun();
    const heap = this.runs.sort((a, b) => before(a.front, b.front));
    for (let run = heap[0]; run !== undefined; run = heap[0]) {
      yield run.bytes.subarray(run.starts[run.at], run.starts[run.at + 1]);
      run.at++;
      if (run.at + 1 < run.starts.length) {
        run.front = run.bytes.toString('latin1', run.starts[run.at], run.starts[run.at + 1]);
      } else {
        const last = heap.pop() as Run;
        if (last === run) return;
        heap[0] = last;
      }
      sink(heap);
    }
  }
}

/** Restores the heap order by sifting the root down. */
function sink(heap: Run[]): void {
  const run = heap[0] as Run;
  let at = 0;
  for (;;) {
    let child = at * 2 + 1;
    const [left, right] = [heap[child], heap[child + 1]];
    if (left === undefined) break;
    if (right !== undefined && right.front < left.front) child++;
    const smaller = heap[child] as Run;
    if (run.front <= smaller.front) break;
    heap[at] = smaller;
    at = child;
  }
  heap[at] = run;
}
