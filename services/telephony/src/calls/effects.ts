import { randomUUID } from 'node:crypto';
import type { Types } from 'mongoose';
import { runWithContext } from '@crm/platform/log/request-context.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import type { Supervising } from '../carrier/carrier.js';
import { refusalOf } from '../carrier/refusal.js';
import type { TelephonyContext } from '../context.js';
import { missCall } from '../missed/miss-call.js';
import { missedOf } from './missed-of.rules.js';
import { languageOf, type CallDoc, type EffectRow } from './call.model.js';
import type { Claimed, Effects } from './effects-waiting.js';
import type { NewParticipant } from '../carrier/carrier.js';
import { addressesOf, identityOf, type Addresses } from './addresses.js';
import { colleagueDevice } from './colleague-call.js';
import { changeCall, emitCallChanged, type Change } from './change-call.js';
import { isOver } from './leg.rules.js';
import { askPermission } from './permission.js';
import { userOfRole } from './queue.rules.js';
import type { CallInput } from './reduce-call.rules.js';
import { supervisorOf, supervisorRole } from './supervisor.rules.js';

/** Seconds that a party of a conference rings. */
export const ringSeconds = 30;
/** Seconds that agents ring for a caller. */
export const agentSeconds = 20;
const diallerRingSeconds = 22;
/** Longer than most greetings. Nobody waits for it: the guide has the call meanwhile. */
const machineSeconds = 30;

/** `claimed`: it is not known, and asked for again after a while. */
type Result = 'done' | 'failed' | 'unknown' | 'claimed';

/** What became of an effect, and what it showed of the call: both are kept by one write. */
interface Outcome {
  result: Result;
  input?: CallInput;
}

/** How a customer is rung whom the dialler calls: the guide sees whom and hears a sound of the window's meanwhile. */
const byTheDialler = (
  { voicemailUrl }: CallDoc,
  to: Addresses,
): Pick<NewParticipant, 'timeout' | 'earlyMedia' | 'detection'> => ({
  timeout: diallerRingSeconds,
  earlyMedia: false,
  detection: {
    // The end of a greeting is waited for only where something is to be said after it.
    mode: voicemailUrl === null ? 'Enable' : 'DetectMessageEnd',
    timeout: machineSeconds,
    statusCallback: to.answeredBy,
  },
});

/** Why a customer is not rung at this very moment; a colleague always may be. */
async function denialReason(ctx: TelephonyContext, call: CallDoc): Promise<string | undefined> {
  if (call.colleague) return undefined;
  const isDialler = call.kind === 'dialler';
  const { allowed, sentence } = await askPermission(ctx, {
    lead_id: call.lead_id?.toHexString() ?? null,
    phone: call.number,
    // Nobody's finger: the system's own.
    user_id: isDialler ? null : (call.user_id?.toHexString() ?? null),
    ...(isDialler && { automated: true }),
    attempt_id: call._id.toHexString(),
  });
  return allowed ? undefined : sentence;
}

/** Rings the customer, or a colleague, into the conference of whoever calls them. */
async function ringCustomer(ctx: TelephonyContext, call: CallDoc): Promise<Outcome> {
  const refused = (
    outcome: 'refused' | 'failed',
    reason: string,
    fault?: CallDoc['placingFault'],
  ): Outcome => ({
    result: 'failed',
    input: {
      ...{ is: 'not-placed', role: 'customer', outcome, reason },
      ...(fault !== undefined && { fault }),
    },
  });
  const isDialler = call.kind === 'dialler';
  if (call.placing !== 'asked') {
    const why = await denialReason(ctx, call);
    if (why !== undefined) return refused('refused', why);
    const asked = await emitCallChanged(ctx, call._id, { is: 'placing', placing: 'asked' });
    // Called off, or left, while it was asked: nobody rings.
    if (asked?.state === 'ended') return { result: 'failed' };
  }
  const to = addressesOf(ctx, call._id);
  try {
    const sid = await ctx.carrier.addParticipant(call.conferenceSid ?? call._id.toHexString(), {
      to: call.colleague ? colleagueDevice(call.colleague) : call.number,
      from: call.own_number,
      label: 'customer',
      timeout: ringSeconds,
      statusCallback: to.leg('customer'),
      ...(isDialler && byTheDialler(call, to)),
    });
    return { result: 'done', input: { is: 'placed', role: 'customer', sid } };
  } catch (error) {
    const failure = carrierError(error);
    const { kind } = failure;
    if (kind === 'unknown') return { result: 'unknown', input: { is: 'placing', placing: 'unknown' } };
    if (kind === 'rate' || kind === 'account') return refused('failed', refusalOf(failure).message, kind);
    return isDialler ? refused('refused', failure.message) : refused('failed', refusalOf(failure).message);
  }
}

/** What may be asked for twice: what is over already is as good as done. */
async function askTwiceIfNeedBe(request: Promise<void>): Promise<Result> {
  try {
    await request;
    return 'done';
  } catch (error) {
    const { kind } = carrierError(error);
    return kind === 'unknown' || kind === 'rate' ? 'unknown' : 'done';
  }
}

/**
 * Sends the customer's line to the voicemail of the call. The carrier asks for that document, from which moment on it
 * plays: where it has, nothing is asked for again, and where nobody knows, it is.
 */
async function leaveVoicemail(ctx: TelephonyContext, call: CallDoc, sid: string): Promise<Outcome> {
  if (call.drop !== 'due') return { result: 'done' };
  try {
    await ctx.carrier.redirectCall(sid, { url: addressesOf(ctx, call._id).drop });
    return { result: 'done' };
  } catch (error) {
    const { kind } = carrierError(error);
    if (kind === 'unknown' || kind === 'rate') return { result: 'claimed' };
    if (kind === 'over') return { result: 'done' };
    return { result: 'failed', input: { is: 'drop', drop: 'none' } };
  }
}

/** The same for what is asked for until it is known to be done. */
async function askUntilDone(request: Promise<void>): Promise<Result> {
  const result = await askTwiceIfNeedBe(request);
  return result === 'unknown' ? 'claimed' : result;
}

/** Rings an agent's device for a caller, unless somebody took the call meanwhile. */
async function ringAgent(ctx: TelephonyContext, call: CallDoc, role: string): Promise<Outcome> {
  const notPlaced = (reason: string): CallInput => ({ is: 'not-placed', role, outcome: 'failed', reason });
  const leg = call.legs[role];
  if (call.host || call.state === 'ended' || leg === undefined || isOver(leg.status))
    return { result: 'done', input: notPlaced('Somebody else took the call') };
  const to = addressesOf(ctx, call._id);
  const about = new URLSearchParams({
    lead_id: call.lead_id?.toHexString() ?? '',
    lead_name: call.lead_name,
    number: call.number,
  });
  try {
    const sid = await ctx.carrier.ringDevice({
      to: `client:${identityOf(userOfRole(role))}?${about.toString()}`,
      from: call.own_number,
      url: to.join(role),
      timeout: agentSeconds,
      statusCallback: to.leg(role),
    });
    return { result: 'done', input: { is: 'placed', role, sid } };
  } catch (error) {
    const failure = carrierError(error);
    // What rings all the same shows itself by a hook, or its time is over.
    if (failure.kind === 'unknown') return { result: 'unknown' };
    return { result: 'failed', input: notPlaced(failure.message) };
  }
}

/** Whispers to whoever has the call now; where that is nobody of ours, the supervisor listens. */
async function coach(ctx: TelephonyContext, call: CallDoc, agent: string | null): Promise<Outcome> {
  const supervisor = supervisorOf(call);
  const sid = supervisor && call.legs[supervisorRole(supervisor.n)]?.sid;
  if (supervisor?.mode !== 'whisper' || !sid || supervisor.coached === agent) return { result: 'done' };
  const how: Supervising = { mode: agent === null ? 'listen' : 'whisper', coached: agent };
  const result = await askTwiceIfNeedBe(ctx.carrier.setSupervision(call.conferenceSid ?? '', sid, how));
  if (result === 'unknown') return { result: 'claimed' };
  return { result, input: { is: 'supervision-known', n: supervisor.n, ...how } };
}

/** What shows something of the call as it is carried out. */
type Showing = 'ring-customer' | 'ring-agent' | 'coach' | 'drop';

/** What is asked of the carrier, and shows nothing of the call. */
async function ask(
  ctx: TelephonyContext,
  call: CallDoc,
  effect: EffectRow & { does: Exclude<EffectRow['does'], Showing> },
): Promise<Result> {
  const { carrier } = ctx;
  const conference = call.conferenceSid ?? '';
  switch (effect.does) {
    case 'announce':
      return askTwiceIfNeedBe(
        carrier.announce(
          conference,
          effect.sid ?? '',
          addressesOf(ctx, call._id).announcement(languageOf(call)),
        ),
      );
    case 'end-conference':
      return askTwiceIfNeedBe(carrier.endConference(conference));
    case 'end-leg':
      return askTwiceIfNeedBe(carrier.endCall(effect.sid ?? ''));
    case 'send-caller':
      return askUntilDone(carrier.redirectCall(effect.sid ?? '', { url: addressesOf(ctx, call._id).caller }));
    case 'hang-up':
      // The guide is on the line with a machine.
      return call.state === 'ended' ? 'done' : askUntilDone(carrier.endCall(effect.sid ?? ''));
    case 'call-off':
      return askUntilDone(carrier.cancelCall(effect.sid ?? ''));
    case 'apologise':
      return askUntilDone(
        carrier.redirectCall(effect.sid ?? '', { url: addressesOf(ctx, call._id).apology }),
      );
    case 'miss':
      await missCall(ctx, missedOf(call));
      return 'done';
  }
}

async function carryOut(ctx: TelephonyContext, call: CallDoc, effect: EffectRow): Promise<Outcome> {
  const { does, key, sid } = effect;
  switch (does) {
    case 'ring-customer':
      return ringCustomer(ctx, call);
    case 'ring-agent':
      return ringAgent(ctx, call, key.slice(key.indexOf(':') + 1));
    case 'coach':
      return coach(ctx, call, sid);
    case 'drop':
      return leaveVoicemail(ctx, call, sid ?? '');
    default:
      return { result: await ask(ctx, call, { ...effect, does }) };
  }
}

/** Whether there is nothing to be done for an effect any more: the line that it would end is over. */
const isNeedless = ({ legs }: CallDoc, { does, sid }: EffectRow): boolean =>
  does === 'end-leg' && Object.values(legs).some((leg) => leg.sid === sid && isOver(leg.status));

const withState = (rows: readonly EffectRow[], key: string, state: EffectRow['state'], at: Date) =>
  rows.map((row) => (row.key === key ? { ...row, state, at } : row));

/** What became of which effect. */
interface Ended extends Outcome {
  key: string;
}

/**
 * Keeps what became of the last effect and claims the next one of the call that nobody has begun, in one write: nobody
 * else can claim it. What the last one's input asks for in turn is left to another run, which that write wakes.
 */
async function claimNext(
  ctx: TelephonyContext,
  callId: Types.ObjectId,
  last: Ended | undefined,
): Promise<Claimed | undefined> {
  const claimed: { key: string | undefined } = { key: undefined };
  const claim: Change = (before) => {
    const now = ctx.clock.now();
    const known = last === undefined ? before.effects : withState(before.effects, last.key, last.result, now);
    const rows = known.map((row): EffectRow =>
      row.state === 'new' && isNeedless(before, row) ? { ...row, state: 'done', at: now } : row,
    );
    claimed.key = rows.find(({ state }) => state === 'new')?.key;
    if (claimed.key === undefined && last === undefined) return undefined;
    const effects = claimed.key === undefined ? rows : withState(rows, claimed.key, 'claimed', now);
    return { own: { effects }, ...(last?.input !== undefined && { input: last.input }) };
  };
  // What another process has asked for since, it carries out itself.
  const call = await changeCall(ctx, callId, claim, () => true);
  const effect = call?.effects.find(({ key }) => key === claimed.key);
  return call === undefined || effect === undefined ? undefined : { call, effect };
}

/** Carries out what a call has waiting, one after the other, the one that is claimed before all; each is begun once. */
export async function runEffects(
  ctx: TelephonyContext,
  callId: Types.ObjectId,
  first?: Claimed,
): Promise<void> {
  let last: Ended | undefined;
  for (;;) {
    const next = last === undefined && first !== undefined ? first : await claimNext(ctx, callId, last);
    if (next === undefined) return;
    const { call, effect } = next;
    const outcome = await carryOut(ctx, call, effect).catch((error: unknown): Outcome => {
      ctx.log.error({ err: error, call: callId.toHexString(), does: effect.does }, 'effect failed');
      return { result: 'unknown' };
    });
    last = { key: effect.key, ...outcome };
  }
}

/** How long one may be under way; after that the process that began it is gone. */
const claimMs = 30_000;
const onceOnly = new Set<EffectRow['does']>(['ring-customer', 'announce', 'ring-agent']);

/**
 * What a process that died had begun: a line that may ring is never rung again, and is looked for; what may be asked
 * for twice is.
 */
export function reviveEffects(ctx: TelephonyContext, callId: Types.ObjectId): Promise<CallDoc | undefined> {
  const now = ctx.clock.now();
  return changeCall(ctx, callId, ({ effects }) => {
    const isStale = (row: EffectRow) =>
      row.state === 'claimed' && now.getTime() - row.at.getTime() >= claimMs;
    if (!effects.some(isStale)) return undefined;
    const revived = effects.map((row): EffectRow => {
      if (!isStale(row)) return row;
      return { ...row, state: onceOnly.has(row.does) ? 'unknown' : 'new', at: now };
    });
    const hasRung = effects.some((row) => isStale(row) && row.does === 'ring-customer');
    return {
      own: { effects: revived },
      ...(hasRung ? { input: { is: 'placing', placing: 'unknown' } } : {}),
    };
  });
}

/** Carries out effects behind the writes that asked for them; what a process leaves, the sweeper finds. */
export function createEffects(context: () => TelephonyContext): Effects {
  const working = new Map<string, Promise<void>>();
  const askedAgain = new Set<string>();
  let isStopped = false;

  const isFree = (callId: Types.ObjectId) => !isStopped && !working.has(callId.toHexString());

  /** Behind what is under way of the call already. */
  function run(callId: Types.ObjectId, first?: Claimed): void {
    const id = callId.toHexString();
    const ctx = context();
    const work = () => runEffects(ctx, callId, first);
    const underWay: Promise<void> = (working.get(id) ?? Promise.resolve())
      .then(() => runWithContext({ correlationId: randomUUID() }, work))
      .catch((error: unknown) => {
        ctx.log.error({ err: error, call: id }, 'effects of a call interrupted');
      })
      .finally(() => {
        if (working.get(id) !== underWay) return;
        working.delete(id);
        if (askedAgain.delete(id)) wake(callId);
      });
    working.set(id, underWay);
  }

  function wake(callId: Types.ObjectId): void {
    if (isFree(callId)) run(callId);
    else if (!isStopped) askedAgain.add(callId.toHexString());
  }

  const idle = async () => {
    while (working.size > 0) await Promise.all(working.values());
  };
  return {
    wake,
    isFree,
    begin: (claimed) => {
      run(claimed.call._id, claimed);
    },
    idle,
    stop: async () => {
      isStopped = true;
      await Promise.all(working.values());
    },
  };
}
