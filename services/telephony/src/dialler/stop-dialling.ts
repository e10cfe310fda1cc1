import { Types } from 'mongoose';
import { switchDiallerOff } from '@crm/contracts/http/auth.js';
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
  if (attempt === null || attempt.isOver || !attempt.details.placed || attempt.details.answeredBy !== null)
    return;
  await ctx.calls.callOff(callId.toHexString());
}

/**
 * A person answered a call of the dialler's and the guide's device did not take it: the dialler is switched off, or it
 * would ring one person after the other for nobody. The run stands where it is. A call that was no dialler's is none of
 * ours.
 */
export async function standStill(ctx: DiallerContext, callId: string): Promise<void> {
  const attempt = await ctx.diallerAttempts.findById(new Types.ObjectId(callId)).lean<AttemptDoc>();
  if (attempt === null) return;
  const { guide_id } = attempt;
  await ctx.diallers.updateOne({ _id: guide_id }, { $set: { missedCall: attempt._id } });
  const body = { user_id: guide_id.toHexString() };
  await ctx.services.call(switchDiallerOff, { body }, { asService: true });
}
