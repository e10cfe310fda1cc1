import {
  callbackOffered,
  callConnected,
  callDequeued,
  callEnded,
  callQueued,
  callHelpAsked,
  callRinging,
  callStarted,
  callSupervised,
  conferenceChanged,
  participantChanged,
} from '@crm/contracts/bus/call-events.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import { callbackOffer } from '@crm/contracts/entities/telephony.js';
import type { CallSupervisor } from '@crm/contracts/entities/supervision.js';
import { optOutCommand } from '@crm/contracts/bus/commands.js';
import { leadOffered } from '@crm/contracts/bus/events.js';
import type {
  CallbackOffer,
  ConferenceParams,
  LiveCall,
  SecondParticipant,
} from '@crm/contracts/entities/telephony.js';
import { currentContext } from '@crm/platform/log/request-context.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { z } from 'zod';
import type { CallDoc } from './call.model.js';
import { isCalled, otherName } from './colleague.rules.js';
import { isPerson, secondRole } from './reduce-call.rules.js';
import { helpOf, supervisorOf } from './supervisor.rules.js';

const hex = (id: { toHexString(): string } | null) => id?.toHexString() ?? null;

/** What the conference dialogs work with; null before both ids are known, and once it is over. */
export function conferenceOf(call: CallDoc): ConferenceParams | null {
  const callSid = call.legs['customer']?.sid ?? null;
  if (call.conferenceSid === null || callSid === null || call.state === 'ended') return null;
  return { conferenceSid: call.conferenceSid, callSid, lead_id: hex(call.lead_id), hold: call.hold };
}

export function secondOf({ second, conferenceSid, legs, user_id }: CallDoc): SecondParticipant | null {
  // A colleague who has taken the call over is no second party of their own call.
  if (second === null || conferenceSid === null || second.user_id === hex(user_id)) return null;
  const { n, number, state } = second;
  return { conferenceSid, callSid: legs[secondRole(n)]?.sid ?? '', number, state };
}

/** Who supervises a call, as admins see it. */
export function callSupervisorOf(call: CallDoc): CallSupervisor | null {
  const supervisor = supervisorOf(call);
  if (supervisor === undefined) return null;
  const { user_id, name, mode } = supervisor;
  return { user_id, name, mode };
}

/** What the agent of a call sees of its supervision. */
const shownSupervision = (call: CallDoc) => ({
  supervisor: call.supervisor?.seen === true ? callSupervisorOf(call) : null,
  help: helpOf(call),
});

/** A call as its user sees it; null for one of nobody in particular. */
export function liveCallOf(call: CallDoc, userId: string | null = hex(call.user_id)): LiveCall | null {
  if (userId === null) return null;
  return {
    id: call._id.toHexString(),
    user_id: userId,
    lead_id: hex(call.lead_id),
    lead_name: otherName(call, userId),
    number: call.number,
    kind: call.kind,
    direction: isCalled(call, userId) ? 'inbound' : call.direction,
    state: call.state,
    outcome: call.outcome,
    reason: call.reason,
    conference: isCalled(call, userId) ? null : conferenceOf(call),
    colleague: Boolean(call.colleague),
    second: secondOf(call),
    recording_paused: call.recordingPaused,
    ...shownSupervision(call),
    startedAt: call.startedAt.toISOString(),
    connectedAt: call.connectedAt?.toISOString() ?? null,
    endedAt: call.endedAt?.toISOString() ?? null,
    version: call.version,
  };
}

/** The seconds that were talked. */
export function talkedSeconds({ connectedAt, endedAt }: Pick<CallDoc, 'connectedAt' | 'endedAt'>): number {
  if (connectedAt === null || endedAt === null) return 0;
  return Math.max(0, Math.round((endedAt.getTime() - connectedAt.getTime()) / 1000));
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function emitter(call: CallDoc, now: Date) {
  return <S extends z.ZodType>(spec: MessageSpec<S>, data: z.input<S>, subject?: string): Envelope =>
    newEvent(spec, {
      source: 'telephony',
      subject: subject ?? `call/${call._id.toHexString()}`,
      sequence: call.version,
      data,
      actor: 'system',
      now,
    });
}

/** Whose call it is that begins: somebody calls us, and it is that of a user whom it rings for, or of nobody yet. */
const begunBy = ({ direction, user_id, legs }: CallDoc): string | null =>
  direction === 'inbound' && !(`agent-${String(hex(user_id))}` in legs) ? null : hex(user_id);

/** That a call began: for one that goes out, an attempt. */
export function startedEvent(call: CallDoc, now: Date): Envelope {
  return emitter(call, now)(callStarted, {
    call_id: call._id.toHexString(),
    lead_id: hex(call.lead_id),
    user_id: begunBy(call),
    number: call.number,
    direction: call.direction,
    kind: call.kind,
  });
}

/** That a call ended, also one that never began; for its user unless it is for another one in it. */
export function endedEvent(call: CallDoc, now: Date, userId = hex(call.user_id)): Envelope {
  return emitter(call, now)(callEnded, {
    call_id: call._id.toHexString(),
    user_id: userId,
    lead_id: hex(call.lead_id),
    call: liveCallOf(call, userId),
    number: call.number,
    direction: call.direction,
    kind: call.kind,
    outcome: call.outcome ?? 'failed',
    duration: talkedSeconds(call),
  });
}

/** The guide talks to somebody: a machine's lead is put before nobody. */
const isWithPerson = ({ connectedAt, answeredBy, state }: CallDoc) =>
  connectedAt !== null && isPerson(answeredBy) && state !== 'ended';

/** The customer asked not to be called again: the number is closed to calls and to texts, by whoever says so or by their own key. */
function optOuts(call: CallDoc, now: Date): Envelope[] {
  const lead_id = hex(call.lead_id);
  const isOwnKey = call.farewell === 'pressed';
  const asked = isOwnKey
    ? ({ how: 'keyword', reason: 'Pressed a key in an abandoned call' } as const)
    : ({ how: 'agent', reason: 'Asked in the call' } as const);
  return (['call', 'text'] as const).map((channel) =>
    newEvent(optOutCommand, {
      ...{ source: 'telephony', subject: `call/${call._id.toHexString()}`, sequence: call.version, now },
      data: {
        ...{ phone: call.number, channel, ...asked },
        ...(lead_id === null ? {} : { lead_id }),
      },
      actor: (isOwnKey ? undefined : currentContext()?.actor) ?? 'system',
    }),
  );
}

/** Whoever is asked to call somebody back, and what they are told of them; undefined where nobody is. */
export function offerOf(call: CallDoc): { user_id: string; offer: CallbackOffer } | undefined {
  const { queue, number, lead_name } = call;
  const user_id = queue?.state === 'offered' ? queue.users[0] : undefined;
  if (!queue || user_id === undefined) return undefined;
  const [since, until] = [queue.since, queue.askedUntil ?? queue.until].map((at) => at.toISOString());
  const lead_id = hex(call.lead_id);
  const offer = { call_id: call._id.toHexString(), number, lead_id, lead_name, since, until };
  return { user_id, offer: callbackOffer.parse(offer) };
}

/** That somebody waits, at whatever place they have in the queue. */
export function queuedEvents(call: CallDoc, now: Date): Envelope[] {
  const { queue, number, lead_name } = call;
  if (!queue || queue.state === 'over') return [];
  const about = { call_id: call._id.toHexString(), kind: queue.kind, number, lead_id: hex(call.lead_id) };
  return [emitter(call, now)(callQueued, { ...about, lead_name, since: queue.since.toISOString() })];
}

/** What is told of a place in the queue: who waits, who waits no longer, and who is asked to call back. */
function queueEvents(before: CallDoc, after: CallDoc, now: Date): Envelope[] {
  const [was, is] = [before.queue, after.queue];
  if (!was || !is) return [];
  const emit = emitter(after, now);
  const events = was.kind === is.kind ? [] : queuedEvents(after, now);
  const [wasOffered, isOffered] = [offerOf(before), offerOf(after)];
  if (wasOffered !== undefined && wasOffered.user_id !== isOffered?.user_id)
    events.push(emit(callbackOffered, { user_id: wasOffered.user_id, offer: null }));
  if (isOffered !== undefined && isOffered.user_id !== wasOffered?.user_id)
    events.push(emit(callbackOffered, isOffered));
  if (was.state !== 'over' && is.reason !== null) {
    const { kind, reason, since, leftAt } = is;
    events.push(
      emit(callDequeued, {
        ...{ call_id: after._id.toHexString(), kind, number: after.number, reason },
        ...{ lead_id: hex(after.lead_id), lead_name: after.lead_name, user_id: hex(after.user_id) },
        seconds: Math.max(0, Math.round(((leftAt ?? now).getTime() - since.getTime()) / 1000)),
      }),
    );
  }
  return events;
}

/** What admins are told of supervision; the agent is told with the call itself. */
function supervisionEvents(before: CallDoc, after: CallDoc, emit: ReturnType<typeof emitter>): Envelope[] {
  const ofCall = {
    call_id: after._id.toHexString(),
    user_id: hex(after.user_id),
    lead_id: hex(after.lead_id),
  };
  const stateOf = (call: CallDoc) => [callSupervisorOf(call), supervisorOf(call)?.state];
  const supervised = same(stateOf(before), stateOf(after))
    ? []
    : [emit(callSupervised, { ...ofCall, supervisor: callSupervisorOf(after) })];
  const isAsked = (call: CallDoc) => Boolean(call.helpAskedAt);
  if (isAsked(before) === isAsked(after)) return supervised;
  return [...supervised, emit(callHelpAsked, { ...ofCall, asked: isAsked(after) })];
}

/** The same call as it is told of to the colleague who was called: it is theirs as well while they talk. */
function colleagueEvents(before: CallDoc, after: CallDoc, now: Date): Envelope[] {
  if (!after.colleague || after.connectedAt === null) return [];
  const { user_id } = after.colleague;
  if (before.state !== 'ended' && after.state === 'ended') return [endedEvent(after, now, user_id)];
  if (before.connectedAt !== null) return [];
  const call = liveCallOf(after, user_id);
  const ofACall = { call_id: after._id.toHexString(), user_id, lead_id: null, call };
  return [emitter(after, now)(callConnected, { ...ofACall, answeredBy: 'unknown' })];
}

/** What people and services are told of a change; `after` bears the version that the change has. */
export function eventsBetween(before: CallDoc, after: CallDoc, now: Date): Envelope[] {
  const emit = emitter(after, now);
  const call_id = after._id.toHexString();
  const user_id = hex(after.user_id);
  const lead_id = hex(after.lead_id);
  const ofACall = { call_id, user_id, lead_id, call: liveCallOf(after) };
  const events: Envelope[] = [];
  const isDialler = after.kind === 'dialler';
  // The guide of the dialler sees whom it calls from the moment that they are dialled.
  const isRung = isDialler
    ? (before.legs['customer']?.sid ?? null) === null && (after.legs['customer']?.sid ?? null) !== null
    : before.state !== after.state && after.state === 'ringing';
  if (isRung) events.push(emit(callRinging, ofACall));
  const isConnected = before.connectedAt === null && after.connectedAt !== null;
  // The dialler's call is told of when the guide comes, and when it is known who answered, whichever is first.
  const isFoundOut = before.answeredBy === null && after.answeredBy !== null;
  const isNewlyAnswered = isConnected || (isDialler && isFoundOut);
  const formerUser = hex(before.user_id);
  const wasHandedOver = formerUser !== null && user_id !== null && formerUser !== user_id;
  const answeredBy = isDialler ? after.answeredBy : 'unknown';
  if (isNewlyAnswered) events.push(emit(callConnected, { ...ofACall, answeredBy }));
  else if (wasHandedOver && after.state === 'talking') {
    events.push(emit(callConnected, { ...ofACall, answeredBy, handed_over_by: formerUser }));
    if (lead_id !== null) events.push(emit(leadOffered, { lead_id, user_id, why: 'live-transfer' }));
  }
  const isOffer = isDialler
    ? isWithPerson(after) && !isWithPerson(before)
    : isConnected && after.direction === 'inbound';
  if (isOffer && lead_id !== null && user_id !== null)
    events.push(emit(leadOffered, { lead_id, user_id, why: isDialler ? 'dialler' : 'incoming-call' }));
  if (formerUser !== null && formerUser !== user_id && conferenceOf(before) !== null) {
    events.push(emit(conferenceChanged, { ...ofACall, user_id: formerUser, call: null, conference: null }));
  }
  const conference = conferenceOf(after);
  // A pause and supervision: the user sees them, and no other event tells of them.
  const isUntold =
    before.recordingPaused !== after.recordingPaused ||
    !same(shownSupervision(before), shownSupervision(after));
  if (user_id !== null && (isUntold || formerUser !== user_id || !same(conferenceOf(before), conference))) {
    if (isUntold || conference !== null || conferenceOf(before) !== null)
      events.push(emit(conferenceChanged, { ...ofACall, user_id, conference }));
  }
  const second = secondOf(after);
  if (second !== null && user_id !== null && !same(secondOf(before), second)) {
    events.push(emit(participantChanged, { ...second, call_id, user_id }));
  }
  events.push(...queueEvents(before, after, now));
  events.push(...supervisionEvents(before, after, emit));
  if (!before.farewell && after.farewell) events.push(...optOuts(after, now));
  if (before.state !== 'ended' && after.state === 'ended') events.push(endedEvent(after, now));
  events.push(...colleagueEvents(before, after, now));
  return events;
}
