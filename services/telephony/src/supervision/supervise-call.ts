import { Types } from 'mongoose';
import { seesOf, type Actor } from '@crm/contracts/access.js';
import type { SupervisionMode } from '@crm/contracts/codes/supervision-codes.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import { auditChanges, auditSubject } from '@crm/platform/audit/add-details.js';
import { AppError, conflict, invalid, notFound } from '@crm/platform/errors/app-error.js';
import { success } from '@crm/platform/http/outcomes.js';
import { addressesOf, identityOf } from '../calls/addresses.js';
import type { CallDoc } from '../calls/call.model.js';
import { changeCall, emitCallChanged, inputsOf } from '../calls/change-call.js';
import { askAbout } from '../calls/control-call.js';
import { freeLease, leaseOf, takeLease } from '../calls/leases.js';
import {
  agentLegOf,
  heldReason,
  supervisionDenialReason,
  supervisorOf,
  supervisorRole,
  type Supervisor,
} from '../calls/supervisor.rules.js';
import { refusalOf } from '../carrier/refusal.js';
import type { TelephonyContext } from '../context.js';
import { namesOf } from '../users/names-of.js';

/** Seconds that a supervisor's device rings: it accepts by itself, or is not there. */
const ringSeconds = 15;

async function callToSupervise(ctx: TelephonyContext, actor: Actor, id: string): Promise<CallDoc> {
  const call = await ctx.callDocs.findById(new Types.ObjectId(id)).lean<CallDoc>();
  if (call === null || !seesOf(actor, call.user_id?.toHexString() ?? null)) throw notFound('Call');
  // What is done to a call is in the audit log under its lead as well.
  if (call.lead_id !== null) auditSubject(`lead/${call.lead_id.toHexString()}`);
  return call;
}

/** The audit entry says how they were in the call, and how they are. */
function auditMode(call: CallDoc, before: SupervisionMode | null, after: SupervisionMode | null): void {
  auditChanges(`call/${call._id.toHexString()}`, [{ field: 'mode', before, after }]);
}

/** Whom a whisper reaches by how the call is now; throws `invalid` where there is nobody. */
function coachedIn(call: CallDoc, mode: SupervisionMode): string | null {
  if (mode !== 'whisper') return null;
  const agent = agentLegOf(inputsOf(call));
  if (agent === null) throw invalid({}, 'There is no agent in this call to whisper to');
  return agent;
}

async function agentName(ctx: TelephonyContext, { user_id }: CallDoc): Promise<string> {
  const names = await namesOf(ctx, [user_id]);
  return (user_id !== null && names.get(user_id.toHexString())) || 'the agent';
}

const sentences: Record<SupervisionMode, (agent: string) => string> = {
  listen: (agent) => `You are listening to ${agent}`,
  whisper: (agent) => `Only ${agent} hears you`,
  join: () => 'Everybody in the call hears you',
};

/** Why a supervisor cannot come into a call as it is; undefined where they can. */
function denialOf(call: CallDoc, actor: Actor): AppError | undefined {
  const reason = supervisionDenialReason(call);
  if (reason !== undefined) return invalid({}, reason);
  if (call.user_id?.toHexString() === actor.id || isSecond(call, actor))
    return invalid({}, 'You are in this call already');
  const other = supervisorOf(call);
  if (other === undefined) return undefined;
  const who = other.user_id === actor.id ? 'You are' : `${other.name} is`;
  return new AppError('conflict', `${who} in this call already`, { status: 'warning' });
}
const isSecond = ({ second }: CallDoc, { id }: Actor) => second?.user_id === id && second.state !== 'off';

/** Takes the supervisor's place in the same write that says who it is. */
async function takePlace(
  ctx: TelephonyContext,
  actor: Actor,
  { call, mode }: { call: CallDoc; mode: SupervisionMode },
): Promise<Supervisor> {
  const { supervision_seen } = await knownSettings(ctx);
  const taken = await changeCall(ctx, call._id, (now) => {
    const denial = denialOf(now, actor);
    if (denial !== undefined) throw denial;
    const input = {
      ...{ is: 'supervise' as const, n: (now.supervisor?.n ?? 0) + 1, mode, coached: coachedIn(now, mode) },
      ...{ user_id: actor.id, name: actor.fullname, seen: supervision_seen === 1, at: ctx.clock.now() },
    };
    return { input };
  });
  if (!taken?.supervisor) throw notFound('Call');
  return taken.supervisor;
}

/** What the device of the supervisor is told with the call that it takes. */
const addressOf = (call: CallDoc, userId: string, mode: SupervisionMode) =>
  `client:${identityOf(userId)}?${new URLSearchParams({ supervises: call._id.toHexString(), mode }).toString()}`;

async function ring(ctx: TelephonyContext, call: CallDoc, supervisor: Supervisor): Promise<void> {
  const { n, user_id, mode, coached } = supervisor;
  const role = supervisorRole(n);
  try {
    const sid = await ctx.carrier.addParticipant(call.conferenceSid ?? '', {
      to: addressOf(call, user_id, mode),
      from: call.own_number,
      label: role,
      timeout: ringSeconds,
      statusCallback: addressesOf(ctx, call._id).leg(role),
      supervises: { mode, coached },
    });
    await emitCallChanged(ctx, call._id, { is: 'placed', role, sid });
  } catch (error) {
    const failure = carrierError(error);
    // What may ring all the same shows itself by a hook.
    if (failure.kind !== 'unknown') {
      const reason = failure.message;
      await emitCallChanged(ctx, call._id, { is: 'not-placed', role, outcome: 'failed', reason });
    }
    throw refusalOf(failure);
  }
}

/** Rings a supervisor's own device into a call that goes on, so that they listen, whisper to the agent, or join. */
export async function superviseCall(
  ctx: TelephonyContext,
  actor: Actor,
  { id, mode }: { id: string; mode: SupervisionMode },
): Promise<Outcome> {
  const call = await callToSupervise(ctx, actor, id);
  const denial = denialOf(call, actor);
  if (denial !== undefined) throw denial;
  auditMode(call, null, mode);
  const lease = leaseOf.user(actor.id);
  if (!(await takeLease(ctx, call._id, lease)))
    throw new AppError('conflict', 'You are already in a call', { status: 'warning' });
  const supervisor = await takePlace(ctx, actor, { call, mode }).catch(async (error: unknown) => {
    // Asked twice at once, the first one is in the call with it.
    const now = await ctx.callDocs.findById(call._id).lean<CallDoc>();
    if (now === null || supervisorOf(now)?.user_id !== actor.id) await freeLease(ctx, call._id, lease);
    throw error;
  });
  await ring(ctx, call, supervisor);
  return success(sentences[mode](await agentName(ctx, call)));
}

/** The asker's own supervision of a call, and their line in it. */
function ownSupervision(call: CallDoc, actor: Actor): { supervisor: Supervisor; sid: string | null } {
  const supervisor = call.supervisor ?? undefined;
  if (supervisor?.user_id !== actor.id) throw notFound('Call');
  return { supervisor, sid: call.legs[supervisorRole(supervisor.n)]?.sid ?? null };
}

/** Changes how the asker is in the call that they supervise. Asked twice, it is so already. */
export async function changeSupervision(
  ctx: TelephonyContext,
  actor: Actor,
  { id, mode }: { id: string; mode: SupervisionMode },
): Promise<Outcome> {
  const call = await callToSupervise(ctx, actor, id);
  const { supervisor, sid } = ownSupervision(call, actor);
  if (supervisor.state !== 'on' || sid === null) throw invalid({}, 'You are not in this call');
  const done = success(sentences[mode](await agentName(ctx, call)));
  if (supervisor.mode === mode && supervisor.changing === null) return done;
  // Who is silent disturbs nobody, whoever is on hold.
  if (call.hold && mode !== 'listen') throw invalid({}, heldReason);
  const { n } = supervisor;
  const how = { mode, coached: coachedIn(call, mode) };
  auditMode(call, supervisor.mode, mode);
  await changeCall(ctx, call._id, (now) => {
    // One change after the other: the carrier may carry out two in any order.
    if (now.supervisor?.changing)
      throw conflict(undefined, 'The last change is not finished yet, please try again');
    return { input: { is: 'supervision-asked', n, ...how } };
  });
  try {
    const { conferenceSid } = call;
    const asked = await askAbout(ctx, call, () => ctx.carrier.setSupervision(conferenceSid ?? '', sid, how));
    if (asked === 'over') throw invalid({}, 'You are not in this call');
  } catch (error) {
    if (!(error instanceof AppError) || !isUnclear(error)) {
      const { mode: before, coached } = supervisor;
      await emitCallChanged(ctx, call._id, { is: 'supervision-known', n, mode: before, coached });
    }
    throw error;
  }
  await emitCallChanged(ctx, call._id, { is: 'supervision-known', n, ...how });
  return done;
}

/** Nobody knows whether it was done: the carrier is asked how it is in a moment. */
const isUnclear = ({ cause }: AppError) => cause !== undefined && carrierError(cause).kind === 'unknown';

/** Takes the asker out of the call that they supervise. Out of it already, it is as they wanted. */
export async function stopSupervising(ctx: TelephonyContext, actor: Actor, id: string): Promise<Outcome> {
  const call = await callToSupervise(ctx, actor, id);
  const { supervisor, sid } = ownSupervision(call, actor);
  const done = success('You left the call');
  if (supervisor.state === 'off') return done;
  const { n, mode } = supervisor;
  const role = supervisorRole(n);
  auditMode(call, mode, null);
  await emitCallChanged(ctx, call._id, { is: 'supervisor-leaving', n });
  if (sid === null) {
    // What rings all the same is ended when it shows itself.
    const reason = 'Called off';
    await emitCallChanged(ctx, call._id, { is: 'not-placed', role, outcome: 'failed', reason });
    return done;
  }
  const { carrier } = ctx;
  const removed = await askAbout(ctx, call, () => carrier.removeParticipant(call.conferenceSid ?? '', sid));
  // Not in the conference yet: its line may ring still.
  if (removed === 'over') await askAbout(ctx, call, () => carrier.endCall(sid));
  const status = supervisor.state === 'on' ? 'completed' : 'canceled';
  await emitCallChanged(ctx, call._id, { is: 'leg', role, sid, status, duration: null });
  return done;
}
