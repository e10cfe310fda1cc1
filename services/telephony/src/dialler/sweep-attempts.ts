import { firstOf } from '@crm/platform/jobs/earliest-due.js';
import { learn, recoverAttempt } from './attempts.js';
import type { DiallerContext } from './dialler-calls.js';
import type { AttemptDoc } from './dialler.model.js';

/** After so long without a word the carrier is asked. */
export const silenceMs = 90_000;
const maxAtOnce = 50;

/** When the next attempt has been silent, or unasked about, for so long that the carrier is asked; null where none goes on. */
export async function nextSilentAt({
  diallerAttempts,
}: Pick<DiallerContext, 'diallerAttempts'>): Promise<Date | null> {
  // A handful at any time: one for each guide whose dialler goes on.
  const open = await diallerAttempts
    .find({ isOver: false }, { heardAt: 1, askedAt: 1 })
    .lean<Pick<AttemptDoc, 'heardAt' | 'askedAt'>[]>();
  return firstOf(
    open.map(
      ({ heardAt, askedAt }) => new Date(Math.max(heardAt.getTime(), askedAt?.getTime() ?? 0) + silenceMs),
    ),
  );
}

/**
 * Asks the carrier about attempts that nothing was heard of for 90 seconds: webhooks get lost, and a guide's line must
 * not stay taken for ever. One that never became a call is taken back. What was asked about before and is no call of the
 * guide's that goes on is given up. Answers how many were asked about.
 */
export async function sweepAttempts(ctx: DiallerContext): Promise<number> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - silenceMs);
  const silent = await ctx.diallerAttempts
    .find({
      isOver: false,
      heardAt: { $lte: since },
      $or: [{ askedAt: null }, { askedAt: { $lte: since } }],
    })
    .limit(maxAtOnce)
    .lean<AttemptDoc[]>();
  for (const attempt of silent) await ask(ctx, attempt, now);
  return silent.length;
}

async function ask(ctx: DiallerContext, attempt: AttemptDoc, now: Date): Promise<void> {
  const { _id, guide_id, askedAt } = attempt;
  const callId = _id.toHexString();
  await ctx.diallerAttempts.updateOne({ _id }, { $set: { askedAt: now } });
  try {
    if (!(await ctx.calls.resync(callId))) {
      await recoverAttempt(ctx, attempt);
      return;
    }
  } catch (error) {
    ctx.log.warn({ err: error, call: callId }, 'the carrier does not report the outcome of a call');
    return;
  }
  // What the carrier says comes as an event; only what is not told by the next time has nobody to tell it.
  if (askedAt === null) return;
  const live = await ctx.calls.live(guide_id.toHexString());
  if (live?.id === callId) return;
  await learn(ctx, callId, { placed: (await ctx.calls.endOf(callId)).placed, outcome: 'failed' });
}
