import { deferred } from '../deferred.js';
import type { CallError, Carrier, Direction, FarEnd, Hook, Leg, LegStatus, Params } from '../model.js';

export const terminal: ReadonlySet<LegStatus> = new Set([
  'completed',
  'busy',
  'failed',
  'no-answer',
  'canceled',
]);

export const hasEnded = (leg: Leg) => terminal.has(leg.status);

export interface NewLeg {
  parentSid?: string | undefined;
  from: string;
  to: string;
  direction: Direction;
  far: FarEnd;
  status: LegStatus;
  statusHook?: Hook | undefined;
  fallback?: Leg['fallback'];
}

export function addLeg(carrier: Carrier, given: NewLeg): Leg {
  const createdAt = carrier.clock.now();
  const leg: Leg = {
    sid: carrier.sids.next('CA'),
    parentSid: given.parentSid,
    from: given.from,
    to: given.to,
    direction: given.direction,
    createdAt,
    far: given.far,
    quirk: carrier.behaviours.of(given.to).hooks,
    status: given.status,
    answeredAt: undefined,
    endedAt: undefined,
    changedAt: createdAt,
    answeredBy: undefined,
    statusHook: given.statusHook,
    fallback: given.fallback,
    sequence: 0,
    program: undefined,
    detach: undefined,
    pressed: undefined,
    answered: deferred(),
    ended: deferred(),
    over: new AbortController(),
  };
  carrier.legs.set(leg.sid, leg);
  carrier.trace.add('leg', `${leg.to || 'application'} ${leg.status}`, {
    callSid: leg.sid,
    status: leg.status,
  });
  return leg;
}

/** The fields about a leg in every request. */
export function legParams(carrier: Carrier, leg: Leg): Params {
  return {
    CallSid: leg.sid,
    AccountSid: carrier.options.accountSid,
    From: leg.from,
    To: leg.to,
    Caller: leg.from,
    Called: leg.to,
    CallStatus: leg.status,
    Direction: leg.direction,
    ApiVersion: '2010-04-01',
    ...(leg.parentSid === undefined ? {} : { ParentCallSid: leg.parentSid }),
  };
}

/**
 * Whole seconds. With accelerated time a timer may fire slightly early, which must not cost the call its last
 * second.
 */
export const wholeSeconds = (ms: number) => Math.floor(ms / 1000 + 0.25);

export const secondsOf = (leg: Leg) =>
  leg.answeredAt && leg.endedAt ? wholeSeconds(leg.endedAt.getTime() - leg.answeredAt.getTime()) : 0;

const eventOf = (status: LegStatus) => {
  if (status === 'in-progress') return 'answered';
  return terminal.has(status) ? 'completed' : status;
};

function setStatus(carrier: Carrier, leg: Leg, status: LegStatus): void {
  leg.status = status;
  leg.changedAt = carrier.clock.now();
  const details = { callSid: leg.sid, status, from: leg.from, to: leg.to };
  carrier.trace.add('leg', `${leg.to || 'application'} ${status}`, details);
  const sequence = leg.sequence;
  leg.sequence += 1;
  const event = eventOf(status);
  if (!leg.statusHook?.events.has(event)) return;
  const seconds = secondsOf(leg);
  carrier.hooks.notify({
    url: leg.statusHook.url,
    method: leg.statusHook.method,
    about: leg.sid,
    event,
    isTerminal: terminal.has(status),
    quirk: leg.quirk,
    params: {
      ...legParams(carrier, leg),
      Timestamp: leg.changedAt.toUTCString().replace('GMT', '+0000'),
      CallbackSource: 'call-progress-events',
      SequenceNumber: String(sequence),
      ...(leg.answeredBy === undefined ? {} : { AnsweredBy: leg.answeredBy }),
      ...(status === 'completed'
        ? { CallDuration: String(seconds), Duration: String(Math.ceil(seconds / 60)) }
        : {}),
    },
  });
}

export function startDialling(carrier: Carrier, leg: Leg): void {
  if (leg.status === 'queued') setStatus(carrier, leg, 'initiated');
}

export function startRinging(carrier: Carrier, leg: Leg): void {
  if (leg.status === 'initiated') setStatus(carrier, leg, 'ringing');
}

/** Marks the leg as connected; no effect if it already is, or has ended. */
export function answerLeg(carrier: Carrier, leg: Leg): void {
  if (hasEnded(leg) || leg.status === 'in-progress') return;
  leg.answeredAt = carrier.clock.now();
  setStatus(carrier, leg, 'in-progress');
  leg.far.answered?.(leg);
  leg.answered.resolve();
}

export function endLeg(
  carrier: Carrier,
  leg: Leg,
  status: LegStatus,
  by: 'far end' | 'carrier',
  error?: CallError,
): void {
  if (hasEnded(leg)) return;
  leg.endedAt = carrier.clock.now();
  const wasQueued = leg.status === 'queued';
  // A call that never left the queue is canceled without notifying the application.
  if (wasQueued && status === 'canceled') leg.statusHook = undefined;
  setStatus(carrier, leg, status);
  leg.far.ended?.(leg, by, error);
  leg.ended.resolve();
  leg.program?.stop.abort('ended');
  leg.over.abort();
}

/** Ends a leg as when its caller hangs up: completed if connected, otherwise canceled. */
export function dropLeg(carrier: Carrier, leg: Leg): void {
  endLeg(carrier, leg, leg.status === 'in-progress' ? 'completed' : 'canceled', 'carrier');
}

/** The far end hangs up or rejects. */
export function farEndEnds(carrier: Carrier, leg: Leg, unanswered: LegStatus): void {
  endLeg(carrier, leg, leg.status === 'in-progress' ? 'completed' : unanswered, 'far end');
}
