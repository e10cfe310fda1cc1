import { Types } from 'mongoose';
import type { CallOutcome } from '@crm/contracts/entities/telephony.js';
import { warning } from '@crm/platform/http/outcomes.js';
import { learn, noteUnanswered, recoverAttempt } from './attempts.js';
import type { DiallerContext } from './dialler-calls.js';
import type { AttemptDoc } from './dialler.model.js';
import { switchOff } from './switch-off.js';

export const deviceSilent = 'Your device did not answer the last call, so the dialler was switched off';

const attemptOf = ({ diallerAttempts }: DiallerContext, callId: string) =>
  diallerAttempts.findById(new Types.ObjectId(callId)).lean<AttemptDoc>();

/** Switches the dialler of an attempt's guide off and tells them why. */
export async function switchOffOf(ctx: DiallerContext, callId: string, because: string): Promise<void> {
  const attempt = await attemptOf(ctx, callId);
  if (attempt !== null) await switchOff(ctx, attempt.guide_id.toHexString(), warning(because));
}

/** The lead is where it was before it was chosen, and the dialler off. */
async function putBack(ctx: DiallerContext, callId: string, because: string): Promise<void> {
  await switchOffOf(ctx, callId, because);
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
    await switchOffOf(ctx, callId, 'The carrier does not answer, please try again');
    await noteUnanswered(ctx, callId);
    await learn(ctx, callId, { placed, outcome }, { isAnswered: true });
    return;
  }
  await learn(ctx, callId, { placed, outcome });
}
