import type { Actor } from '@crm/contracts/access.js';
import { takeoverDenial } from '@crm/contracts/http/calling.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { toShown } from '@crm/contracts/phone.js';
import { AppError, invalid, invalidField, notFound } from '@crm/platform/errors/app-error.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import { refusalOf } from '../carrier/refusal.js';
import type { TelephonyContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { isReachable } from '../users/reachable.rules.js';
import { findUser } from '../users/save-users.js';
import { addressesOf, identityOf } from './addresses.js';
import { withColleague } from './colleague.rules.js';
import type { CallDoc } from './call.model.js';
import { changeCall, emitCallChanged } from './change-call.js';
import { askAbout } from './control-call.js';
import { ringSeconds } from './effects.js';
import { freeLease, freeUsers, leaseOf, shareLeases } from './leases.js';
import { ownCall, ownConference } from './live-calls.js';
import { whyNoNumber } from './number.rules.js';
import { askPermission } from './permission.js';
import { hostRole, secondRole } from './reduce-call.rules.js';

interface Invited {
  /** What the carrier rings. */
  to: string;
  /** What people call it. */
  shown: string;
  /** As it is kept: a number, or a colleague's name. */
  number: string;
  user_id: string | null;
}

function requireLive(call: CallDoc): void {
  if (call.state === 'ended') throw invalid({}, 'The call has already ended');
  if (call.conferenceSid === null) throw invalid({}, 'Only conference calls can have a second participant');
}

/** Takes the place of the second party in the same write that says who it is; 409 where somebody has it. */
async function takePlace(
  ctx: TelephonyContext,
  call: CallDoc,
  { number, user_id }: Invited,
): Promise<number> {
  const place = { n: 0 };
  await changeCall(ctx, call._id, ({ second, state }) => {
    place.n = 0;
    if (state === 'ended' || (second !== null && second.state !== 'off')) return undefined;
    place.n = (second?.n ?? 0) + 1;
    return { input: { is: 'second', n: place.n, number, user_id } };
  });
  if (place.n === 0)
    throw new AppError('conflict', 'This call already has a second participant', { status: 'warning' });
  return place.n;
}

async function ring(ctx: TelephonyContext, call: CallDoc, invited: Invited): Promise<Outcome> {
  const n = await takePlace(ctx, call, invited);
  const role = secondRole(n);
  const giveUp = (reason: string) =>
    emitCallChanged(ctx, call._id, { is: 'not-placed', role, outcome: 'failed', reason });
  if (invited.user_id === null) {
    const permission = await askPermission(ctx, {
      lead_id: null,
      phone: invited.to,
      purpose: 'third-party',
      user_id: call.user_id?.toHexString() ?? null,
      attempt_id: `${call._id.toHexString()}-${role}`,
    });
    if (!permission.allowed) {
      await giveUp(permission.sentence);
      throw invalidField('number', permission.sentence);
    }
  }
  try {
    const sid = await ctx.carrier.addParticipant(call.conferenceSid ?? '', {
      to: invited.to,
      from: call.own_number,
      label: role,
      timeout: ringSeconds,
      statusCallback: addressesOf(ctx, call._id).leg(role),
    });
    await emitCallChanged(ctx, call._id, { is: 'placed', role, sid });
  } catch (error) {
    const failure = carrierError(error);
    // What may ring all the same shows itself by a hook; the party can be tried again once it is off.
    if (failure.kind !== 'unknown') await giveUp(failure.message);
    throw refusalOf(failure);
  }
  return success(`Calling ${invited.shown}`);
}

async function invitedNumber(number: string): Promise<Invited> {
  const why = whyNoNumber(number);
  if (why !== undefined) throw invalidField('number', why);
  return { to: number, shown: toShown(number), number, user_id: null };
}

/** Throws `invalid` where a colleague holds no licence for the lead whose call is handed over (rule A22). */
async function requireLicence(
  { services }: Pick<TelephonyContext, 'services'>,
  { lead_id }: CallDoc,
  user_id: string,
): Promise<void> {
  if (lead_id === null) return;
  const body = { lead_id: lead_id.toHexString(), user_id };
  const { reason } = await services.call(takeoverDenial, { body }, { asService: true });
  if (reason !== null) throw invalidField('user_id', reason);
}

/** A colleague who can take a call now. */
async function invitedUser(
  ctx: TelephonyContext,
  actor: Actor,
  { call, userId }: { call: CallDoc; userId: string },
): Promise<Invited> {
  const user = userId === actor.id ? undefined : await findUser(ctx, userId);
  if (user === undefined) throw notFound('User');
  const isFree = (await freeUsers(ctx, [userId])).length === 1;
  if (!isReachable(user) || !isFree)
    throw invalidField('user_id', `${user.fullname} cannot take a call right now`);
  await requireLicence(ctx, call, userId);
  // Who is on the line, before the call is theirs.
  const about = new URLSearchParams({
    lead_id: call.lead_id?.toHexString() ?? '',
    lead_name: call.lead_name,
    number: call.number,
  });
  return {
    to: `client:${identityOf(userId)}?${about.toString()}`,
    shown: user.fullname,
    number: user.fullname,
    user_id: userId,
  };
}

/** Rings a second party into the asker's own live conference. */
export async function addParticipant(
  ctx: TelephonyContext,
  actor: Actor,
  { number, conferenceSid }: { number: string; conferenceSid: string },
): Promise<Outcome> {
  const call = await ownConference(ctx, actor, conferenceSid);
  if (call.state === 'ended') throw notFound('Conference');
  return ring(ctx, call, await invitedNumber(number));
}

/** Takes the second party out, or stops its ringing. One that is gone is as it should be. */
export async function removeParticipant(
  ctx: TelephonyContext,
  actor: Actor,
  { conferenceSid, callSid }: { conferenceSid: string; callSid: string },
): Promise<Outcome> {
  const call = await ownConference(ctx, actor, conferenceSid);
  const done = success('Second participant removed');
  const { second } = call;
  if (second === null || call.legs[secondRole(second.n)]?.sid !== callSid) throw notFound('Participant');
  if (second.state === 'off') return done;
  const { carrier } = ctx;
  const removed = await askAbout(ctx, call, () => carrier.removeParticipant(conferenceSid, callSid));
  // Not in the conference yet: its line may ring still.
  if (removed === 'over') await askAbout(ctx, call, () => carrier.endCall(callSid));
  await emitCallChanged(ctx, call._id, {
    is: 'leg',
    role: secondRole(second.n),
    sid: callSid,
    status: second.state === 'on' ? 'completed' : 'canceled',
    duration: null,
  });
  return done;
}

/** The asker goes and the others stay: a colleague who stays has the call from then on. */
async function leave(ctx: TelephonyContext, actor: Actor, call: CallDoc): Promise<Outcome> {
  const { second, conferenceSid } = call;
  const hostSid = call.legs[hostRole(call)]?.sid ?? null;
  if (call.legs['customer']?.status !== 'in-progress' || second?.state !== 'on' || conferenceSid === null)
    throw invalid({}, 'Add a second participant before you leave the call');
  if (hostSid === null) throw invalid({}, 'The call has already ended');
  const { carrier } = ctx;
  if ((await askAbout(ctx, call, () => carrier.setEndOnExit(conferenceSid, hostSid, false))) === 'over')
    throw invalid({}, 'The call has already ended');
  await emitCallChanged(ctx, call._id, { is: 'left' });
  await freeLease(ctx, call._id, leaseOf.user(actor.id));
  if (second.user_id !== null) await shareLeases(ctx, call._id, [leaseOf.user(second.user_id)]);
  await askAbout(ctx, call, () => carrier.removeParticipant(conferenceSid, hostSid));
  return success('Call transferred');
}

/** Warm transfer out of the asker's own conference: a colleague or a number is rung in, then the asker goes. */
export async function transferCall(
  ctx: TelephonyContext,
  actor: Actor,
  id: string,
  to: { user_id: string } | { number: string } | { leave: true },
): Promise<Outcome> {
  const call = await ownCall(ctx, actor, id);
  requireLive(call);
  if (call.colleague) throw invalid({}, withColleague);
  if ('leave' in to) return leave(ctx, actor, call);
  if ('user_id' in to) return ring(ctx, call, await invitedUser(ctx, actor, { call, userId: to.user_id }));
  return ring(ctx, call, await invitedNumber(to.number));
}
