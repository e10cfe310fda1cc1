const minBackoffMs = 100;
const maxBackoffMs = 2_000;

/** What failed and is left alone for a while before it is tried again. */
export interface Backoffs {
  /** How many rest now. */
  readonly size: number;
  /** Whether this one rests now. */
  has(id: string): boolean;
  /** Leaves one alone, twice as long as the time before, up to 2 s. */
  backoff(id: string): void;
  /** It went through: its next rest is a short one again. Answers whether it had failed before. */
  over(id: string): boolean;
  /** Ends every rest now; how often each failed stays known. */
  end(): void;
}

/** Rests of one collection's documents; `ended` is called with each whose rest is over. */
export function createBackoffs(ended: (id: string) => void): Backoffs {
  const timers = new Map<string, NodeJS.Timeout>();
  /** How often in a row each failed. */
  const failures = new Map<string, number>();

  function end(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    ended(id);
  }

  return {
    get size() {
      return timers.size;
    },
    has: (id) => timers.has(id),
    backoff: (id) => {
      const before = failures.get(id) ?? 0;
      failures.set(id, before + 1);
      clearTimeout(timers.get(id));
      const timer = setTimeout(end, Math.min(maxBackoffMs, minBackoffMs * 2 ** before), id);
      timer.unref();
      timers.set(id, timer);
    },
    over: (id) => failures.delete(id),
    end: () => {
      for (const id of [...timers.keys()]) end(id);
    },
  };
}
