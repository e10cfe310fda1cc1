import { collectionsOf, earliestDue, firstOf } from '@crm/platform/jobs/earliest-due.js';
import type { JobScheduler } from '@crm/platform/jobs/job-scheduler.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc } from './call.model.js';
import { reviveEffects, runEffects } from './effects.js';
import { nextForgottenAt, reduceForgotten } from './inbox.js';
import { freeForgottenLeases, nextLeaseToCheckAt } from './leases.js';
import { listQuietLegs, reconcileCall, type Listed } from './reconcile-call.js';

const batch = 500;
const againMs = 15_000;

/** Looks at one call that is due; another instance that is quicker has it. */
async function sweepCall(ctx: TelephonyContext, call: CallDoc, listed: Listed | undefined): Promise<void> {
  const now = ctx.clock.now();
  const { modifiedCount } = await ctx.callDocs.collection.updateOne(
    { _id: call._id, lookAt: call.lookAt },
    { $set: { lookAt: new Date(now.getTime() + againMs) } },
  );
  if (modifiedCount === 0) return;
  await reviveEffects(ctx, call._id);
  await runEffects(ctx, call._id);
  await reconcileCall(ctx, call._id, listed);
}

/** Looks at every call that is due. Answers how many. */
async function lookAtCalls(ctx: TelephonyContext): Promise<number> {
  const due = await ctx.callDocs
    .find({ lookAt: { $lte: ctx.clock.now() } })
    .sort({ lookAt: 1 })
    .limit(batch)
    .lean<CallDoc[]>();
  const listed = await listQuietLegs(ctx, due).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'active legs could not be listed at the carrier');
    return undefined;
  });
  for (const call of due) {
    await sweepCall(ctx, call, listed).catch((error: unknown) => {
      ctx.log.warn({ err: error, call: call._id.toHexString() }, 'a call could not be reconciled');
    });
  }
  return due.length;
}

async function freeForgotten(ctx: TelephonyContext): Promise<void> {
  const freed = await freeForgottenLeases(ctx);
  if (freed > 0) ctx.log.warn({ freed }, 'leases of ended calls released');
}

/**
 * Works off webhooks that were kept and not reduced, looks at every call that is due, and frees what nobody needs any
 * more. Answers how many there were to work off or to look at.
 */
export async function sweepCalls(ctx: TelephonyContext): Promise<number> {
  const forgotten = await reduceForgotten(ctx);
  const due = await lookAtCalls(ctx);
  await freeForgotten(ctx);
  return forgotten + due;
}

/** Calls that are due within one of these are looked at together: the carrier lists their lines in one request. */
const togetherMs = 1_000;

async function nextLookAt({ callDocs }: TelephonyContext): Promise<Date | null> {
  const first = await earliestDue(callDocs, 'lookAt');
  return first && new Date(Math.ceil(first.getTime() / togetherMs) * togetherMs);
}

/** When a call is due, or a webhook or a lease will have been there for so long that its process must be gone; null: never. */
export const nextSweepAt = async (ctx: TelephonyContext): Promise<Date | null> =>
  firstOf(await Promise.all([nextForgottenAt(ctx), nextLookAt(ctx), nextLeaseToCheckAt(ctx)]));

/** Leases of long calls are as old as forgotten ones: they are checked no more often than this. */
const checkAgainMs = 60_000;

/** Looks at calls and at leases when they are due. */
export function startCallSweep(ctx: TelephonyContext, scheduler: JobScheduler): void {
  scheduler.add({
    name: 'calls to look at',
    collections: collectionsOf(ctx.callDocs),
    nextDueAt: () => nextLookAt(ctx),
    run: async () => (await lookAtCalls(ctx)) > 0,
  });
  let checkedAt = -Infinity;
  scheduler.add({
    name: 'leases of calls that may be gone',
    // What is taken now is due later than every job is looked at anyhow.
    collections: [],
    nextDueAt: async () => {
      const due = await nextLeaseToCheckAt(ctx);
      // A clock that was set back says nothing of when that was.
      if (due === null || checkedAt > ctx.clock.now().getTime()) return due;
      return new Date(Math.max(due.getTime(), checkedAt + checkAgainMs));
    },
    run: async () => {
      await freeForgotten(ctx);
      checkedAt = ctx.clock.now().getTime();
      return false;
    },
  });
}
