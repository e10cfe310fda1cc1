import type { TelephonyContext } from '../context.js';
import type { CallDoc } from './call.model.js';
import { reviveEffects, runEffects } from './effects.js';
import { reduceForgotten } from './inbox.js';
import { lookAtCall } from './look-at-call.js';

const batch = 50;
const againMs = 15_000;

/** Looks at one call that is due; another instance that is quicker has it. */
async function sweepCall(ctx: TelephonyContext, call: CallDoc): Promise<void> {
  const now = ctx.clock.now();
  const { modifiedCount } = await ctx.callDocs.collection.updateOne(
    { _id: call._id, lookAt: call.lookAt },
    { $set: { lookAt: new Date(now.getTime() + againMs) } },
  );
  if (modifiedCount === 0) return;
  await reviveEffects(ctx, call._id);
  await runEffects(ctx, call._id);
  await lookAtCall(ctx, call._id);
}

/** Works off webhooks that were kept and not reduced, and looks at every call that is due. Answers how many. */
export async function sweepCalls(ctx: TelephonyContext): Promise<number> {
  const forgotten = await reduceForgotten(ctx);
  const due = await ctx.callDocs
    .find({ lookAt: { $lte: ctx.clock.now() } })
    .sort({ lookAt: 1 })
    .limit(batch)
    .lean<CallDoc[]>();
  for (const call of due) {
    await sweepCall(ctx, call).catch((error: unknown) => {
      ctx.log.warn({ err: error, call: call._id.toHexString() }, 'a call could not be looked at');
    });
  }
  return forgotten + due.length;
}

/** Looks every second, one round at a time. */
export function startCallSweep(ctx: TelephonyContext): { stop(): Promise<void> } {
  let underWay: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    underWay ??= sweepCalls(ctx)
      .catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'calls could not be swept');
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
