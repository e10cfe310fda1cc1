import { Types } from 'mongoose';
import type { DiallerContext } from './dialler-calls.js';
import type { AttemptDoc, DiallerDoc } from './dialler.model.js';

/**
 * Stops a guide's dialler at once: what is queued or rings is called off, a conversation goes on. A request that is
 * choosing a lead at this moment dials none.
 */
export async function stopDialling(ctx: DiallerContext, guideId: string): Promise<void> {
  const line = await ctx.diallers
    .findOneAndUpdate(
      { _id: new Types.ObjectId(guideId), call_id: { $ne: null } },
      { $set: { stoppedAt: ctx.clock.now() } },
      { returnDocument: 'after' },
    )
    .lean<DiallerDoc>();
  const callId = line?.call_id;
  if (!callId) return;
  const attempt = await ctx.diallerAttempts.findById(callId).lean<AttemptDoc>();
  if (attempt === null || attempt.isOver || attempt.details.answeredBy !== null) return;
  await ctx.calls.callOff(callId.toHexString());
}
