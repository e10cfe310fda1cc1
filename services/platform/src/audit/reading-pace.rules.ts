/** What somebody reads of people: whole records that are opened, and rows of lists. */
export type ReadingKind = 'opened' | 'listed';

/** How many different records work needs in an hour. */
export type ReadingLimits = Record<ReadingKind, number>;

const second = 1_000;
export const readingWindowMs = 3_600 * second;
/** Whoever looks after everybody's records needs so many times as many. */
const supervisorFactor = 10;

/**
 * What becomes of reads beyond the limit until the hour is over: each waits half a second longer than the one before, up
 * to eight seconds. One whose turn is more than ten seconds off is refused: asking for many at once is no way around it.
 */
export const readingDelay = { stepMs: second / 2, maxMs: 8 * second, holdMs: 10 * second } as const;

/** The hour that a moment is in. */
export const windowOf = (now: Date): number => Math.floor(now.getTime() / readingWindowMs);

export function limitFor(limits: ReadingLimits, kind: ReadingKind, isSupervisor: boolean): number {
  return limits[kind] * (isSupervisor ? supervisorFactor : 1);
}

/** The reads of somebody who is beyond the limit. Times are milliseconds since 1970. */
export interface SlowedReads {
  count: number;
  /** When the next one may be answered. */
  nextAt: number;
}

/** The next read's turn: how long it waits, and what is kept; nothing is kept where it has to be refused. */
export function takeReadingTurn(
  before: SlowedReads | undefined,
  now: number,
): { waitMs: number; after?: SlowedReads } {
  const { count, nextAt } = before ?? { count: 0, nextAt: now };
  const delay = Math.min(readingDelay.maxMs, (count + 1) * readingDelay.stepMs);
  const turn = Math.max(now, nextAt) + delay;
  const waitMs = turn - now;
  if (waitMs > readingDelay.holdMs) return { waitMs };
  return { waitMs, after: { count: count + 1, nextAt: turn } };
}
