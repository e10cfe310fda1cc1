import { Types } from 'mongoose';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import type { TelephonyContext } from '../context.js';
import { giveBackNumber, noNumber, pickNumber, type PickedNumber } from '../numbers/pick-number.js';
import { addressesOf, identityOf } from './addresses.js';
import type { CallDoc } from './call.model.js';
import { liveCallOf } from './call.view.js';
import { emitCallChanged } from './change-call.js';
import { freeLeases, leaseOf, takeLeases } from './leases.js';
import { liveCallDoc } from './live-calls.js';
import { reconcileCall } from './reconcile-call.js';
import { isMissedByGuide } from './reduce-call.rules.js';
import { insertCall, newCall, refusedCall, type NewCall } from './new-call.js';
import { whyNoNumber } from './number.rules.js';

/** Seconds that the guide's device rings: it takes calls by itself. */
const guideSeconds = 15;

export interface DiallerCallEnd {
  /** The carrier took the customer's line, as far as anybody knows. */
  placed: boolean;
  /** The guide's device did not take it, and the customer was not rung. */
  isMissedByGuide: boolean;
  /** What kept the customer from being rung, where that says nothing of them; with the reason in words. */
  fault: 'unknown' | 'rate' | 'account' | null;
  reason: string;
}

export interface CallToDial {
  /** The call's own id: the attempt, the carrier's webhooks and every event bear it. */
  call_id: string;
  /** Whose device takes the call, before anybody else is rung. */
  guide_id: string;
  lead: LeadToCall;
  number: string;
  /** What is left on a machine; undefined where nothing may be. */
  voicemail: string | undefined;
}

/**
 * The number that a customer is dialled from, or why they are not dialled now; what it needs is taken with the answer.
 * Permission is asked when the customer is rung.
 */
async function decide(
  ctx: TelephonyContext,
  _id: Types.ObjectId,
  { guide_id, lead, number }: CallToDial,
): Promise<PickedNumber | { why: string }> {
  const why = whyNoNumber(number);
  if (why !== undefined) return { why };
  const keys = [leaseOf.user(guide_id), leaseOf.number(number), leaseOf.lead(lead.lead_id)];
  if ((await takeLeases(ctx, _id, keys)) !== undefined) return { why: 'This customer is already in a call' };
  const picked = await pickNumber(ctx, { user: null, leadState: lead.state, number });
  if ('why' in picked) await freeLeases(ctx, _id);
  return picked;
}

/** The guide's device, with what it shows of the call that it takes. */
function deviceOf({ guide_id, lead, number }: CallToDial): string {
  const about = new URLSearchParams({
    kind: 'dialler',
    lead_id: lead.lead_id,
    lead_name: lead.fullname,
    number,
  });
  return `client:${identityOf(guide_id)}?${about.toString()}`;
}

/**
 * Begins a call of the dialler and keeps it, whatever becomes of it: the guide's device is rung into a conference, and
 * the customer once it is there. Answers why a rule says no to the number; throws what the carrier says of the guide's
 * line as a `CarrierError`.
 */
async function placeDiallerCall(ctx: TelephonyContext, asked: CallToDial): Promise<string | undefined> {
  const { guide_id, lead, number, voicemail } = asked;
  const _id = new Types.ObjectId(asked.call_id);
  const decided = await decide(ctx, _id, asked);
  const { from, announce, claim } = 'why' in decided ? noNumber : decided;
  const given: NewCall = {
    _id,
    kind: 'dialler',
    direction: 'outbound',
    state: 'queued',
    number,
    own_number: from,
    announce,
    user_id: new Types.ObjectId(guide_id),
    lead_id: new Types.ObjectId(lead.lead_id),
    lead_name: lead.fullname,
    language: lead.language,
    voicemailUrl: voicemail ?? null,
  };
  if ('why' in decided) {
    await insertCall(ctx, refusedCall(ctx, { ...given, reason: decided.why }));
    return decided.why;
  }
  await insertCall(ctx, newCall(ctx, given));
  const to = addressesOf(ctx, _id);
  try {
    const sid = await ctx.carrier.addParticipant(asked.call_id, {
      to: deviceOf(asked),
      from,
      label: 'guide',
      timeout: guideSeconds,
      statusCallback: to.leg('guide'),
      opening: { statusCallback: to.conference, recordingStatusCallback: to.recording },
    });
    await emitCallChanged(ctx, _id, { is: 'placed', role: 'guide', sid });
    return undefined;
  } catch (error) {
    const failure = carrierError(error);
    // A line that rings for all that is known shows itself by its webhooks, or is given up.
    if (failure.kind !== 'unknown') {
      await emitCallChanged(ctx, _id, {
        is: 'not-placed',
        role: 'guide',
        outcome: 'failed',
        reason: failure.message,
      });
      await giveBackNumber(ctx, claim);
    }
    throw failure;
  }
}

/** How a call of the dialler came out, as far as the dialler has to go on by it. */
async function endOf(ctx: TelephonyContext, callId: string): Promise<DiallerCallEnd> {
  const call = await ctx.callDocs.findById(callId).lean<CallDoc>();
  if (call === null) return { placed: false, isMissedByGuide: false, fault: null, reason: '' };
  // Called off while the carrier was asked: they may have rung.
  const mayHaveRung = call.outcome === 'canceled' && call.placing === 'asked';
  return {
    placed: mayHaveRung || (call.legs['customer']?.sid ?? null) !== null,
    isMissedByGuide: isMissedByGuide(call),
    fault: call.placingFault ?? null,
    reason: call.reason,
  };
}

/** What the dialler needs of calls. */
export function diallerCalls(ctx: TelephonyContext) {
  return {
    place: (call: CallToDial): Promise<string | undefined> => placeDiallerCall(ctx, call),
    callOff: async (callId: string): Promise<void> => {
      await emitCallChanged(ctx, new Types.ObjectId(callId), { is: 'called-off' });
    },
    resync: async (callId: string): Promise<boolean> => {
      const _id = new Types.ObjectId(callId);
      if ((await ctx.callDocs.exists({ _id })) === null) {
        await freeLeases(ctx, _id);
        return false;
      }
      await reconcileCall(ctx, _id);
      return true;
    },
    endOf: (callId: string): Promise<DiallerCallEnd> => endOf(ctx, callId),
    live: async (userId: string): Promise<LiveCall | null> => {
      const call = await liveCallDoc(ctx, userId);
      return call === undefined ? null : liveCallOf(call, userId);
    },
  };
}
