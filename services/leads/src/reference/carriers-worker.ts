import type { LeadsContext } from '../context.js';
import type { Worker } from '../holds/sweep-worker.js';
import { renameCarriers } from './rename-carriers.js';

/** How long it takes at most until an instance knows what another one saved. */
const everyMs = 5_000;

/** Keeps the names of the carriers fresh, and lets the leads of renamed ones follow. */
export function startCarriersWorker(ctx: LeadsContext): Worker {
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    working ??= ctx.carrierNames
      .refresh()
      .then(() => renameCarriers(ctx))
      .catch((error: unknown) => {
        // The store is away: the next turn finds the same list.
        ctx.log.warn({ err: error }, 'the carriers could not be read');
      })
      .finally(() => {
        working = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
}
