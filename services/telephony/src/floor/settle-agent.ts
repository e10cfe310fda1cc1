import { Types } from 'mongoose';
import { agentStateChanged } from '@crm/contracts/bus/floor-events.js';
import { holdsLeads, roles, worksAsAgent } from '@crm/contracts/codes/roles.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { CallDoc } from '../calls/call.model.js';
import type { TelephonyContext } from '../context.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import type { AgentStateDoc } from './agent-state.model.js';
import {
  bringUpToDate,
  type AgentHistory,
  type CallSpan,
  type LeftState,
  type KnownPresence,
} from './agent-state.rules.js';
import { partInCall } from './call-part.rules.js';
import { takesCalls } from './presence-change.rules.js';

export type SettleContext = Pick<
  TelephonyContext,
  'agentStates' | 'lastStates' | 'users' | 'staff' | 'callDocs' | 'settings' | 'clock'
>;

/** What made somebody look: each is taken in as far as it is new. */
export interface Occasion {
  /** When it happened; now unless said otherwise. */
  at?: Date;
  /** The call that it is about. */
  callId?: Types.ObjectId;
  /** That call as it is known here: no older than what is told of it. It is read where they are known to have left it. */
  call?: CallDoc;
  /** The call goes on: whoever was in it is as before. */
  goesOn?: boolean;
  /** They say that they are ready. */
  isReady?: boolean;
}

type Presence = Pick<TelephonyUserDoc, 'role_id' | 'online' | 'active' | 'in_call' | 'AD_Status'> &
  Pick<Partial<TelephonyUserDoc>, 'away_reason'>;

/** Whether somebody takes calls, or has their dialler on. */
export const isSwitchedOn = (user: Presence): boolean =>
  (user.role_id === roles.guide && user.AD_Status === 1) || takesCalls(user);

/** The presence of a user as it is known; one that says nothing new is the one that was known before. */
export function knownPresence(user: Presence, known: KnownPresence | undefined, at: Date): KnownPresence {
  const isOn = isSwitchedOn(user);
  const reason = isOn ? null : (user.away_reason ?? null);
  if (known === undefined) return { at, isOn, reason };
  if (known.isOn === isOn && known.reason === reason) return known;
  // What came late is no older than what it follows.
  return { at: at < known.at ? known.at : at, isOn, reason };
}

const offline = (at: Date): Omit<AgentStateDoc, '_id' | 'version'> => ({
  ...{ state: 'offline', reason: null, since: at, until: null, call_id: null },
  presence: { at, isOn: false, reason: null },
  ...{ calls: [], readyAt: null, last: null },
});

/** The call that the wrap-up which holds follows; its end is when that began. */
function wrappedCall(before: AgentStateDoc | undefined): CallSpan[] {
  if (before?.state !== 'wrap-up' || before.call_id === null || before.until === null) return [];
  const { since: to, until, call_id } = before;
  const wrapUpMs = until.getTime() - to.getTime();
  return [{ id: call_id.toHexString(), from: new Date(to.getTime() - 1), to, wrapUpMs }];
}

/** What the state of a user follows from, and what of it is kept. The call of an occasion may be none of theirs. */
async function historyOf(
  ctx: SettleContext,
  _id: Types.ObjectId,
  { before, presence }: { before: AgentStateDoc | undefined; presence: KnownPresence },
  occasion: Required<Pick<Occasion, 'at'>> & Occasion,
): Promise<{ history: AgentHistory; calls: AgentStateDoc['calls']; last: AgentStateDoc['last'] }> {
  const { at, callId, isReady = false } = occasion;
  // Where they are known to be out of it, what was told of it before that says nothing.
  const isPast =
    occasion.call?.state !== 'ended' && before?.last?.call_id.equals(occasion.call?._id) === true;
  const told = isPast ? undefined : occasion.call;
  const userId = _id.toHexString();
  const knownFrom = new Map(before?.calls.map(({ id, from }) => [id.toHexString(), from]));
  const ids = [...(before?.calls ?? []).map(({ id }) => id), callId].flatMap((id) => id ?? []);
  const unread = told === undefined ? ids : ids.filter((id) => !id.equals(told._id));
  const wrapped = wrappedCall(before);
  const read =
    unread.length === 0
      ? []
      : await ctx.callDocs.find({ _id: { $in: unread } }, withoutEffects).lean<CallDoc[]>();
  const docs = told === undefined ? read : [...read, told];
  const parts = docs.flatMap((call) => {
    const part = partInCall(call, userId, knownFrom.get(call._id.toHexString()), at);
    return part === undefined ? [] : [{ call, ...part }];
  });
  const wrapUpMs = parts.some(({ to }) => to !== null) ? await wrapUpMsOf(ctx, _id) : 0;
  const calls = parts
    // What ended before the state that holds began was dealt with then.
    .filter(({ to }) => before === undefined || to === null || to >= before.since)
    .map(({ call, from, to }): CallSpan => {
      // Behind a word with a colleague there is nothing to be written down.
      const wrapUp = call.colleague ? 0 : wrapUpMs;
      return { id: call._id.toHexString(), from, to, wrapUpMs: wrapUp };
    })
    .filter(({ id }) => wrapped.every((each) => each.id !== id));
  const ended = parts
    .filter(({ call }) => call.state === 'ended')
    .map(({ call, to }) => ({ call, to: to ?? at }))
    .sort((a, b) => a.to.getTime() - b.to.getTime())
    .at(-1);
  return {
    history: {
      presences:
        before === undefined || presence === before.presence ? [presence] : [before.presence, presence],
      calls: [...calls, ...wrapped],
      readyAt: isReady ? at : (before?.readyAt ?? null),
    },
    calls: parts.filter(({ to }) => to === null).map(({ call, from }) => ({ id: call._id, from })),
    last:
      ended === undefined || (before?.last && before.last.at > ended.to)
        ? (before?.last ?? null)
        : {
            call_id: ended.call._id,
            outcome: ended.call.outcome ?? 'failed',
            direction: ended.call.direction,
            at: ended.to,
          },
  };
}

/** What of a call is for the carrier; nobody here reads it. */
export const withoutEffects = { effects: 0, legs: 0 } as const;

/** Guides go on to the next call by themselves. */
async function wrapUpMsOf(ctx: SettleContext, userId: Types.ObjectId): Promise<number> {
  const user = await ctx.staff.get(userId);
  const isGiven = user !== undefined && worksAsAgent(user.role_id);
  return isGiven ? (await knownSettings(ctx)).wrap_up_seconds * 1000 : 0;
}

/** The presence that a state follows from; null for whoever has no state. A change of it has an occasion of its own. */
async function presenceOf(
  ctx: SettleContext,
  userId: Types.ObjectId,
  before: AgentStateDoc | undefined,
  { at, callId }: Required<Pick<Occasion, 'at'>> & Occasion,
): Promise<KnownPresence | null> {
  if (before !== undefined && callId !== undefined) return before.presence;
  const user = await ctx.users.findById(userId).lean<TelephonyUserDoc>();
  return user === null || !holdsLeads(user.role_id) ? null : knownPresence(user, before?.presence, at);
}

function leftEvent(
  user: Types.ObjectId,
  { state, call_id, from, to }: LeftState,
  sequence: number,
  now: Date,
) {
  const user_id = user.toHexString();
  return newEvent(agentStateChanged, {
    ...{ source: 'telephony', subject: `agent/${user_id}`, sequence, actor: 'system', now },
    data: { user_id, state, from: from.toISOString(), to: to.toISOString(), call_id },
  }) satisfies Envelope;
}

const comparable = (value: object) => JSON.stringify(value);

/**
 * The state of an agent, a team lead or a guide by presence and calls as they are now, written where it changed, together with an event for each
 * state that was left: the one place that changes it. Asked twice, late, or out of order it comes to the same. Undefined
 * for whoever has no state: staff, and users who are not known yet.
 */
export function settleAgent(
  ctx: SettleContext,
  userId: Types.ObjectId,
  occasion: Occasion = {},
): Promise<AgentStateDoc | undefined> {
  return retryOnConflict(() => trySettle(ctx, userId, occasion), 'The state of this agent').then(
    (settled) => settled ?? undefined,
  );
}

async function trySettle(
  ctx: SettleContext,
  userId: Types.ObjectId,
  occasion: Occasion,
): Promise<AgentStateDoc | null | undefined> {
  const remembered = ctx.lastStates.take(userId);
  const before = remembered ?? (await ctx.agentStates.findById(userId).lean<AgentStateDoc>()) ?? undefined;
  const stays = (state: AgentStateDoc) => {
    ctx.lastStates.keep(state);
    return state;
  };
  if (before !== undefined && occasion.goesOn && before.calls.some(({ id }) => occasion.callId?.equals(id)))
    return stays(before);
  const now = ctx.clock.now();
  const { at = now } = occasion;
  const presence = await presenceOf(ctx, userId, before, { ...occasion, at });
  if (presence === null) return null;
  const { history, ...kept } = await historyOf(ctx, userId, { before, presence }, { ...occasion, at });
  const { presences, readyAt } = history;
  const known = before ?? offline(firstKnownAt(history, at));
  const { left, standing } = bringUpToDate(
    { ...known, call_id: known.call_id?.toHexString() ?? null },
    history,
    now,
  );
  const after = {
    ...standing,
    call_id: standing.call_id === null ? null : new Types.ObjectId(standing.call_id),
    presence: presences.at(-1) ?? known.presence,
    readyAt,
    ...kept,
  };
  if (before !== undefined && comparable(pick(before)) === comparable(pick(after)))
    // As this process knew it there is nothing to do; another one may know more.
    return remembered === undefined ? stays(before) : trySettle(ctx, userId, occasion);
  const version = (before?.version ?? 0) + 1;
  const events = left.map((each) => leftEvent(userId, each, version, now));
  if (before === undefined) {
    try {
      await ctx.agentStates.collection.insertOne(insertWithEvents({ _id: userId, ...after }, events, now));
    } catch (error) {
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  } else {
    const { matchedCount } = await ctx.agentStates.updateOne(
      { _id: userId, version: before.version },
      withEvents({ $set: after }, events, now),
    );
    if (matchedCount === 0) return undefined;
  }
  return stays({ ...after, _id: userId, version });
}

/** Whoever is seen for the first time has been what they are since the first that is known of them. */
function firstKnownAt({ presences, calls }: AgentHistory, at: Date): Date {
  const times = [...presences.map((each) => each.at), ...calls.map(({ from }) => from), at];
  return new Date(Math.min(...times.map((time) => time.getTime())));
}

/** What is compared, always in the same order. */
const pick = (doc: Omit<AgentStateDoc, '_id' | 'version'>) => ({
  ...{ state: doc.state, reason: doc.reason, since: doc.since, until: doc.until, call_id: doc.call_id },
  presence: { at: doc.presence.at, isOn: doc.presence.isOn, reason: doc.presence.reason },
  calls: doc.calls.map(({ id, from }) => ({ id, from })),
  readyAt: doc.readyAt,
  last: doc.last && {
    ...{ call_id: doc.last.call_id, outcome: doc.last.outcome },
    ...{ direction: doc.last.direction, at: doc.last.at },
  },
});
