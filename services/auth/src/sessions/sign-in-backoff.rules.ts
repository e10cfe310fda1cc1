const second = 1000;
const minute = 60 * second;

/**
 * Backoff for wrong passwords on a device or network from which the account recently signed in. Ten are free; each
 * further one delays the next attempt more. An attempt whose delay is within `holdMs` is held and then answered, so
 * that a user who mistypes, or shares a network with an attacker, gets in with the right password. A longer delay
 * is refused with a retry time and does not count.
 */
export const backoff = {
  free: 10,
  stepMs: second / 2,
  /** Maximum delay of one attempt for the first `patient` failures: limits an hour of guessing to far below 500. */
  maxMs: 8 * second,
  patient: 100,
  /** Afterwards: 60 an hour. */
  crawlMs: minute,
  holdMs: 10 * second,
  /** Failures expire this long after the last one, and on success. */
  forgetMs: 60 * minute,
} as const;

/** How fast attempts for one account may follow each other on a known device or network. */
export type Pace = Record<'free' | 'stepMs' | 'maxMs' | 'patient' | 'crawlMs', number>;

/**
 * The pace on a known network that has used up its allowance of wrong passwords over all accounts: somebody there tries
 * one account after the other, each of which would have ten tries of its own. Six an hour remain for each. A known
 * device keeps `backoff`, so it is not slowed by its neighbours.
 */
export const attackedPace: Pace = {
  free: 3,
  stepMs: minute,
  maxMs: 10 * minute,
  patient: Number.MAX_SAFE_INTEGER,
  crawlMs: 10 * minute,
};

/** Failures for one account from a device or network. Times are milliseconds since 1970. */
export interface Failures {
  count: number;
  /** When the next attempt is allowed. */
  nextAt: number;
}

/** Delay of the attempt after this many failures, in milliseconds. */
export function delayAfter(failures: number, pace: Pace = backoff): number {
  if (failures < pace.free) return 0;
  if (failures >= pace.patient) return pace.crawlMs;
  return Math.min(pace.maxMs, (failures - pace.free + 1) * pace.stepMs);
}

/**
 * Reserves the next slot. Returns the delay in milliseconds and the failures to save meanwhile: an attempt counts
 * as a failure until its password is verified, so concurrent attempts queue up. Returns no failures to save if the
 * delay exceeds the maximum hold.
 */
export function takeTurn(
  before: Failures | undefined,
  now: number,
  pace: Pace = backoff,
): { waitMs: number; after?: Failures } {
  const { count, nextAt } = before ?? { count: 0, nextAt: now };
  const turn = Math.max(now, nextAt);
  const waitMs = turn - now;
  if (waitMs > backoff.holdMs) return { waitMs };
  return { waitMs, after: { count: count + 1, nextAt: turn + delayAfter(count + 1, pace) } };
}
