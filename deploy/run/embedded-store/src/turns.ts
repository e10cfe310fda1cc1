/**
 * Turns: one thread answers everybody, so whoever works long lets the others work now and then, and stops when its own
 * time is over. What takes long is a generator that yields PAUSE where it may be interrupted.
 */
import { StoreError } from './values/errors.js';

/** "Nothing yet, let others work". */
export const PAUSE: unique symbol = Symbol('pause');

/** Milliseconds on a clock that never goes back. */
export type Clock = () => number;

/** As many milliseconds does one turn take. */
export const TURN_MS = 8;
/** After as many small steps is the clock looked at. */
const FEW = 32;

/** The turns of one command, and of the cursor that it leaves behind. */
export class Turns {
  private end: number;
  private deadline: number;
  /** What is left of the command's own time while its cursor rests. */
  private left = Infinity;
  private steps = 0;

  /** `maxTimeMS`: milliseconds that the command may work. */
  constructor(
    private readonly now: Clock = () => performance.now(),
    maxTimeMS = Infinity,
  ) {
    const start = now();
    this.end = start + TURN_MS;
    this.deadline = start + maxTimeMS;
  }

  /** Whether others are to be let in before the next step. */
  isOver(): boolean {
    return this.now() >= this.end;
  }

  /** The same for steps so small that looking at the clock at each would take as long. */
  isOverAfterFew(): boolean {
    if (++this.steps < FEW) return false;
    this.steps = 0;
    return this.isOver();
  }

  /** Lets the others work; throws where the command's own time is over. */
  async pause(): Promise<void> {
    this.check();
    await new Promise((resolve) => setImmediate(resolve));
    this.check();
    this.begin();
  }

  /** A turn begins: others have worked. */
  begin(): void {
    this.end = this.now() + TURN_MS;
  }

  /** Lets the others work where it is time to. */
  async pauseIfOver(): Promise<void> {
    if (this.isOver()) await this.pause();
  }

  /** Throws MaxTimeMSExpired where the command's own time is over. */
  check(): void {
    if (this.now() > this.deadline) {
      throw new StoreError('MaxTimeMSExpired', 'operation exceeded time limit');
    }
  }

  /** Between the pieces of a cursor no time counts. */
  rest(): void {
    this.left = this.deadline - this.now();
  }

  resume(): void {
    this.begin();
    this.deadline = this.now() + this.left;
  }

  /** Goes on to the end with pauses; answers what comes out. */
  async run<T>(work: Iterator<typeof PAUSE, T>): Promise<T> {
    for (;;) {
      const next = work.next();
      if (next.done === true) return next.value;
      await this.pause();
    }
  }
}

/** Goes on to the end without a pause: for what has to be done in one step, as a write has. */
export function atOnce<T>(work: Iterator<typeof PAUSE, T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
