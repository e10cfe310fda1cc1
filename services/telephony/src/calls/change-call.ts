import { Types } from 'mongoose';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc, EffectRow } from './call.model.js';
import { dialledFigures } from './dialled.rules.js';
import { eventsBetween } from './call.view.js';
import { freeLease, freeLeases, leaseOf, shareLeases } from './leases.js';
import { isOldNews } from './old-news.rules.js';
import { serveAt, type QueuePlace } from './queue.rules.js';
import {
  isConferenceDue,
  isJoinUnheard,
  reduceCall,
  unheardRoles,
  type CallSnapshot,
  type CallInput,
} from './reduce-call.rules.js';
import { supervisorOf } from './supervisor.rules.js';
import { unaskedEndOf } from './supervision-entry.js';

const maxTries = 50;
/** How long nothing is heard of a live call before the carrier is asked. */
const quietMs = 60_000;
const diallerQuietMs = 90_000;
/** So long the customer of a conference is rung on the permission that the call began with. */
const permissionHoldsMs = 1_000;
const soonMs = 3_000;
const unknownMs = 15_000;

/** When a call is to be looked at next, by how it stands. */
function nextLook(call: CallDoc, now: Date): Date | null {
  if (call.state === 'ended' && call.effects.every(({ state }) => state !== 'new' && state !== 'claimed'))
    return null;
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (call.effects.some(({ state }) => state === 'new')) return after(soonMs);
  if (call.holdAsked !== null) return after(soonMs);
  if (call.placing === 'unknown') return after(unknownMs);
  if (isConferenceDue(call) && call.conferenceSid === null) return after(soonMs);
  if (isJoinUnheard(call)) return after(soonMs);
  if (call.supervisor?.changing) return after(soonMs);
  if (unheardRoles(inputsOf(call)).length > 0) return after(unknownMs);
  if (call.effects.some(({ state }) => state === 'claimed')) return after(unknownMs);
  return after(call.kind === 'dialler' ? diallerQuietMs : quietMs);
}

/** A call as its rules know it. */
export function inputsOf(call: CallDoc): CallSnapshot {
  return { ...call, user_id: call.user_id?.toHexString() ?? null };
}

/** What a change may write; the version and the outbox are the write's own. */
const changing = [
  'state',
  'outcome',
  'reason',
  'user_id',
  'legs',
  'placing',
  'conferenceSid',
  'conferenceEnded',
  'hold',
  'holdSequence',
  'holdAsked',
  'second',
  'supervisor',
  'helpAskedAt',
  'hasLeft',
  'answeredBy',
  'drop',
  'farewell',
  'dial',
  'dialled',
  'host',
  'isHeld',
  'calledOff',
  'placingFault',
  'queue',
  'recordingPaused',
  'answeredAt',
  'connectedAt',
  'endedAt',
  'effects',
] as const satisfies readonly (keyof CallDoc)[];

/** What may be changed of a call beside its facts. */
type Own = Partial<Pick<CallDoc, 'holdAsked' | 'effects'>>;

/** Whether the permission that a call began with is so young that the customer is rung on it. */
const isPermitted = ({ permittedAt }: CallDoc, now: Date): boolean =>
  permittedAt !== undefined && now.getTime() - permittedAt.getTime() < permissionHoldsMs;

/**
 * The call after a fact: with new effects behind the ones that it had, each key once. Of several the first is claimed with
 * it, where this process `mayClaim` one and none waits before it.
 */
function reduced(
  call: CallDoc,
  input: CallInput | undefined,
  own: Own,
  { now, mayClaim }: { now: Date; mayClaim: boolean },
): CallDoc {
  const { call: inputs, effects } =
    input === undefined ? { call: inputsOf(call), effects: [] } : reduceCall(inputsOf(call), input, now);
  const rows = own.effects ?? call.effects;
  const known = new Set(rows.map(({ key }) => key));
  const claims = mayClaim && !rows.some(({ state }) => state === 'new');
  const added = effects
    .filter(({ key }) => !known.has(key))
    .map((effect, index): EffectRow => ({
      ...effect,
      state: claims && index === 0 ? 'claimed' : 'new',
      at: now,
    }));
  const [first] = added;
  const isAsked = first?.does === 'ring-customer' && first.state === 'claimed' && isPermitted(call, now);
  const { user_id, ...rest } = isAsked
    ? reduceCall(inputs, { is: 'placing', placing: 'asked' }, now).call
    : inputs;
  const next: CallDoc = {
    ...call,
    ...rest,
    ...own,
    user_id: user_id === null ? null : new Types.ObjectId(user_id),
    effects: [...rows, ...added],
    heardAt: now,
    version: call.version + 1,
  };
  if (input?.is === 'conference' && /hold$/.test(input.event)) next.holdAsked = null;
  if (next.state === 'ended') next.holdAsked = null;
  const dialled = dialledFigures(next);
  if (dialled !== undefined) next.dialled = dialled;
  next.lookAt = nextLook(next, now);
  if (next.queue) next.serveAt = serveAt(next.queue, now);
  return next;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** What a change writes: undefined where it changes nothing. */
function writtenOf(before: CallDoc, after: CallDoc): Partial<CallDoc> | undefined {
  const changed = changing.filter((name) => !isSame(before[name], after[name]));
  if (changed.length === 0) return undefined;
  const { heardAt, lookAt, serveAt: servedAt } = after;
  return {
    ...Object.fromEntries(changed.map((name) => [name, after[name]])),
    ...{ heardAt, lookAt },
    ...(servedAt !== undefined && { serveAt: servedAt }),
  };
}

/** The effect that a change claimed of its own accord, as it began. */
function claimedBetween(before: CallDoc, after: CallDoc, own: Own = {}): EffectRow | undefined {
  const known = (own.effects ?? before.effects).length;
  const added = after.effects[known];
  return added?.state === 'claimed' ? added : undefined;
}

/** The leases by which whoever is asked to take a call is asked for no other. */
const leasesOfAsked = (place: QueuePlace | null | undefined): string[] =>
  place?.users.map(place.state === 'offered' ? leaseOf.offer : leaseOf.user) ?? [];

/** How many leases a call has that an agent placed and nobody else came into; undefined of any other. */
const takenBy = ({ direction, kind, colleague, second, supervisor, lead_id, hasLeft }: CallDoc) =>
  direction === 'outbound' && kind !== 'dialler' && !colleague && !second && !supervisor && !hasLeft
    ? 2 + (lead_id === null ? 0 : 1)
    : undefined;

/** Whoever was asked and is asked no longer is free again, save who took it. */
async function freeAsked(ctx: TelephonyContext, before: CallDoc, after: CallDoc): Promise<void> {
  const kept = new Set(leasesOfAsked(after.queue));
  if (after.user_id !== null) kept.add(leaseOf.user(after.user_id.toHexString()));
  const freed = leasesOfAsked(before.queue).filter((key) => !kept.has(key));
  for (const key of freed) await freeLease(ctx, after._id, key);
}

/** What a write makes of a call: nothing, or a fact and what is changed beside it. */
export type Change = (call: CallDoc) => { input?: CallInput; own?: Own } | undefined;

/** Whether a call as this process knew it says enough to leave it so, whatever another one has made of it since. */
type LeavesSo = (known: CallDoc) => boolean;

/**
 * Changes a call: state, effects and events in one write, and again where another process was quicker. Answers the call
 * as it stands, undefined where there is none. Where `change` makes nothing of the call as this process knew it, it is read
 * anew, unless `leavesSo`.
 */
export function changeCall(
  ctx: TelephonyContext,
  callId: Types.ObjectId,
  change: Change,
  leavesSo: LeavesSo = () => false,
): Promise<CallDoc | undefined> {
  return ctx.turns.run(callId.toHexString(), () => changeInTurn(ctx, callId, change, leavesSo));
}

async function changeInTurn(
  ctx: TelephonyContext,
  callId: Types.ObjectId,
  change: Change,
  leavesSo: LeavesSo,
): Promise<CallDoc | undefined> {
  let known = ctx.lastWritten.take(callId);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isRead = known === undefined;
    const call = known ?? (await ctx.callDocs.findById(callId).lean<CallDoc>());
    known = undefined;
    if (call === null) return undefined;
    const wanted = change(call);
    const now = ctx.clock.now();
    const mayClaim = ctx.effects.isFree(callId);
    const next = wanted && reduced(call, wanted.input, wanted.own ?? {}, { now, mayClaim });
    const written = next && writtenOf(call, next);
    if (next === undefined || written === undefined) {
      if (isRead || leavesSo(call)) {
        ctx.lastWritten.keep(call);
        return call;
      }
      // As this process knew it there is nothing to do; another one may know more.
      continue;
    }
    const events = eventsBetween(call, next, now);
    const entries = unaskedEndOf(call, next, { events, now });
    const { modifiedCount } = await nativeCollection<CallDoc>(ctx.callDocs).updateOne(
      { _id: callId, version: call.version },
      withEvents({ $set: written }, events, now, entries),
    );
    if (modifiedCount === 0) continue;
    ctx.lastWritten.keep(next);
    // Of several for whom it rang, it is that of the one who took it, whatever call they were in.
    if (call.user_id === null && next.user_id !== null && next.state !== 'ended')
      await shareLeases(ctx, callId, [leaseOf.user(next.user_id.toHexString())]);
    await freeAsked(ctx, call, next);
    const isOver = call.state !== 'ended' && next.state === 'ended';
    if (isOver) await freeLeases(ctx, callId, takenBy(next));
    const former = supervisorOf(next) === undefined ? supervisorOf(call) : undefined;
    if (former !== undefined) await freeLease(ctx, callId, leaseOf.user(former.user_id));
    if (next.serveAt || (next.queue && next.queue !== call.queue)) ctx.queue.wake();
    // Somebody may be free for whoever waits.
    else if (isOver) ctx.queue.freed();
    const effect = claimedBetween(call, next, wanted?.own);
    if (effect !== undefined) ctx.effects.begin({ call: next, effect });
    else if (next.effects.some(({ state }) => state === 'new')) ctx.effects.wake(callId);
    return next;
  }
  throw new Error('A call had too many version conflicts');
}

/** Takes in one fact of a call. */
export function emitCallChanged(
  ctx: TelephonyContext,
  callId: Types.ObjectId,
  input: CallInput,
): Promise<CallDoc | undefined> {
  return changeCall(
    ctx,
    callId,
    () => ({ input }),
    (known) => isOldNews(inputsOf(known), input),
  );
}
