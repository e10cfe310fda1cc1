import type { LeadsContext } from '../context.js';
import { sweepHolds } from './release-holds.js';

export interface Worker {
  /** Stops after the turn under way. */
  stop(): Promise<void>;
}

/** Frees, every so often, the leads whose holders went away without a word. */
export function startHoldSweep(ctx: LeadsContext): Worker {
  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweepHolds(ctx)
      .then((freed) => {
        if (freed > 0) ctx.log.info({ freed }, 'leases ran out');
      })
      .catch((error: unknown) => {
        // The store is away: the next turn finds the same leases.
        ctx.log.warn({ err: error }, 'holds could not be swept');
      })
      .finally(() => {
        sweeping = undefined;
      });
  }, ctx.config.holdSweepMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };
}
