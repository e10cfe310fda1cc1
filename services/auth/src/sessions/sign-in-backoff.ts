import { tooMany } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { AuthContext } from '../context.js';
import type { StoredBackoff } from './backoff.model.js';
import { backoff, takeTurn, type Failures, type Pace } from './sign-in-backoff.rules.js';
import type { Attempt } from './sign-in-limits.js';

/** Contention is only with other instances of the service for the same key. */
const maxTries = 20;

/**
 * Starts an attempt from a known device or network, under its key: waits for its slot. Throws `too_many` with the
 * seconds to wait if the delay is too long to hold.
 */
export async function beginKnownAttempt(
  ctx: AuthContext,
  key: string,
  pace: Pace = backoff,
): Promise<Attempt> {
  const waitMs = await ctx.attemptTurn(() => reserve(ctx, key, pace));
  if (waitMs > 0) await ctx.wait(waitMs);
  return {
    succeeded: async () => {
      await ctx.models.backoffs.deleteOne({ _id: key });
    },
    check: async (verify) => {
      try {
        return await verify();
      } catch (error) {
        await ctx.models.backoffs.updateOne({ _id: key }, { $inc: { count: -1 } });
        throw error;
      }
    },
  };
}

/** Reserves the next slot of a key, with optimistic concurrency. Returns the delay in milliseconds. */
async function reserve(ctx: AuthContext, key: string, pace: Pace): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = ctx.clock.now().getTime();
    const stored = await ctx.models.backoffs.findById(key).lean<StoredBackoff | null>();
    const isForgotten = stored !== null && stored.forgetAt.getTime() <= now;
    const { waitMs, after } = takeTurn(stored === null || isForgotten ? undefined : stored, now, pace);
    if (after === undefined) {
      ctx.log.warn({ failures: stored?.count, waitMs }, 'sign-in rate limited');
      throw tooMany(waitMs / 1000, 'Too many attempts, please wait');
    }
    if (await keep(ctx, key, stored, after)) return waitMs;
  }
  throw tooMany(1, 'Too many attempts, please wait');
}

/** Saves the reserved slot; false on a conflict. */
async function keep(
  { models }: AuthContext,
  key: string,
  before: StoredBackoff | null,
  after: Failures,
): Promise<boolean> {
  const forgetAt = new Date(after.nextAt + backoff.forgetMs);
  try {
    const written = await models.backoffs.updateOne(
      // If none exists yet, a concurrent one makes the insert fail: its count is never 0.
      { _id: key, count: before?.count ?? 0, ...(before === null ? {} : { nextAt: before.nextAt }) },
      { $set: { ...after, forgetAt } },
      { upsert: before === null },
    );
    return written.matchedCount + written.upsertedCount > 0;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
