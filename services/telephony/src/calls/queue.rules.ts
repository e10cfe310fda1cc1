import type { DequeuedReason, QueuedKind } from '@crm/contracts/entities/telephony.js';

/** A callback that so many agents did not take is a missed call. */
export const callbackTries = 3;
/** So long an agent who did not answer a caller is not asked for the same one again. */
export const passedMs = 60_000;

/** The place in the queue of somebody who called a number that all agents share. */
export interface QueuePlace {
  kind: QueuedKind;
  /** `ringing`: the devices of agents ring for a caller. `offered`: an agent is asked to call back. */
  state: 'waiting' | 'ringing' | 'offered' | 'over';
  /** When they called: who called first is first, whatever became of them since. */
  since: Date;
  /** When a caller is sent to voicemail, and a callback becomes a missed call. */
  until: Date;
  /** How often agents were rung. */
  round: number;
  /** Whom it rings for, or is offered to, and until when at the latest. */
  users: string[];
  askedUntil: Date | null;
  /** Who was asked and did not take it. */
  passed: { user_id: string; at: Date }[];
  /** How many agents did not call back. */
  tries: number;
  reason: DequeuedReason | null;
  leftAt: Date | null;
}

/** What is done to a place in the queue. */
export type QueueInput =
  | { is: 'ring'; users: readonly string[]; until: Date }
  | { is: 'unanswered'; round: number }
  | { is: 'callback'; until: Date }
  | { is: 'offer'; user_id: string; until: Date }
  | { is: 'passed'; user_id: string }
  | { is: 'unqueue'; reason: 'timeout' | 'closed' | 'callback' };

/** Somebody who has just called. */
export const newPlace = (now: Date, maxWaitMinutes: number): QueuePlace => ({
  kind: 'caller',
  state: 'waiting',
  since: now,
  until: new Date(now.getTime() + maxWaitMinutes * 60_000),
  round: 0,
  users: [],
  askedUntil: null,
  passed: [],
  tries: 0,
  reason: null,
  leftAt: null,
});

/** Nobody is asked any more. */
const unasked = { users: [], askedUntil: null };

/** The place of somebody who waits no longer. */
export const left = (place: QueuePlace, reason: DequeuedReason, now: Date): QueuePlace => ({
  ...place,
  ...unasked,
  state: 'over',
  reason,
  leftAt: now,
});

const passedBy = (place: QueuePlace, now: Date): QueuePlace => ({
  ...place,
  ...unasked,
  state: 'waiting',
  passed: [...place.passed, ...place.users.map((user_id) => ({ user_id, at: now }))],
});

/** The place after something was done to it; the very same where that came too late, or for the second time. */
export function moveInQueue(place: QueuePlace, input: QueueInput, now: Date): QueuePlace {
  const isCaller = place.kind === 'caller';
  if (place.state === 'over') return place;
  switch (input.is) {
    case 'ring':
      if (!isCaller || place.state !== 'waiting') return place;
      return {
        ...place,
        state: 'ringing',
        round: place.round + 1,
        users: [...input.users],
        askedUntil: input.until,
      };
    case 'unanswered':
      return place.state === 'ringing' && place.round === input.round ? passedBy(place, now) : place;
    case 'callback':
      if (!isCaller || place.state !== 'waiting') return place;
      return { ...place, kind: 'callback', passed: [], until: input.until };
    case 'offer':
      if (isCaller || place.state !== 'waiting') return place;
      return { ...place, state: 'offered', users: [input.user_id], askedUntil: input.until };
    case 'passed': {
      if (isCaller) return place;
      const isTheirs = place.state === 'offered' && place.users.includes(input.user_id);
      // Whoever may not call there was not even asked.
      const isRefused = place.state === 'waiting';
      if (!isTheirs && !isRefused) return place;
      const asked = isTheirs ? place : { ...place, users: [input.user_id] };
      const next = { ...passedBy(asked, now), tries: place.tries + 1 };
      return next.tries >= callbackTries ? left(next, 'timeout', now) : next;
    }
    case 'unqueue':
      if (isCaller ? input.reason === 'callback' || place.state !== 'waiting' : false) return place;
      return left(place, input.reason, now);
  }
}

/** Whether somebody waits for a callback, or never got one: the end of their call is not what is missed. */
export const isCallback = (place: QueuePlace | null | undefined): boolean => place?.kind === 'callback';

/** Whether a callback came to nothing. */
export const isCallbackMissed = ({ kind, state, reason }: QueuePlace): boolean =>
  kind === 'callback' && state === 'over' && reason !== 'callback' && reason !== 'answered';

/** Who was asked so lately that it is somebody else's turn. */
export const recentlyPassed = ({ passed }: QueuePlace, now: Date): ReadonlySet<string> =>
  new Set(passed.filter(({ at }) => now.getTime() - at.getTime() < passedMs).map(({ user_id }) => user_id));

/** The role of an agent's line: one who is rung again has another line. */
export const agentRole = (userId: string, round = 1): string =>
  round === 1 ? `agent-${userId}` : `agent-${userId}-${String(round)}`;

/** The user whose line has such a role. */
export const userOfRole = (role: string): string => role.split('-')[1] ?? '';

/** When the place is looked at next: at once where it waits, or else when whoever is asked had their time. */
export const serveAt = ({ state, askedUntil }: QueuePlace, now: Date): Date | null =>
  state === 'over' ? null : state === 'waiting' ? now : askedUntil;
