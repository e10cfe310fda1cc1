import type { Logger } from '../log/logger.js';

/** Things that are handled together. */
export interface Gathering<T> {
  /** Hands things over: they are handled at once, or after the pause since others were, each once. */
  add(things: readonly T[]): void;
  /** Handles what waits now; resolves when it is done. */
  flush(): Promise<void>;
  /** Handles nothing any more; resolves when nothing is under way. What waits is left. */
  stop(): Promise<void>;
}

/**
 * Handles what comes one by one in batches, each behind a pause of `pauseMs` milliseconds after the one before: only for what
 * may come late or be lost, since it waits in this process alone. What cannot be handled is logged and left. Of things with one
 * key the last counts.
 */
export function createGathering<T>({
  handle,
  keyOf,
  pauseMs,
  log,
}: {
  handle: (things: readonly T[]) => Promise<void>;
  keyOf: (thing: T) => string;
  pauseMs: number;
  log: Pick<Logger, 'warn'>;
}): Gathering<T> {
  let waiting = new Map<string, T>();
  let isPausing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();

  async function handleWaiting(): Promise<void> {
    const things = [...waiting.values()];
    waiting = new Map();
    try {
      await handle(things);
    } catch (error) {
      log.warn({ err: error, count: things.length }, 'a batch could not be handled');
    }
    if (isStopped) return;
    timer = setTimeout(goOn, pauseMs);
    timer.unref();
  }

  async function flush(): Promise<void> {
    await underWay;
    if (waiting.size === 0 || isStopped) return;
    clearTimeout(timer);
    isPausing = true;
    underWay = handleWaiting();
    await underWay;
  }

  function goOn(): void {
    isPausing = waiting.size > 0;
    if (isPausing) underWay = handleWaiting();
  }

  return {
    add: (things) => {
      for (const thing of things) waiting.set(keyOf(thing), thing);
      if (!isPausing && !isStopped) goOn();
    },
    flush,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
