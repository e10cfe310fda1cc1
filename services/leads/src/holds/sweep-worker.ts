import { repeat, type Worker } from '@crm/platform/lifecycle/repeat.js';
import type { LeadsContext } from '../context.js';
import { sweepHolds } from './release-holds.js';

/** Frees, every so often, the leads whose holders went away without a word. */
export function startHoldSweep(ctx: LeadsContext): Worker {
  const sweep = async () => {
    const freed = await sweepHolds(ctx);
    if (freed > 0) ctx.log.info({ freed }, 'leases ran out');
  };
  return repeat(ctx.config.holdSweepMs, 'sweep holds', sweep, ctx.log);
}
