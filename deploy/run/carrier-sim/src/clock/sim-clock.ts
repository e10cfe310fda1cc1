export interface Timing {
  /** Ends the wait early; the promise then resolves to `stopped`. */
  signal?: AbortSignal | undefined;
  /** A limit rather than an event: the virtual clock does not jump for it, though it fires when time gets there. */
  patient?: boolean;
}

/**
 * The carrier's time. `now` fits wherever a service wants a clock, so that both sides can live in the same time.
 */
export interface SimClock {
  now(): Date;
  sleep(ms: number, timing?: Timing): Promise<'over' | 'stopped'>;
  /** Keeps virtual time from jumping until the promise has settled. */
  hold<T>(work: Promise<T>): Promise<T>;
  /** Virtual time alone: moves on by `ms`, firing what falls due on the way, limits too, and waits for its work. */
  advance(ms: number): Promise<void>;
  /** Resolves once nothing is under way and no event is left that time would drive by itself. */
  settled(): Promise<void>;
  /** Something happened that others may react to at once: virtual time gives them a moment. */
  touch(): void;
  stop(): void;
}
