export interface Timing {
  /** Ends the wait early; the promise then resolves to `stopped`. */
  signal?: AbortSignal | undefined;
  /** A timeout rather than an event: the virtual clock does not jump to it, but it fires when time gets there. */
  patient?: boolean;
}

/** The carrier's time. `now` is usable as a service's clock, so that both sides share the same time. */
export interface SimClock {
  now(): Date;
  sleep(ms: number, timing?: Timing): Promise<'over' | 'stopped'>;
  /** Keeps virtual time from jumping until the promise settles. */
  hold<T>(work: Promise<T>): Promise<T>;
  /**
   * Virtual time only: advances by `ms`, firing everything due on the way, including timeouts, and waits for its
   * work.
   */
  advance(ms: number): Promise<void>;
  /** Resolves once nothing is in flight and no event is pending. */
  settled(): Promise<void>;
  /** Something happened that others may react to: virtual time waits a moment. */
  touch(): void;
  stop(): void;
}
