import { tooMany } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { AuthContext } from '../context.js';
import {
  allowances,
  allowancesFor,
  networkAllowance,
  waitFor,
  type AllowanceName,
} from './sign-in-limits.rules.js';

/** An attempt to verify a password, counted as a failure until it succeeds. */
export interface Attempt {
  /** The password was right: refunds the attempt and clears the account's failures from here. */
  succeeded(): Promise<void>;
  /** Verifies the password, or another proof. If verification itself fails, the attempt is refunded and counts neither way. */
  check<T>(verify: () => Promise<T>): Promise<T>;
}

interface Drawn {
  name: AllowanceName;
  key: string;
}

/**
 * Begins an attempt. It draws on its allowances before the password is looked at, so that many at once cannot get past
 * them together. Throws `too_many` with the seconds to wait where one is used up.
 */
export async function beginAttempt(
  ctx: AuthContext,
  account: string,
  network: string,
  networkIsKnown: boolean,
): Promise<Attempt> {
  const drawn: Drawn[] = [];
  for (const allowance of allowancesFor(account, network, networkIsKnown)) {
    const wait = await draw(ctx, allowance);
    if (wait > 0) {
      await giveBack(ctx, drawn);
      ctx.log.warn({ allowance: allowance.name, waitMs: wait }, 'sign-in rate limited');
      throw tooMany(wait / 1000, 'Too many attempts, please wait');
    }
    drawn.push(allowance);
  }
  return {
    succeeded: async () => {
      await giveBack(
        ctx,
        drawn.filter(({ name }) => name !== 'pair'),
      );
      const pairs = drawn.filter(({ name }) => name === 'pair').map(({ key }) => key);
      await ctx.models.allowances.deleteMany({ _id: { $in: pairs } });
    },
    check: async (verify) => {
      try {
        return await verify();
      } catch (error) {
        await giveBack(ctx, drawn);
        throw error;
      }
    },
  };
}

/** Whether a network has used up its allowance of wrong passwords over all accounts. */
export async function isAttacked({ models, clock }: AuthContext, network: string): Promise<boolean> {
  const { key, name } = networkAllowance(network);
  const used = await models.allowances.findById(key).lean();
  // The next wrong password would be one too many.
  return (
    used !== null && waitFor(used.wholeAt + allowances[name].refillMs, allowances[name], clock.now()) > 0
  );
}

/** Counts a wrong password on a network where the account is known: it refuses nobody there, but shows an attack. */
export async function countWrong(ctx: AuthContext, network: string): Promise<void> {
  await draw(ctx, networkAllowance(network));
}

/** Draws one use of an allowance. Answers 0, or, where it is used up, how many milliseconds to wait: then nothing is drawn. */
async function draw(ctx: AuthContext, { name, key }: Drawn): Promise<number> {
  const { burst, refillMs } = allowances[name];
  const now = ctx.clock.now();
  const forgetAt = new Date(now.getTime() + (burst + 1) * refillMs);
  const inUse = await ctx.models.allowances
    .findOneAndUpdate(
      { _id: key, wholeAt: { $gt: now.getTime() } },
      { $inc: { wholeAt: refillMs }, $set: { forgetAt } },
      { returnDocument: 'after' },
    )
    .lean();
  if (inUse === null) {
    const isFirst = await drawFirst(ctx, key, { wholeAt: now.getTime() + refillMs, forgetAt }, now);
    return isFirst ? 0 : draw(ctx, { name, key });
  }
  const wait = waitFor(inUse.wholeAt, { burst, refillMs }, now);
  // A refused attempt must not extend the wait.
  if (wait > 0) await giveBack(ctx, [{ name, key }]);
  return wait;
}

/** Draws the first use of an allowance that is whole. Answers false where somebody else just did. */
async function drawFirst(
  { models }: AuthContext,
  key: string,
  used: { wholeAt: number; forgetAt: Date },
  now: Date,
): Promise<boolean> {
  try {
    await models.allowances.updateOne(
      { _id: key, wholeAt: { $lte: now.getTime() } },
      { $set: used },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

async function giveBack({ models }: Pick<AuthContext, 'models'>, drawn: readonly Drawn[]): Promise<void> {
  for (const { name, key } of drawn) {
    await models.allowances.updateOne({ _id: key }, { $inc: { wholeAt: -allowances[name].refillMs } });
  }
}
