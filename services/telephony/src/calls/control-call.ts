import type { Actor } from '@crm/contracts/access.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { invalid, notFound } from '@crm/platform/errors/app-error.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import { refusalOf } from '../carrier/refusal.js';
import type { Recorded } from '../carrier/carrier.js';
import type { TelephonyContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { voicemailToDrop } from '../voicemails/voicemails.js';
import type { CallDoc } from './call.model.js';
import { playTwiml } from './call-twiml.js';
import { changeCall, emitCallChanged } from './change-call.js';
import { callToEnd, liveCallDoc, ownCall } from './live-calls.js';
import { reconcileCall } from './reconcile-call.js';
import { withColleague } from './colleague.rules.js';
import { hostRole, isConferenced } from './reduce-call.rules.js';
import { askPermission, leadToCall } from './permission.js';

const over = 'The call has already ended';

/** Asks the carrier for something about a call: what is over is over, and the call is looked at anew. */
export async function askAbout(
  ctx: TelephonyContext,
  call: CallDoc,
  request: () => Promise<void>,
): Promise<'done' | 'over'> {
  try {
    await request();
    return 'done';
  } catch (error) {
    const failure = carrierError(error);
    if (failure.kind !== 'over') throw refusalOf(failure);
    await reconcileCall(ctx, call._id);
    return 'over';
  }
}

/** The asker's call with a customer on the line. */
async function talkingCall(ctx: TelephonyContext, actor: Actor, id: string): Promise<CallDoc> {
  const call = await ownCall(ctx, actor, id);
  if (call.state === 'ended') throw invalid({}, over);
  if (call.state !== 'talking') throw invalid({}, 'The call has not been answered yet');
  return call;
}

/** The line or the conference that a call is recorded on. */
function recordedOf(call: CallDoc): Recorded | undefined {
  if (isConferenced(call))
    return call.conferenceSid === null ? undefined : { conferenceSid: call.conferenceSid };
  const callSid = call.legs['agent']?.sid ?? null;
  return callSid === null ? undefined : { callSid };
}

/**
 * Pauses the recording while bank details are said, or goes on with it. Asked twice, it is so already; asked before the
 * recording begins, it begins paused.
 */
export async function pauseRecording(
  ctx: TelephonyContext,
  actor: Actor,
  { id, paused }: { id: string; paused: boolean },
): Promise<Outcome> {
  const call = await talkingCall(ctx, actor, id);
  if (call.colleague) throw invalid({}, withColleague);
  const done = success(paused ? 'Recording paused' : 'Recording goes on');
  if (call.recordingPaused === paused) return done;
  const recorded = recordedOf(call);
  if (recorded === undefined) throw invalid({}, 'This call is not being recorded');
  // Kept first: a recording that begins at this very moment begins as it was wanted.
  await emitCallChanged(ctx, call._id, { is: 'paused', paused });
  try {
    // The announcement is not recorded: while it is said there is nothing that could be paused.
    const asked = await askAbout(ctx, call, () => ctx.carrier.pauseRecording(recorded, paused));
    if (asked === 'over' && (await ownCall(ctx, actor, id)).state === 'ended') throw invalid({}, over);
  } catch (error) {
    await emitCallChanged(ctx, call._id, { is: 'paused', paused: !paused });
    throw error;
  }
  return done;
}

/** The recording has begun: one that was to be paused before is paused now. */
export async function pauseAtOnce(ctx: TelephonyContext, call: CallDoc): Promise<void> {
  const recorded = recordedOf(call);
  if (!call.recordingPaused || recorded === undefined) return;
  await askAbout(ctx, call, () => ctx.carrier.pauseRecording(recorded, true));
}

/** Ends the asker's own call, from wherever they are. One that is over is as they wanted. */
export async function hangUpCall(ctx: TelephonyContext, actor: Actor, id: string): Promise<Outcome> {
  const call = await callToEnd(ctx, actor, id);
  const done = success('Call ended');
  if (call.state === 'ended') return done;
  const { conferenceSid } = call;
  const line = call.legs[hostRole(call)]?.sid ?? null;
  if (conferenceSid !== null) await askAbout(ctx, call, () => ctx.carrier.endConference(conferenceSid));
  if (line !== null && (conferenceSid === null || call.hasLeft === false))
    await askAbout(ctx, call, () => ctx.carrier.endCall(line));
  return done;
}

/**
 * Plays a voicemail of the asker's to the machine that the customer's line reached, and frees the asker at once. Only
 * where the customer agreed to recorded calls and a recorded message is permitted, both asked at this moment.
 */
export async function dropVoicemail(
  ctx: TelephonyContext,
  actor: Actor,
  { id, voicemail_id }: { id: string; voicemail_id: string },
): Promise<Outcome> {
  const call = await talkingCall(ctx, actor, id);
  if (call.colleague) throw invalid({}, withColleague);
  const sid = call.legs['customer']?.sid ?? null;
  if (sid === null || call.direction === 'inbound')
    throw invalid({}, 'No answering machine was detected on this call');
  const lead = call.lead_id === null ? undefined : await leadToCall(ctx, call.lead_id.toHexString());
  if (lead?.recorded_ok !== 1) throw invalid({}, 'This customer has not agreed to recorded messages');
  const permission = await askPermission(ctx, {
    lead_id: lead.lead_id,
    phone: call.number,
    user_id: actor.id,
    prerecorded: true,
    // The call itself was counted as it was made.
    attempt_id: call._id.toHexString(),
  });
  if (!permission.allowed) throw invalid({}, permission.sentence);
  const url = await voicemailToDrop(ctx, actor.id, voicemail_id);
  // Said first: the document that they leave ends with them, and its hook may be quicker than this answer.
  const claim = { isMine: false };
  await changeCall(ctx, call._id, ({ drop }) => {
    claim.isMine = drop === 'none';
    return claim.isMine ? { input: { is: 'drop', drop: 'wanted' } } : undefined;
  });
  const done = success('Voicemail is played');
  // Asked twice, or left by the dialler itself at this moment: one is enough.
  if (!claim.isMine) return done;
  try {
    const asked = await askAbout(ctx, call, () => ctx.carrier.redirectCall(sid, { twiml: playTwiml(url) }));
    if (asked === 'over') throw invalid({}, over);
  } catch (error) {
    await emitCallChanged(ctx, call._id, { is: 'drop', drop: 'none' });
    throw error;
  }
  await emitCallChanged(ctx, call._id, { is: 'drop', drop: 'playing' });
  return done;
}

/** Holds the customer of the asker's own conference, or takes them back. What the carrier then says is shown. */
export async function handleHold(
  ctx: TelephonyContext,
  actor: Actor,
  { callSid, conferenceSid, hold }: { callSid: string; conferenceSid: string; hold: boolean },
): Promise<Outcome> {
  const call = await holdable(ctx, actor, { callSid, conferenceSid });
  const done = success(hold ? 'Customer on hold' : 'Customer is back');
  if (call.state === 'ended') return done;
  await changeCall(ctx, call._id, () => ({ own: { holdAsked: { hold, at: ctx.clock.now() } } }));
  await askAbout(ctx, call, () =>
    ctx.carrier.setHold(conferenceSid, callSid, hold ? ctx.links.holdMusic : false),
  );
  return done;
}

async function holdable(
  ctx: TelephonyContext,
  actor: Actor,
  { callSid, conferenceSid }: { callSid: string; conferenceSid: string },
): Promise<CallDoc> {
  const call = await ctx.callDocs.findOne({ conferenceSid }).lean<CallDoc>();
  if (call?.user_id?.toHexString() === actor.id && call.legs['customer']?.sid === callSid) return call;
  const live = await liveCallDoc(ctx, actor.id);
  if (live !== undefined && live.conferenceSid === null)
    throw invalid({}, 'Only conference calls can be put on hold');
  throw notFound('Call');
}
