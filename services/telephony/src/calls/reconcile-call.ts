import type { Types } from 'mongoose';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import type { CarrierCall } from '../carrier/carrier.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc } from './call.model.js';
import { changeCall, emitCallChanged, inputsOf } from './change-call.js';
import { legStatus, isOver } from './leg.rules.js';
import { isConferenceDue, isJoinUnheard, unheardRoles } from './reduce-call.rules.js';
import { supervisorOf, supervisorRole } from './supervisor.rules.js';

const unknownMs = 15_000;
/** Longer than any request to the carrier takes: whoever asked for the line is gone. */
const askedMs = 60_000;
/** A line that nobody ever heard of is given up. */
const patienceMs = 90_000;

/** Lines as the carrier listed them a moment ago, by their ids. */
export type Listed = ReadonlyMap<string, CarrierCall>;

/** Asks how one line stands, unless that was listed, and takes it in as if a hook had told it. */
async function lookAtLeg(
  ctx: TelephonyContext,
  callId: Types.ObjectId,
  { role, sid, listed }: { role: string; sid: string; listed?: Listed | undefined },
): Promise<void> {
  try {
    const { status, duration } = listed?.get(sid) ?? (await ctx.carrier.fetchCall(sid));
    const read = legStatus.safeParse(status);
    if (!read.success) return;
    await emitCallChanged(ctx, callId, {
      is: 'leg',
      role,
      sid,
      status: read.data,
      duration: duration ?? null,
    });
  } catch (error) {
    if (carrierError(error).kind !== 'over') throw error;
    await emitCallChanged(ctx, callId, { is: 'leg', role, sid, status: 'completed', duration: null });
  }
}

/** The line of a customer among the calls to their number; a colleague's device would have shown itself by its webhooks. */
async function lineOf(ctx: TelephonyContext, call: CallDoc): Promise<{ sid: string } | undefined> {
  if (call.colleague) return undefined;
  // The carrier finds calls by the day and minute that they began in.
  const since = new Date(call.startedAt.getTime() - 60_000);
  const found = await ctx.carrier.callsTo(call.number, since);
  const known = await ctx.callDocs
    .find({ 'legs.customer.sid': { $in: found.map(({ sid }) => sid) } })
    .select({ legs: 1 })
    .lean<Pick<CallDoc, 'legs'>[]>();
  const taken = new Set(known.map(({ legs }) => legs['customer']?.sid));
  return found.find(({ sid }) => !taken.has(sid));
}

/** A line whose answer was lost: looked for, and given up where there is none. */
async function findCustomer(ctx: TelephonyContext, call: CallDoc): Promise<void> {
  const mine = await lineOf(ctx, call);
  if (mine === undefined) {
    await emitCallChanged(ctx, call._id, {
      is: 'not-placed',
      role: 'customer',
      outcome: 'failed',
      reason: 'The carrier did not respond',
      fault: 'unknown',
    });
    return;
  }
  await emitCallChanged(ctx, call._id, { is: 'placed', role: 'customer', sid: mine.sid });
}

/** Whether the answer to the request for the customer's line was lost, with the request or with who made it. */
function isAnswerLost({ placing, legs, heardAt }: CallDoc, now: number): boolean {
  if ((legs['customer']?.sid ?? null) !== null) return false;
  const quiet = now - heardAt.getTime();
  return (placing === 'unknown' && quiet >= unknownMs) || (placing === 'asked' && quiet >= askedMs);
}

async function findConference(ctx: TelephonyContext, call: CallDoc): Promise<void> {
  const conferenceSid = await ctx.carrier.findConference(call._id.toHexString());
  if (conferenceSid === undefined) return;
  await emitCallChanged(ctx, call._id, {
    is: 'conference',
    event: 'found',
    conferenceSid,
    sequence: 0,
    role: null,
    sid: null,
    status: null,
  });
}

/** Whether the customer is where the guide is, as far as the carrier knows. */
async function findJoined(ctx: TelephonyContext, call: CallDoc): Promise<void> {
  const sid = call.legs['customer']?.sid ?? null;
  const { conferenceSid } = call;
  if (conferenceSid === null || sid === null) return;
  try {
    await ctx.carrier.isOnHold(conferenceSid, sid);
  } catch (error) {
    if (carrierError(error).kind !== 'over') throw error;
    return;
  }
  await emitCallChanged(ctx, call._id, {
    is: 'conference',
    event: 'participant-join',
    conferenceSid,
    sequence: 0,
    role: 'customer',
    sid,
    status: null,
  });
}

async function settleHold(ctx: TelephonyContext, call: CallDoc): Promise<void> {
  const callSid = call.legs['customer']?.sid ?? null;
  if (call.conferenceSid !== null && callSid !== null) {
    try {
      const hold = await ctx.carrier.isOnHold(call.conferenceSid, callSid);
      await emitCallChanged(ctx, call._id, { is: 'hold-seen', hold });
    } catch (error) {
      if (carrierError(error).kind !== 'over') throw error;
    }
  }
  await changeCall(ctx, call._id, () => ({ own: { holdAsked: null } }));
}

/** A change of supervision whose answer was lost: how it is at the carrier, is how it is. */
async function settleSupervision(ctx: TelephonyContext, call: CallDoc): Promise<void> {
  const supervisor = supervisorOf(call);
  const sid = supervisor && call.legs[supervisorRole(supervisor.n)]?.sid;
  if (supervisor === undefined || !sid || call.conferenceSid === null) return;
  try {
    const how = await ctx.carrier.supervisionOf(call.conferenceSid, sid);
    await emitCallChanged(ctx, call._id, { is: 'supervision-known', n: supervisor.n, ...how });
  } catch (error) {
    // Not in the conference any more: its line is looked at with the others.
    if (carrierError(error).kind !== 'over') throw error;
  }
}

/** So few lines are asked about one by one. */
const fewLines = 2;
const quietLegs = (call: CallDoc) =>
  Object.values(call.legs).filter(({ sid, status }) => sid !== null && !isOver(status));

/** The lines that stand, in one request for many quiet calls; undefined where so few are quiet that each can be asked about. */
export async function listQuietLegs(
  ctx: Pick<TelephonyContext, 'carrier'>,
  calls: readonly CallDoc[],
): Promise<Listed | undefined> {
  if (calls.flatMap(quietLegs).length <= fewLines) return undefined;
  const first = Math.min(...calls.map(({ startedAt }) => startedAt.getTime()));
  // The carrier finds calls by the minute that they began in.
  const standing = await ctx.carrier.standingCalls(new Date(first - 60_000));
  return new Map(standing.map((call) => [call.sid, call]));
}

/**
 * Asks the carrier how a call stands of which nothing was heard, and closes one that nobody can find any more. A line that
 * was `listed` is not asked about again.
 */
export async function reconcileCall(
  ctx: TelephonyContext,
  callId: Types.ObjectId,
  listed?: Listed,
): Promise<void> {
  const stored = () => ctx.callDocs.findById(callId).lean<CallDoc>();
  let call = await stored();
  const now = ctx.clock.now().getTime();
  if (call !== null && call.state !== 'ended' && isAnswerLost(call, now)) {
    await findCustomer(ctx, call);
    call = await stored();
  }
  if (call === null || call.state === 'ended') return;
  const age = now - call.startedAt.getTime();
  if (call.holdAsked !== null) await settleHold(ctx, call);
  if (isConferenceDue(call) && call.conferenceSid === null) await findConference(ctx, call);
  if (call.supervisor?.changing) await settleSupervision(ctx, call);
  for (const role of unheardRoles(inputsOf(call))) {
    if (now - call.heardAt.getTime() < unknownMs) continue;
    // Its webhooks would have shown a line that rings.
    const reason = 'The carrier did not respond';
    await emitCallChanged(ctx, callId, { is: 'not-placed', role, outcome: 'failed', reason });
  }
  for (const [role, { sid, status }] of Object.entries(call.legs)) {
    if (sid !== null && !isOver(status)) await lookAtLeg(ctx, callId, { role, sid, listed });
  }
  call = await stored();
  if (call === null || call.state === 'ended') return;
  if (isJoinUnheard(call)) await findJoined(ctx, call);
  const isUnheard = Object.values(call.legs).every(({ sid }) => sid === null);
  if (isUnheard && age >= patienceMs) await emitCallChanged(ctx, callId, { is: 'lost' });
}
