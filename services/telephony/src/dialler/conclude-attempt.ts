import { Types } from 'mongoose';
import type { CallOutcome } from '@crm/contracts/entities/telephony.js';
import { switchDiallerOff } from '@crm/contracts/http/auth.js';
import { learn, noteUnanswered, recoverAttempt } from './attempts.js';
import type { DiallerContext } from './dialler-calls.js';
import type { AttemptDoc } from './dialler.model.js';

export const deviceSilent = 'Your device did not answer the last call, so the dialler was switched off';

const attemptOf = ({ diallerAttempts }: DiallerContext, callId: string) =>
  diallerAttempts.findById(new Types.ObjectId(callId)).lean<AttemptDoc>();

/**
 * Switches the dialler of an attempt's guide off, and says why to whoever asks for the next call meanwhile: it would ring
 * one customer after the other for nobody, or in vain. The run stays where it is.
 */
export async function switchOff(ctx: DiallerContext, callId: string, because: string): Promise<void> {
  const attempt = await attemptOf(ctx, callId);
  if (attempt === null) return;
  const { guide_id } = attempt;
  await ctx.diallers.updateOne({ _id: guide_id }, { $set: { offBecause: because } });
  const body = { user_id: guide_id.toHexString() };
  await ctx.services.call(switchDiallerOff, { body }, { asService: true });
}

/** The lead is where it was before it was chosen, and the dialler off. */
async function putBack(ctx: DiallerContext, callId: string, because: string): Promise<void> {
  await switchOff(ctx, callId, because);
  const attempt = await attemptOf(ctx, callId);
  if (attempt !== null && !attempt.isOver) await recoverAttempt(ctx, attempt, { restarts: false });
}

/** What the end of a call means for its attempt, and for the dialler: what says nothing of the lead leaves it as it was. */
export async function concludeAttempt(
  ctx: DiallerContext,
  callId: string,
  outcome: CallOutcome,
): Promise<void> {
  const { placed, isMissedByGuide, fault, reason } = await ctx.calls.endOf(callId);
  if (isMissedByGuide) return putBack(ctx, callId, deviceSilent);
  if (fault === 'rate' || fault === 'account') return putBack(ctx, callId, reason);
  if (fault === 'unknown') {
    await switchOff(ctx, callId, 'The carrier does not answer, please try again');
    await noteUnanswered(ctx, callId);
    await learn(ctx, callId, { placed, outcome }, { isAnswered: true });
    return;
  }
  await learn(ctx, callId, { placed, outcome });
}
