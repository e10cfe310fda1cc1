import { repeat, type Worker } from '@crm/platform/lifecycle/repeat.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc } from './call.model.js';
import { reviveEffects, runEffects } from './effects.js';
import { reduceForgotten } from './inbox.js';
import { freeForgottenLeases } from './leases.js';
import { listQuietLegs, lookAtCall, type Listed } from './look-at-call.js';

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
  await lookAtCall(ctx, call._id, listed);
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
    ctx.log.warn({ err: error }, 'the carrier could not list the lines that stand');
    return undefined;
  });
  for (const call of due) {
    await sweepCall(ctx, call, listed).catch((error: unknown) => {
      ctx.log.warn({ err: error, call: call._id.toHexString() }, 'a call could not be looked at');
    });
  }
  const freed = await freeForgottenLeases(ctx);
  if (freed > 0) ctx.log.warn({ freed }, 'what calls that are over had taken is free again');
  return forgotten + due.length;
}

/** Looks every so often. */
export function startCallSweep(ctx: TelephonyContext): Worker {
  return repeat(ctx.config.sweepMs, 'sweep calls', () => sweepCalls(ctx), ctx.log);
}
