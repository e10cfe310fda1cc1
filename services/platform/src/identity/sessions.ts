import { performance } from 'node:perf_hooks';
import type { z } from 'zod';
import { userBanned, userSessionsEnded } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { listSessions } from '@crm/contracts/http/auth.js';
import { sessionOf, tokenLifetimeSeconds, type SessionClaims } from '@crm/contracts/token.js';
import type { Bus, Listener } from '../bus/bus.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';

/** While sessions are asked about and nothing is heard of them by event. */
const pollMs = 1_000;
/** While they are asked about and events tell what ends: that auth is alive at all, and what it could not tell. */
const toldPollMs = 20_000;
/** While nobody asks: whoever does then waits for a question to auth, so this one only keeps the next answer short. */
const quietPollMs = 5 * 60_000;
const failedPollMs = 5_000;
/** After the last question sessions are followed closely for so long. */
const inUseMs = 30_000;
/** Without word from auth for longer than this nobody is let through (settled: Tokens). */
const staleMs = 30_000;
/** Asked again with every poll, since clocks of auth's instances may differ by so much. */
const overlapMs = 10_000;
const tidyMs = 60_000;

/** What auth says of sessions: their versions by user, those that ended, tokens signed out, and the instant to ask from next. */
export type SessionSnapshot = z.output<(typeof listSessions)['answer']>;

/** Who follows sessions without asking about each. */
export interface SessionsWatch {
  isInUse(): boolean;
  polled(): void;
}

export interface Sessions {
  /** Whether the session of a token is over: ended with all its tokens, the token signed out, below the user's version without being kept, or banned since. */
  isOver(claims: Pick<SessionClaims, 'jti' | 'sid' | 'sub' | 'sv' | 'iat'>): boolean;
  /** Whether auth was heard of in the last 30 s. Where not, answer 503. */
  isFresh(): boolean;
  /** Takes in `user.sessions-ended`. */
  sessionsEnded(data: z.output<(typeof userSessionsEnded)['data']>): void;
  /** Asks auth once, now. Answers whether it was heard of. */
  poll(): Promise<boolean>;
  /**
   * Await it before `isOver` is asked. Resolves when no more is unknown than what auth has not told for a moment: at once
   * while sessions are in use, after a question to auth where nobody asked for half a minute. Never rejects.
   */
  catchUp(): Promise<void>;
  /**
   * Hears of sessions that end, and asks auth: now, every twenty seconds while sessions are in use, every second of these while
   * the bus is away, and every five minutes while they are not. `isInUse` says that they are though nobody asks, as for an
   * open socket; `polled` is called after each time, heard or not, and after each event.
   */
  start(watch?: SessionsWatch): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Knows which sessions are over. Events tell it at once, every process by itself; the poll carries what a process did not
 * receive and proves that auth is alive at all. `fetchSnapshot` asks
 * auth, or in auth itself its own store, for what changed since an instant; for everything where none is given.
 */
export function createSessions(options: {
  clock: Clock;
  log: Logger;
  fetchSnapshot: (since: string | undefined) => Promise<SessionSnapshot>;
  /** Without one sessions are followed by the poll alone. */
  bus?: Pick<Bus, 'listen'>;
  pollEveryMs?: number;
  toldPollEveryMs?: number;
}): Sessions {
  const { clock, log, fetchSnapshot, bus, pollEveryMs = pollMs, toldPollEveryMs = toldPollMs } = options;
  const versions = new Map<string, number>();
  const signedOut = new Map<string, number>();
  const endedSessions = new Map<string, number>();
  const kept = new Map<string, { jti: string; exp: number }>();
  const bannedAt = new Map<string, number>();
  let heardAt: number | undefined;
  let askFrom: string | undefined;
  let tidiedAt = clock.now().getTime();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<boolean> | undefined;
  let catchingUp: Promise<void> | undefined;
  let watch: SessionsWatch | undefined;
  /** By the process's own steady clock. */
  let usedAt = -inUseMs;
  let isStopped = true;
  let listener: Listener | undefined;

  /**
   * Sessions below a version are over, save one token that lives on (it changed the password). Word of it may come
   * twice and out of order, by event and by poll: an older version changes nothing, a newer one ends the exception.
   */
  function raiseVersion(user: string, version: number, exception?: { jti: string; exp: number }): void {
    const known = versions.get(user) ?? -1;
    if (version < known) return;
    if (version > known) kept.delete(user);
    versions.set(user, version);
    if (exception !== undefined) kept.set(user, exception);
  }

  const isFresh = () => heardAt !== undefined && clock.now().getTime() - heardAt <= staleMs;

  /** Forgets what no living token can concern any more. */
  function tidy(now: number): void {
    if (now - tidiedAt < tidyMs) return;
    tidiedAt = now;
    for (const [jti, exp] of signedOut) if (exp * 1000 <= now) signedOut.delete(jti);
    for (const [sid, exp] of endedSessions) if (exp * 1000 <= now) endedSessions.delete(sid);
    for (const [user, { exp }] of kept) if (exp * 1000 <= now) kept.delete(user);
    for (const [user, at] of bannedAt) if (at + tokenLifetimeSeconds * 1000 <= now) bannedAt.delete(user);
  }

  async function ask(): Promise<boolean> {
    try {
      const { at, versions: changed, revoked, ended, kept: excepted } = await fetchSnapshot(askFrom);
      const exceptions = new Map(excepted.map(({ user_id, jti, exp }) => [user_id, { jti, exp }]));
      for (const [user, version] of Object.entries(changed))
        raiseVersion(user, version, exceptions.get(user));
      for (const { jti, exp } of revoked) signedOut.set(jti, exp);
      for (const { sid, exp } of ended) endedSessions.set(sid, exp);
      if (heardAt === undefined) log.info({ users: versions.size }, 'sessions loaded');
      heardAt = clock.now().getTime();
      askFrom = at === undefined ? undefined : new Date(Date.parse(at) - overlapMs).toISOString();
      tidy(heardAt);
      return true;
    } catch (error) {
      // Not heard is a state of its own: after 30 s of it `isFresh` turns false and requests are refused.
      const level = isFresh() ? 'debug' : 'warn';
      log[level]({ reason: String(error) }, 'auth could not be asked for sessions');
      return false;
    }
  }

  function poll(): Promise<boolean> {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  const isInUse = () => performance.now() - usedAt < inUseMs || watch?.isInUse() === true;

  const isTold = () => listener?.isLive() === true;

  async function pollInTurn(): Promise<void> {
    clearTimeout(timer);
    // Heard of all the while, or what came between is in no answer.
    const wasTold = isTold();
    const isHeard = await poll();
    if (isStopped) return;
    watch?.polled();
    clearTimeout(timer);
    const quietMs = Math.max(pollEveryMs, isHeard ? quietPollMs : failedPollMs);
    const followedMs = isHeard && wasTold && isTold() ? toldPollEveryMs : pollEveryMs;
    timer = setTimeout(() => void pollInTurn(), isInUse() ? followedMs : quietMs);
    timer.unref();
  }

  /** What ended while nothing was heard is asked for as soon as that is known. */
  function listenerChanged(): void {
    if (!isStopped && isInUse()) void pollInTurn();
  }

  function receive({ type, data, time }: Envelope): void {
    if (type === userBanned.type) {
      const banned = userBanned.data.safeParse(data);
      if (banned.success) noteBanned(banned.data.user_id, new Date(time));
    } else {
      const ended = userSessionsEnded.data.safeParse(data);
      if (ended.success) noteEnded(ended.data);
    }
    watch?.polled();
  }

  function noteBanned(user: string, at: Date): void {
    bannedAt.set(user, Math.max(at.getTime(), bannedAt.get(user) ?? 0));
  }

  function noteEnded({
    user_id,
    session_version,
    except_jti,
    jti,
    sid,
    exp,
  }: z.output<(typeof userSessionsEnded)['data']>): void {
    const diesAt = exp ?? Math.ceil(clock.now().getTime() / 1000) + tokenLifetimeSeconds;
    const exception = except_jti === undefined ? undefined : { jti: except_jti, exp: diesAt };
    if (session_version !== undefined) raiseVersion(user_id, session_version, exception);
    if (jti !== undefined) signedOut.set(jti, diesAt);
    if (sid !== undefined) endedSessions.set(sid, diesAt);
  }

  function catchUp(): Promise<void> {
    const isFollowed = isStopped || isInUse();
    usedAt = performance.now();
    if (catchingUp === undefined && isFollowed) return Promise.resolve();
    catchingUp ??= pollInTurn().finally(() => {
      catchingUp = undefined;
    });
    return catchingUp;
  }

  return {
    isOver: ({ jti, sid, sub, sv, iat }) =>
      signedOut.has(jti) ||
      endedSessions.has(sessionOf({ sid, jti })) ||
      ((versions.get(sub) ?? 0) > sv && kept.get(sub)?.jti !== jti) ||
      (bannedAt.get(sub) ?? -1) >= iat * 1000,
    isFresh,
    sessionsEnded: noteEnded,
    poll,
    catchUp,
    start: async (given) => {
      isStopped = false;
      watch = given;
      // First of all: what ends from here on is heard, what ended before is in the answer.
      listener = await bus?.listen([userBanned.type, userSessionsEnded.type], receive, listenerChanged);
      await pollInTurn();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
      await listener?.close();
    },
  };
}
