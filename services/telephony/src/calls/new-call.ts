import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { TelephonyContext } from '../context.js';
import { wordsOf } from '../recordings/list-query.rules.js';
import type { CallDoc } from './call.model.js';
import { endedEvent, queuedEvents, startedEvent } from './call.view.js';

const firstLookMs = { single: 60_000, conference: 3_000, dialler: 3_000 };

export type NewCall = Pick<CallDoc, '_id' | 'kind' | 'direction' | 'number' | 'own_number'> &
  Partial<CallDoc>;

/** A call as it begins. */
export function newCall({ clock }: Pick<TelephonyContext, 'clock'>, given: NewCall): CallDoc {
  const now = clock.now();
  return {
    state: 'dialing',
    outcome: null,
    reason: '',
    user_id: null,
    lead_id: null,
    lead_name: '',
    run_id: null,
    voicemailUrl: null,
    legs: {},
    placing: 'unasked',
    conferenceSid: null,
    conferenceEnded: false,
    hold: false,
    holdSequence: -1,
    second: null,
    hasLeft: false,
    answeredBy: null,
    drop: 'none',
    farewell: null,
    dial: null,
    calledOff: false,
    placingFault: null,
    recordingPaused: false,
    announce: true,
    answeredAt: null,
    connectedAt: null,
    endedAt: null,
    startedAt: now,
    heardAt: now,
    lookAt: new Date(now.getTime() + firstLookMs[given.kind]),
    holdAsked: null,
    effects: [],
    version: 1,
    words: [...wordsOf(given.lead_name ?? ''), given.number.replace(/^\+1?/, '')],
    ...given,
  };
}

/** The same for an attempt that a rule, or the carrier, never let out: it is kept, and over. */
export function refusedCall(
  ctx: Pick<TelephonyContext, 'clock'>,
  given: NewCall & { reason: string },
): CallDoc {
  return newCall(ctx, {
    ...given,
    state: 'ended',
    outcome: 'refused',
    endedAt: ctx.clock.now(),
    lookAt: null,
  });
}

/** Saves a call that permission refused before there was one: nobody was rung, and nobody waits to be told. */
export async function saveRefusedCall(
  ctx: TelephonyContext,
  given: NewCall & { reason: string },
): Promise<void> {
  await ctx.callDocs.collection.insertOne(insertWithEvents(refusedCall(ctx, given), [], ctx.clock.now()));
}

/** Keeps a new call and tells of it; throws where its first line has one already. */
export async function insertCall(ctx: TelephonyContext, call: CallDoc): Promise<void> {
  const now = ctx.clock.now();
  const event = call.state === 'ended' ? endedEvent : startedEvent;
  // An attempt that began is an event for numbers alone: a caller who hides theirs is none, and a colleague has none.
  const isTold = call.number.startsWith('+') || (call.colleague !== undefined && call.state === 'ended');
  const events = [...(isTold ? [event(call, now)] : []), ...queuedEvents(call, now)];
  await ctx.callDocs.collection.insertOne(insertWithEvents(call, events, now));
  ctx.lastWritten.keep(call);
  if (call.serveAt) ctx.queue.wake();
}
