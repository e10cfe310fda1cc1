import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log/logger.js';

/** Work that goes on until it is stopped. */
export interface Worker {
  /** Stops after the turn under way. */
  stop(): Promise<void>;
}

/**
 * Does a thing at once and then again and again, with a pause of `everyMs` milliseconds after each turn, until it is
 * stopped; one turn at a time. A failure is logged under `what` and tried again with the next turn: what is repeated
 * here looks at the store, and finds there what it missed. Never throws.
 */
export function repeat(everyMs: number, what: string, work: () => Promise<unknown>, log: Logger): Worker {
  const stopped = new AbortController();

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await work();
      } catch (error) {
        log.warn({ err: error, what }, 'repeated work failed');
      }
      await pause(everyMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
