const second = 1000;
const minute = 60 * second;

/**
 * How wrong passwords are slowed where the account is known: on a device, or in a network, from which it signed in
 * lately. Ten are free; each further one makes the next attempt wait longer. An attempt whose turn comes within `holdMs`
 * is held until then and answered, so that whoever mistypes, or sits beside somebody who guesses, gets in with the right
 * password; one that would wait longer is told when to come back, and does not count.
 */
export const backoff = {
  free: 10,
  stepMs: second / 2,
  /** What one attempt waits at most, until there were `patient` of them: an hour's guessing ends far below 500. */
  maxMs: 8 * second,
  patient: 100,
  /** And from then on: 60 an hour. */
  crawlMs: minute,
  holdMs: 10 * second,
  /** Failures are forgotten so long after the last one, and with the right password. */
  forgetMs: 60 * minute,
} as const;

/** The failures of one device or network at one account. Times are milliseconds since 1970. */
export interface Failures {
  count: number;
  /** When the next attempt has its turn. */
  nextAt: number;
}

/** How long the attempt after so many failures waits, in milliseconds. */
export function delayAfter(failures: number): number {
  if (failures < backoff.free) return 0;
  if (failures >= backoff.patient) return backoff.crawlMs;
  return Math.min(backoff.maxMs, (failures - backoff.free + 1) * backoff.stepMs);
}

/**
 * Takes the next turn. Answers how long to wait for it, in milliseconds, and what to keep meanwhile: the attempt counts
 * as a failure until its password proved right, so that many at once take turn after turn. Answers no failures to keep
 * where the turn is further off than anybody is held.
 */
export function takeTurn(before: Failures | undefined, now: number): { waitMs: number; after?: Failures } {
  const { count, nextAt } = before ?? { count: 0, nextAt: now };
  const turn = Math.max(now, nextAt);
  const waitMs = turn - now;
  if (waitMs > backoff.holdMs) return { waitMs };
  return { waitMs, after: { count: count + 1, nextAt: turn + delayAfter(count + 1) } };
}
