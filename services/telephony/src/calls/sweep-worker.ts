import { collectionsOf, earliestDue, firstOf } from '@crm/platform/jobs/earliest-due.js';
import type { JobScheduler, ScheduledJob } from '@crm/platform/jobs/job-scheduler.js';
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

/**
 * Works off webhooks that were kept and not reduced, looks at every call that is due, and frees what nobody needs any
 * more. Answers how many there were to work off or to look at.
 */
export async function sweepCalls(ctx: TelephonyContext): Promise<number> {
  const forgotten = await reduceForgotten(ctx);
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
  const freed = await freeForgottenLeases(ctx);
  if (freed > 0) ctx.log.warn({ freed }, 'leases of ended calls released');
  return forgotten + due.length;
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

/** Sweeps when it is due. */
export function startCallSweep(ctx: TelephonyContext, scheduler: JobScheduler): ScheduledJob {
  return scheduler.add({
    name: 'calls to look at',
    collections: collectionsOf(ctx.callDocs, ctx.inbox, ctx.callLeases),
    nextDueAt: () => nextSweepAt(ctx),
    run: async () => (await sweepCalls(ctx)) > 0,
  });
}
