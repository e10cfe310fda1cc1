/**
 * Cooperative scheduling: all commands share one event loop, so a long-running command works in time slices (turns),
 * yields to the event loop between them, and stops at its `maxTimeMS`. Long-running work is a generator that yields
 * PAUSE wherever it may be interrupted.
 */
import { StoreError } from './values/errors.js';

/** Yielded in place of a result: nothing yet, the caller may yield to the event loop. */
export const PAUSE: unique symbol = Symbol('pause');

/** A monotonic clock, in milliseconds. */
export type Clock = () => number;

/** Length of a time slice in milliseconds. */
export const TURN_MS = 8;
/** How many small steps run between two reads of the clock. */
const FEW = 32;

/** The time slices of one command and of the cursor that it opens. */
export class Turns {
  private end: number;
  private deadline: number;
  /** The remaining `maxTimeMS` budget while the cursor is idle. */
  private left = Infinity;
  private steps = 0;

  /** `maxTimeMS`: the command's time limit in milliseconds. */
  constructor(
    private readonly now: Clock = () => performance.now(),
    maxTimeMS = Infinity,
  ) {
    const start = now();
    this.end = start + TURN_MS;
    this.deadline = start + maxTimeMS;
  }

  /** Whether the time slice is used up, so that the caller should yield before its next step. */
  isOver(): boolean {
    return this.now() >= this.end;
  }

  /** The same for steps so small that reading the clock at each one would dominate their cost. */
  isOverAfterFew(): boolean {
    if (++this.steps < FEW) return false;
    this.steps = 0;
    return this.isOver();
  }

  /** Yields to the event loop; throws MaxTimeMSExpired when the command's time limit is exceeded. */
  async pause(): Promise<void> {
    this.check();
    await new Promise((resolve) => setImmediate(resolve));
    this.check();
    this.begin();
  }

  /** Starts a new time slice. */
  begin(): void {
    this.end = this.now() + TURN_MS;
  }

  /** Yields to the event loop if the time slice is used up. */
  async pauseIfOver(): Promise<void> {
    if (this.isOver()) await this.pause();
  }

  /** Throws MaxTimeMSExpired when the command's time limit is exceeded. */
  check(): void {
    if (this.now() > this.deadline) {
      throw new StoreError('MaxTimeMSExpired', 'operation exceeded time limit');
    }
  }

  /** Stops the time limit: idle time between a cursor's batches does not count towards `maxTimeMS`. */
  rest(): void {
    this.left = this.deadline - this.now();
  }

  resume(): void {
    this.begin();
    this.deadline = this.now() + this.left;
  }

  /** Runs a generator to completion, yielding to the event loop at each PAUSE; returns its result. */
  async run<T>(work: Iterator<typeof PAUSE, T>): Promise<T> {
    try {
      for (;;) {
        const next = work.next();
        if (next.done === true) return next.value;
        await this.pause();
      }
    } finally {
      // Out of time it is not through: what it reads from is held until it is told.
      work.return?.();
    }
  }
}

/** Runs a generator to completion synchronously: for work that must not yield, such as a write transaction. */
export function atOnce<T>(work: Iterator<typeof PAUSE, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
