import type { DiallerContext } from './dialler-calls.js';
import { sweepAttempts } from './sweep-attempts.js';

/** Looks for attempts that nothing is heard of, one round at a time. */
export function startDiallerSweep(ctx: DiallerContext): { stop(): Promise<void> } {
  let underWay: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    underWay ??= sweepAttempts(ctx)
      .catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'attempts of the dialler could not be swept');
      })
      .finally(() => {
        underWay = undefined;
      });
  }, ctx.config.sweepMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
