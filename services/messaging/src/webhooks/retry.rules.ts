const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 24 * 3_600_000];

/** The pauses behind the first attempts; the last one is repeated. */
const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour] as const;
const longestPause = 10 * hour;

/** How long an event is tried. */
export const triedMs = 3 * day;
/** A webhook of which every attempt fails for so long is switched off. */
export const switchedOffAfterMs = 3 * day;
/** No other event goes to a webhook for so long after a failure, times the failures in a row: one attempt finds out. */
const restMs = 5 * second;
const longestRestMs = 5 * minute;

/** When a delivery that has failed `attempts` times is tried again; null once it has been tried for three days. */
export function nextAttempt(
  { attempts, since, retryAfterMs = 0 }: { attempts: number; since: Date; retryAfterMs?: number },
  now: Date,
): Date | null {
  const own = pauses[attempts - 1] ?? longestPause;
  const at = now.getTime() + Math.max(own, Math.min(retryAfterMs, longestPause));
  return at - since.getTime() > triedMs ? null : new Date(at);
}

/** Until when a webhook whose last so many attempts failed gets nothing else. */
export const restUntil = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(restMs * Math.max(1, failures), longestRestMs));

/** Whether a webhook that has failed since then is to be switched off. */
export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= switchedOffAfterMs;

/** The milliseconds of a `Retry-After` in seconds; 0 where there is none. */
export const retryAfterOf = (header: string | undefined): number =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * second : 0;
