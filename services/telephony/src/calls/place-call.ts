import { Types } from 'mongoose';
import { connectParams, type LeadToCall } from '@crm/contracts/http/calling.js';
import { mayWorkLead } from '@crm/contracts/access.js';
import { typeId } from '@crm/contracts/codes/lead-types.js';
import type { AuditedAction } from '@crm/platform/audit/audit-entry.js';
import { ownEntry } from '@crm/platform/audit/own-entry.js';
import type { EntryLog } from '@crm/platform/audit/audit-log.js';
import type { TelephonyContext } from '../context.js';
import type { Hook } from '@crm/domain/carrier/hook-routes.js';
import {
  giveBackNumber,
  noNumber,
  pickNumber,
  type Claim,
  type PickedNumber,
} from '../numbers/pick-number.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { findUser } from '../users/save-users.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { addressesOf, isTestIdentity, userOfIdentity } from './addresses.js';
import { languageOf, type CallDoc } from './call.model.js';
import { orderColleague } from './colleague-call.js';
import { conferenceTwiml, hangUpTwiml, sayTwiml, singleTwiml, testTwiml } from './call-twiml.js';
import { freeLeases, leaseOf, takeLeases } from './leases.js';
import { withTeam } from '@crm/domain/users/with-team.js';
import { objectIdOrNull } from '@crm/platform/mongo/object-id.js';
import { insertCall, newCall, refusedCall, type NewCall } from './new-call.js';
import { whyNoNumber } from './number.rules.js';
import { askPermission, leadToCall } from './permission.js';

/** Why this lead is not called by this user; undefined where it may be. */
async function leadDenialReason(
  ctx: Pick<TelephonyContext, 'users'>,
  { _id, role_id: role, subroles, fullname }: TelephonyUserDoc,
  lead: LeadToCall | undefined,
  number: string,
): Promise<string | undefined> {
  if (lead === undefined) return 'This lead no longer exists';
  const actor = await withTeam(ctx.users, { id: _id.toHexString(), role, subroles, fullname });
  const type = typeId.safeParse(lead.type_id);
  const owner = lead.user_id === 0 ? null : lead.user_id;
  if (!type.success || !mayWorkLead(actor, { type_id: type.data, user_id: owner }))
    return 'This lead is not yours to call';
  if (lead.status === 'doNotCall' || lead.status === 'wrongPhoneNumber')
    return 'The status of this lead does not allow calls';
  return lead.phones.includes(number) ? undefined : 'This number does not belong to the lead';
}

const busyWith: Record<string, string> = {
  user: 'You are already in a call',
  lead: 'Someone else is calling this lead',
  number: 'Someone else is calling this number',
};

interface Wanted {
  user: TelephonyUserDoc;
  number: string;
  lead: LeadToCall | undefined;
}

/** The permission for a call, which counts it: a conference asks once more where its customer is not rung at once. */
async function currentDenialReason(ctx: TelephonyContext, callId: Types.ObjectId, wanted: Wanted) {
  const { lead, number, user } = wanted;
  const permission = await askPermission(ctx, {
    lead_id: lead?.lead_id ?? null,
    phone: number,
    user_id: user._id.toHexString(),
    attempt_id: callId.toHexString(),
  });
  return permission.allowed ? undefined : permission.sentence;
}

/**
 * Everything that must be so before a call goes out: answers the number that it is placed from, or why it is not. Leases and
 * that number are taken last but for the permission that counts.
 */
async function decide(
  ctx: TelephonyContext,
  _id: Types.ObjectId,
  wanted: Wanted,
): Promise<PickedNumber | { why: string }> {
  const { user, number, lead } = wanted;
  const keys = [
    leaseOf.user(user._id.toHexString()),
    leaseOf.number(number),
    ...(lead === undefined ? [] : [leaseOf.lead(lead.lead_id)]),
  ];
  const taken = await takeLeases(ctx, _id, keys);
  if (taken !== undefined) return { why: busyWith[taken.split(':', 1)[0] ?? ''] ?? 'Busy' };
  const picked = await pickNumber(ctx, { user, leadState: lead?.state ?? null, number });
  const why = 'why' in picked ? picked.why : await currentDenialReason(ctx, _id, wanted);
  if (why === undefined) return picked;
  await freeLeases(ctx, _id);
  if ('claim' in picked) await giveBackNumber(ctx, picked.claim);
  return { why };
}

interface CustomerOrder {
  about: Pick<NewCall, 'number' | 'lead_id' | 'lead_name' | 'language'>;
  decided: PickedNumber | { why: string };
}

/** A user calls a customer: what is kept of the call, and whether it may go out. */
async function orderCustomer(
  ctx: TelephonyContext,
  _id: Types.ObjectId,
  asked: { user: TelephonyUserDoc; number: string; lead_id: string },
): Promise<CustomerOrder> {
  const { user, number, lead_id } = asked;
  const lead = lead_id === '' ? undefined : await leadToCall(ctx, lead_id);
  const about = {
    number,
    lead_id: objectIdOrNull(lead?.lead_id ?? null),
    lead_name: lead?.fullname ?? '',
    ...(lead && { language: lead.language }),
  };
  const why =
    whyNoNumber(number) ?? (lead_id === '' ? undefined : await leadDenialReason(ctx, user, lead, number));
  const decided = why === undefined ? await decide(ctx, _id, { user, number, lead }) : { why };
  return { about, decided };
}

/** The document of a call that was decided: the same however often it is asked for. */
function documentOf(ctx: TelephonyContext, call: CallDoc): string {
  if (call.state === 'ended') return call.outcome === 'refused' ? sayTwiml(call.reason) : hangUpTwiml();
  const to = addressesOf(ctx, call._id);
  if (call.kind === 'conference')
    return conferenceTwiml(to, {
      ...{ name: call._id.toHexString(), role: 'agent', isHost: true, isOrigin: true },
      isRecorded: !call.colleague,
    });
  const { own_number: from, number, announce } = call;
  return singleTwiml({ to, from, number, announce, language: languageOf(call) });
}

/** The call that began with this line. */
const keptCall = ({ callDocs }: Pick<TelephonyContext, 'callDocs'>, origin_sid: CallDoc['origin_sid']) =>
  callDocs.findOne({ origin_sid }).lean<CallDoc>();

/** Keeps a call; where the carrier asks again about one that is kept, that one stands. */
async function keep(ctx: TelephonyContext, call: CallDoc, claim: Claim | null): Promise<CallDoc> {
  try {
    await insertCall(ctx, call);
    return call;
  } catch (error) {
    await freeLeases(ctx, call._id);
    await giveBackNumber(ctx, claim);
    if (!isDuplicate(error)) throw error;
    const first = await keptCall(ctx, call.origin_sid);
    if (first === null) throw error;
    return first;
  }
}

/** The audit entry of a call that a browser placed: the carrier asks on its behalf, so that no address is known. */
function placedEntry(call: CallDoc, user: TelephonyUserDoc): AuditedAction {
  const lead = call.lead_id === null ? [] : [`lead/${call.lead_id.toHexString()}`];
  const called = call.colleague ? `user/${call.colleague.user_id}` : `number/${call.number}`;
  return ownEntry({
    at: call.startedAt,
    ...{ actor_id: user._id.toHexString(), actor_name: user.fullname, action: 'call.placed' },
    subjects: [`call/${call._id.toHexString()}`, ...lead, called],
    outcome: call.outcome === 'refused' ? 'denied' : 'done',
  });
}

/**
 * A browser calls: who it is is in its token, which the carrier checked; everything that it says besides is looked
 * at again. What is not let out is kept as an attempt that was refused, and its reason is heard and seen.
 */
export async function placeCall(
  ctx: TelephonyContext,
  { fields }: Hook,
  audit: Pick<EntryLog, 'later'>,
): Promise<string> {
  // A device that tests its connection: no call of ours, and nobody to ring.
  if (isTestIdentity(fields['From'] ?? '')) return testTwiml();
  const origin_sid = fields['CallSid'] ?? '';

  const userId = userOfIdentity(fields['From'] ?? '');
  const user = userId === undefined ? undefined : await findUser(ctx, userId);
  const asked = connectParams.safeParse({ ...fields });
  if (user === undefined || !asked.success || asked.data.user_id !== userId) {
    const kept = await keptCall(ctx, origin_sid);
    if (kept !== null) return documentOf(ctx, kept);
    ctx.log.warn({ callSid: origin_sid }, 'a device requested a call that is not allowed');
    return sayTwiml('This call cannot be made.');
  }
  const _id = new Types.ObjectId();
  const { data } = asked;
  const { about, decided } =
    data.callType === 'colleague'
      ? await orderColleague(ctx, _id, { user, colleagueId: data.colleague_id })
      : await orderCustomer(ctx, _id, { user, ...data });
  const { from, announce, claim } = 'why' in decided ? noNumber : decided;
  const kind = data.callType === 'single' ? 'single' : 'conference';
  const given: NewCall = {
    _id,
    kind,
    direction: 'outbound',
    own_number: from,
    announce,
    user_id: user._id,
    origin_sid,
    legs: { agent: { sid: origin_sid, status: 'in-progress', duration: null } },
    placing: kind === 'single' ? 'asked' : 'unasked',
    ...(data.callType === 'conference' && { permittedAt: ctx.clock.now() }),
    ...about,
  };
  const call = await keep(
    ctx,
    'why' in decided ? refusedCall(ctx, { ...given, reason: decided.why }) : newCall(ctx, given),
    claim,
  );
  // Asked twice at once, the second finds the call of the first, which has its entry.
  if (call._id.equals(_id)) audit.later(placedEntry(call, user));
  return documentOf(ctx, call);
}
