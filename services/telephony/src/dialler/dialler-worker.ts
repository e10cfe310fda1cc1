import { repeat, type Worker } from '@crm/platform/lifecycle/repeat.js';
import type { DiallerContext } from './dialler-calls.js';
import { sweepAttempts } from './sweep-attempts.js';

/** Looks for attempts that nothing is heard of. */
export function startDiallerSweep(ctx: DiallerContext): Worker {
  return repeat(ctx.config.sweepMs, 'sweep attempts', () => sweepAttempts(ctx), ctx.log);
}
