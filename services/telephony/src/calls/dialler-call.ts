import { Types } from 'mongoose';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { CarrierError, carrierError } from '@crm/domain/carrier/carrier-error.js';
import type { TelephonyContext } from '../context.js';
import { callerIdFor } from '../phones/caller-id.js';
import { addressesOf } from './addresses.js';
import type { CallDoc } from './call.model.js';
import { liveCallOf } from './call.view.js';
import { emitCallChanged } from './change-call.js';
import { freeLeases, leaseOf, takeLeases } from './leases.js';
import { liveCallDoc } from './live-calls.js';
import { reconcileCall } from './reconcile-call.js';
import { insertCall, newCall, refusedCall, type NewCall } from './new-call.js';
import { whyNoNumber } from './number.rules.js';
import { askPermission } from './permission.js';

const ringSeconds = 22;
/** Longer than most greetings. Nobody waits for it: the guide has the call meanwhile. */
const machineSeconds = 30;

export interface CallToDial {
  /** The call's own id: the attempt, the carrier's webhooks and every event bear it. */
  call_id: string;
  /** Whose device takes the call once it is answered. */
  guide_id: string;
  lead: LeadToCall;
  number: string;
  /** What is left on a machine; undefined where nothing may be. */
  voicemail: string | undefined;
}

/** Why a number is not dialled now; what it needs is taken with the answer. */
async function denialReason(
  ctx: TelephonyContext,
  _id: Types.ObjectId,
  { guide_id, lead, number }: CallToDial,
  from: string | undefined,
): Promise<string | undefined> {
  const why = whyNoNumber(number) ?? (from === undefined ? 'No caller id is configured' : undefined);
  if (why !== undefined) return why;
  const keys = [leaseOf.user(guide_id), leaseOf.number(number), leaseOf.lead(lead.lead_id)];
  if ((await takeLeases(ctx, _id, keys)) !== undefined) return 'This customer is already in a call';
  const permission = await askPermission(ctx, {
    lead_id: lead.lead_id,
    phone: number,
    user_id: null,
    attempt_id: _id.toHexString(),
  });
  if (permission.allowed) return undefined;
  await freeLeases(ctx, _id);
  return permission.sentence;
}

/**
 * Places a call of the dialler and keeps it, whatever becomes of it. Permission is asked at this moment. Throws a
 * `CarrierError`: `refused` too where a rule said no.
 */
async function placeDiallerCall(ctx: TelephonyContext, asked: CallToDial): Promise<void> {
  const { guide_id, lead, number, voicemail } = asked;
  const _id = new Types.ObjectId(asked.call_id);
  const { from, announce } = await callerIdFor(ctx, { user: null, leadState: lead.state, number });
  const given: NewCall = {
    _id,
    kind: 'dialler',
    direction: 'outbound',
    state: 'queued',
    number,
    own_number: from ?? '',
    announce,
    user_id: new Types.ObjectId(guide_id),
    lead_id: new Types.ObjectId(lead.lead_id),
    lead_name: lead.fullname,
    voicemailUrl: voicemail ?? null,
    placing: 'asked',
  };
  const why = await denialReason(ctx, _id, asked, from);
  if (why !== undefined) {
    await insertCall(ctx, refusedCall(ctx, { ...given, reason: why }));
    throw new CarrierError('refused', 0, why, undefined);
  }
  await insertCall(ctx, newCall(ctx, given));
  const to = addressesOf(ctx, _id);
  try {
    const sid = await ctx.carrier.createCall({
      to: number,
      from: given.own_number,
      url: to.answered,
      timeout: ringSeconds,
      statusCallback: to.leg('customer'),
      detection: {
        // The end of a greeting is waited for only where something is to be said after it.
        mode: voicemail === undefined ? 'Enable' : 'DetectMessageEnd',
        timeout: machineSeconds,
        statusCallback: to.answeredBy,
      },
    });
    await emitCallChanged(ctx, _id, { is: 'placed', role: 'customer', sid });
  } catch (error) {
    const failure = carrierError(error);
    const { kind, message: reason } = failure;
    await emitCallChanged(
      ctx,
      _id,
      kind === 'unknown'
        ? { is: 'placing', placing: 'unknown' }
        : { is: 'not-placed', role: 'customer', outcome: 'refused', reason },
    );
    throw failure;
  }
}

/**
 * Calls a call off that nobody has answered. One that is canceled while it waits is told of by nobody, so it is looked at.
 */
async function callOff(ctx: TelephonyContext, callId: string): Promise<void> {
  const _id = new Types.ObjectId(callId);
  const call = await ctx.callDocs.findById(_id).lean<CallDoc>();
  const { sid = null, status } = call?.legs['customer'] ?? {};
  if (call === null || call.state === 'ended' || sid === null || status === 'in-progress') return;
  try {
    await ctx.carrier.cancelCall(sid);
  } catch (error) {
    const failure = carrierError(error);
    if (failure.kind !== 'over') throw failure;
  }
  await reconcileCall(ctx, _id);
}

/** What the dialler needs of calls. */
export function diallerCalls(ctx: TelephonyContext) {
  return {
    place: (call: CallToDial): Promise<void> => placeDiallerCall(ctx, call),
    callOff: (callId: string): Promise<void> => callOff(ctx, callId),
    resync: async (callId: string): Promise<boolean> => {
      const _id = new Types.ObjectId(callId);
      if ((await ctx.callDocs.exists({ _id })) === null) {
        await freeLeases(ctx, _id);
        return false;
      }
      await reconcileCall(ctx, _id);
      return true;
    },
    wasPlaced: async (callId: string): Promise<boolean> => {
      const call = await ctx.callDocs.findById(callId).select({ legs: 1 }).lean<Pick<CallDoc, 'legs'>>();
      return (call?.legs['customer']?.sid ?? null) !== null;
    },
    live: async (userId: string): Promise<LiveCall | null> => {
      const call = await liveCallDoc(ctx, userId);
      return call === undefined ? null : liveCallOf(call, userId);
    },
  };
}
