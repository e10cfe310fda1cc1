import { Types } from 'mongoose';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { callerNumber } from '@crm/contracts/phone.js';
import type { Hook } from '@crm/domain/carrier/hook-routes.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { TelephonyContext } from '../context.js';
import { addressesOf } from '../calls/addresses.js';
import type { CallDoc } from '../calls/call.model.js';
import { conferenceTwiml, hangUpTwiml, rejectTwiml } from '../calls/call-twiml.js';
import { emitCallChanged } from '../calls/change-call.js';
import { freeLeases, leaseOf, shareLeases, takeLeases } from '../calls/leases.js';
import { objectIdOrNull } from '@crm/platform/mongo/object-id.js';
import { insertCall, newCall } from '../calls/new-call.js';
import { leadWithNumber } from '../calls/permission.js';
import { agentRole, newPlace } from '../calls/queue.rules.js';
import { voicemailTwiml } from '../missed/voicemail-twiml.js';
import { isOpen } from '../opening/is-open.rules.js';
import { knownOpeningHours } from '../opening/opening-hours.js';
import { isAnnounced, statesOf, statesWithPhone } from '../phones/states-of-number.js';
import { isReachable } from '../users/reachable.rules.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { atWork, calleesOf } from './callees.js';
import { enqueueTwiml } from './queue-twiml.js';
import { ringOrder } from './ring-order.rules.js';
import { serveQueue } from './serve-queue.js';

/** How a call begins by the number that was called. */
interface Beginning {
  /** An agent's own number rings that agent, at whatever hour. */
  ownNumberOf?: TelephonyUserDoc;
  /** Whose call it is if nobody takes it. */
  owner: string | undefined;
  /** Whether the caller waits until somebody can take it. */
  waits: boolean;
}

/** What becomes of a call to a number; undefined for a number that is not ours. */
async function beginningOf(
  ctx: TelephonyContext,
  call: { number: string; own_number: string; lead: LeadToCall | undefined; isOpen: boolean },
): Promise<Beginning | undefined> {
  const { own_number } = call;
  const own = await ctx.users.findOne({ twilio_phone: own_number, banned: 0 }).lean<TelephonyUserDoc>();
  if (own !== null) return { ownNumberOf: own, owner: own._id.toHexString(), waits: false };
  const [{ default_phone }, states, pooled] = await Promise.all([
    knownSettings(ctx),
    statesWithPhone(ctx, own_number),
    // Also one that nobody is called from any more: customers keep numbers.
    ctx.numbers.exists(alive({ phone: own_number })),
  ]);
  if (own_number !== default_phone && states.length === 0 && pooled === null) return undefined;
  const callees = await calleesOf(ctx, call);
  // Where nobody is at work who could take it there is nothing to wait for.
  const waits = call.isOpen && (await atWork(ctx, ringOrder(callees).flat())).length > 0;
  return { owner: callees.owner, waits };
}

/** The agent whose own number was called, where they can be rung now: one line, one call. */
async function ringOwn(ctx: TelephonyContext, callId: Types.ObjectId, agent: TelephonyUserDoc) {
  const user = agent._id.toHexString();
  if (!isReachable(agent)) return [];
  // Of two at once the second finds them busy.
  return (await takeLeases(ctx, callId, [leaseOf.user(user)])) === undefined ? [user] : [];
}

/** The greeting and the tone for whoever called and reached nobody. */
async function missedTwiml(ctx: TelephonyContext, call: CallDoc): Promise<string> {
  const owner = call.user_id ?? call.owner_id ?? null;
  const [user, hours] = await Promise.all([
    owner === null ? null : ctx.users.findById(owner).lean<TelephonyUserDoc>(),
    knownOpeningHours(ctx),
  ]);
  const isClosed = call.queue ? call.queue.reason === 'closed' : !isOpen(hours, call.startedAt);
  return voicemailTwiml(ctx, {
    call_id: call._id.toHexString(),
    user: user === null ? undefined : { id: user._id.toHexString(), voice_mail: user.voice_mail },
    closedText: isClosed ? hours.closed_text : '',
  });
}

/** What the caller's line does next, by how the call stands. Asked for twice it is the same. */
export async function documentOf(ctx: TelephonyContext, callId: Types.ObjectId): Promise<string> {
  const stored = await ctx.callDocs.findById(callId).lean<CallDoc>();
  // Whoever waits is taken out of the carrier's queue as soon as somebody took the call.
  const isWaiting = stored !== null && stored.state !== 'ended' && !stored.host;
  const call = isWaiting ? await emitCallChanged(ctx, callId, { is: 'held' }) : stored;
  if (!call) return hangUpTwiml();
  if (call.state === 'ended') return call.connectedAt === null ? missedTwiml(ctx, call) : hangUpTwiml();
  const to = addressesOf(ctx, callId);
  if (call.host)
    return conferenceTwiml(to, {
      ...{ name: callId.toHexString(), role: 'customer' },
      ...{ isHost: false, isOrigin: true },
    });
  const isGreeted = call.queue?.state === 'waiting' && call.queue.round === 0;
  return enqueueTwiml(to, { agency: ctx.config.agencyName, isGreeted });
}

/**
 * Somebody calls one of our numbers. An agent's own rings that agent; for one that all share agents who are free ring, or
 * the caller waits for them, or, where there is nobody to wait for, the call is missed at once.
 */
export async function receiveCall(ctx: TelephonyContext, { fields }: Hook): Promise<string> {
  const origin_sid = fields['CallSid'] ?? '';
  const known = await ctx.callDocs.findOne({ origin_sid }).lean<CallDoc>();
  if (known !== null) return documentOf(ctx, known._id);

  const now = ctx.clock.now();
  const own_number = fields['To'] ?? '';
  const from = callerNumber.safeParse(fields['From']);
  const number = from.success ? from.data : 'anonymous';
  const [lead, hours] = await Promise.all([
    from.success ? leadWithNumber(ctx, from.data) : undefined,
    knownOpeningHours(ctx),
  ]);
  const beginning = await beginningOf(ctx, { number, own_number, lead, isOpen: isOpen(hours, now) });
  if (beginning === undefined) {
    ctx.log.error({ callSid: origin_sid }, 'ALARM: incoming call to an unassigned number');
    return rejectTwiml();
  }
  const { ownNumberOf, owner, waits } = beginning;
  const _id = new Types.ObjectId();
  const rings = ownNumberOf === undefined ? [] : await ringOwn(ctx, _id, ownNumberOf);
  // The customer is on the line, whoever was calling them: nobody else dials them meanwhile.
  const customer = [
    ...(from.success ? [leaseOf.number(from.data)] : []),
    ...(lead === undefined ? [] : [leaseOf.lead(lead.lead_id)]),
  ];
  if (waits || rings.length > 0) await shareLeases(ctx, _id, customer);
  const states = await statesOf(ctx, { leadState: lead?.state ?? null, number });
  const call = newCall(ctx, {
    _id,
    kind: 'conference',
    direction: 'inbound',
    number,
    own_number,
    announce: isAnnounced(states),
    origin_sid,
    user_id: ownNumberOf?._id ?? null,
    owner_id: objectIdOrNull(owner ?? null),
    lead_id: objectIdOrNull(lead?.lead_id ?? null),
    lead_name: lead?.fullname ?? '',
    legs: {
      customer: { sid: origin_sid, status: 'in-progress', duration: null },
      ...Object.fromEntries(
        rings.map((user) => [agentRole(user), { sid: null, status: 'queued' as const, duration: null }]),
      ),
    },
    placing: 'placed',
    ...(waits && { queue: newPlace(now, hours.max_wait), serveAt: now }),
  });
  try {
    await insertCall(ctx, call);
  } catch (error) {
    await freeLeases(ctx, _id);
    if (!isDuplicate(error)) throw error;
    const first = await ctx.callDocs.findOne({ origin_sid }).lean<CallDoc>();
    if (first === null) throw error;
    return documentOf(ctx, first._id);
  }
  if (waits) await serveQueue(ctx);
  else if (rings.length === 0) await emitCallChanged(ctx, _id, { is: 'nobody' });
  return documentOf(ctx, _id);
}
