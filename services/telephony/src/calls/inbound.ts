import { Types } from 'mongoose';
import { suitableAgents, type LeadToCall } from '@crm/contracts/http/calling.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { typeId } from '@crm/contracts/codes/lead-types.js';
import { callerNumber } from '@crm/contracts/phone.js';
import type { TelephonyContext } from '../context.js';
import type { Hook } from '@crm/domain/carrier/hook-routes.js';
import { voicemailTwiml } from '../missed/voicemail-twiml.js';
import { callerIdFor, stateOfNumber, statesWithPhone } from '../phones/caller-id.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { findUser } from '../users/save-users.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { addressesOf } from './addresses.js';
import type { CallDoc } from './call.model.js';
import { inboundTwiml, rejectTwiml } from './call-twiml.js';
import { emitCallChanged } from './change-call.js';
import { freeLeases, freeUsers, leaseOf, shareLeases, takeLeases } from './leases.js';
import { insertCall, newCall, objectId } from './new-call.js';
import { leadWithNumber } from './permission.js';

const maxAgents = 3;

const isReachable = ({ online, active, banned }: TelephonyUserDoc) =>
  online === 1 && active === 1 && banned === 0;

/** Whom a number was called for: one user, anybody suitable, or nobody at all. */
interface Route {
  /** Whose call it is if nobody takes it. */
  owner: TelephonyUserDoc | undefined;
  /** Who may take it, as they come. */
  candidates: readonly TelephonyUserDoc[];
}

async function suitable(
  ctx: TelephonyContext,
  state: StateCode | undefined,
  lead: LeadToCall | undefined,
): Promise<TelephonyUserDoc[]> {
  const { assignment } = await knownSettings(ctx);
  if (assignment !== 1 || state === undefined) return [];
  const type = typeId.safeParse(lead?.type_id);
  const { users } = await ctx.services.call(
    suitableAgents,
    { body: { state, type_id: type.success ? type.data : null } },
    { asService: true },
  );
  const known = await ctx.users
    .find({ _id: { $in: users.map((id) => new Types.ObjectId(id)) } })
    .lean<TelephonyUserDoc[]>();
  const byId = new Map(known.map((user) => [user._id.toHexString(), user]));
  return users.flatMap((id) => byId.get(id) ?? []);
}

/** Who a called number is for; undefined for a number that is not ours. */
async function routeOf(
  ctx: TelephonyContext,
  called: string,
  from: string,
  lead: LeadToCall | undefined,
): Promise<Route | undefined> {
  const direct = await ctx.users.findOne({ twilio_phone: called, banned: 0 }).lean<TelephonyUserDoc>();
  if (direct !== null) return { owner: direct, candidates: [direct] };
  const [{ default_phone }, states] = await Promise.all([knownSettings(ctx), statesWithPhone(ctx, called)]);
  if (called !== default_phone && states.length === 0) return undefined;
  const agent = lead === undefined || lead.user_id === 0 ? undefined : await findUser(ctx, lead.user_id);
  if (agent !== undefined) return { owner: agent, candidates: [agent] };
  const state = lead?.state ?? states[0] ?? (await stateOfNumber(ctx, from));
  return { owner: undefined, candidates: await suitable(ctx, state, lead) };
}

/** Those who can be rung now: reachable, and in no call. */
async function ringable(ctx: TelephonyContext, { candidates }: Route): Promise<string[]> {
  const ids = candidates.filter(isReachable).map(({ _id }) => _id.toHexString());
  return (await freeUsers(ctx, ids)).slice(0, maxAgents);
}

/** The greeting and the tone for whoever called and reached nobody. */
export async function missedTwiml(ctx: TelephonyContext, call: CallDoc): Promise<string> {
  const user = call.user_id === null ? null : await ctx.users.findById(call.user_id).lean<TelephonyUserDoc>();
  return voicemailTwiml(ctx, {
    call_id: call._id.toHexString(),
    user: user === null ? undefined : { id: user._id.toHexString(), voice_mail: user.voice_mail },
  });
}

function ring(ctx: TelephonyContext, call: CallDoc): string {
  const users = Object.keys(call.legs).flatMap((role) =>
    role.startsWith('agent-') ? [role.slice('agent-'.length)] : [],
  );
  return inboundTwiml({
    to: addressesOf(ctx, call._id),
    users,
    leadId: call.lead_id?.toHexString() ?? null,
    announce: call.announce,
  });
}

const documentOf = (ctx: TelephonyContext, call: CallDoc) =>
  call.state === 'ended' ? missedTwiml(ctx, call) : Promise.resolve(ring(ctx, call));

/** Somebody calls one of our numbers: those who may take it ring, or the call is missed at once. */
export async function receiveCall(ctx: TelephonyContext, { fields }: Hook): Promise<string> {
  const origin_sid = fields['CallSid'] ?? '';
  const known = await ctx.callDocs.findOne({ origin_sid }).lean<CallDoc>();
  if (known !== null) return documentOf(ctx, known);

  const called = fields['To'] ?? '';
  const from = callerNumber.safeParse(fields['From']);
  const number = from.success ? from.data : 'anonymous';
  const lead = from.success ? await leadWithNumber(ctx, from.data) : undefined;
  const route = await routeOf(ctx, called, number, lead);
  if (route === undefined) {
    ctx.log.error({ callSid: origin_sid }, 'ALARM: incoming call to an unassigned number');
    return rejectTwiml();
  }
  const _id = new Types.ObjectId();
  const rings = await ringable(ctx, route);
  const [only] = rings;
  // One line, one call: of two at once to one agent the second finds them busy.
  const isTaken =
    rings.length === 1 &&
    only !== undefined &&
    (await takeLeases(ctx, _id, [leaseOf.user(only)])) !== undefined;
  const users = isTaken ? [] : rings;
  // The customer is on the line, whoever was calling them: nobody else dials them meanwhile.
  const customer = [
    ...(from.success ? [leaseOf.number(from.data)] : []),
    ...(lead === undefined ? [] : [leaseOf.lead(lead.lead_id)]),
  ];
  if (users.length > 0) await shareLeases(ctx, _id, customer);
  const { announce } = await callerIdFor(ctx, { user: null, leadState: lead?.state ?? null, number });
  const call = newCall(ctx, {
    _id,
    kind: 'single',
    direction: 'inbound',
    number,
    own_number: called,
    announce,
    origin_sid,
    user_id: route.owner?._id ?? null,
    lead_id: objectId(lead?.lead_id ?? null),
    lead_name: lead?.fullname ?? '',
    legs: {
      customer: { sid: origin_sid, status: 'in-progress', duration: null },
      ...Object.fromEntries(
        users.map((user) => [`agent-${user}`, { sid: null, status: 'queued' as const, duration: null }]),
      ),
    },
    placing: 'placed',
  });
  try {
    await insertCall(ctx, call);
  } catch (error) {
    await freeLeases(ctx, _id);
    if (!isDuplicate(error)) throw error;
    const first = await ctx.callDocs.findOne({ origin_sid }).lean<CallDoc>();
    if (first === null) throw error;
    return documentOf(ctx, first);
  }
  if (users.length > 0) return ring(ctx, call);
  // Nobody can be rung: as if they had been, and had not answered.
  const missed = await emitCallChanged(ctx, _id, { is: 'dial', status: 'no-answer', duration: null });
  return missedTwiml(ctx, missed ?? call);
}
