import { repeat, type Worker } from '@crm/platform/lifecycle/repeat.js';
import type { LeadsContext } from '../context.js';
import { renameCarriers } from './rename-carriers.js';

/** How long it takes at most until an instance knows what another one saved. */
const everyMs = 5_000;

/** Keeps the names of the carriers fresh, and lets the leads of renamed ones follow. */
export function startCarriersWorker(ctx: LeadsContext): Worker {
  const follow = async () => {
    await ctx.carrierNames.refresh();
    await renameCarriers(ctx);
  };
  return repeat(everyMs, 'follow the carriers', follow, ctx.log);
}
