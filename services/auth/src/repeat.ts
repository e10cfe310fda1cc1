import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@crm/platform/log/logger.js';

/**
 * Does a thing again and again with a pause between, until stopped. A failure is logged and tried again with the next
 * turn: what is repeated here looks at the store, and finds there what it missed.
 */
export function repeat(
  everyMs: number,
  what: string,
  work: () => Promise<void>,
  log: Logger,
): { stop(): Promise<void> } {
  const stopped = new AbortController();

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await work();
      } catch (error) {
        log.error({ err: error, what }, 'repeated work failed');
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
