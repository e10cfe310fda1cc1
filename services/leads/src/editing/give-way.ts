import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** What each request that comes meanwhile gets of a process, and of the store behind it, for itself. */
const msOfRequest = 15;
/** The longest pause, in lengths of the step before it: a quarter of the time is always left to the work. */
const longestPause = 3;

/** How long work that nobody waits for pauses behind a step. */
export const pauseMs = ({ requests, tookMs }: { requests: number; tookMs: number }): number =>
  Math.min(requests * msOfRequest, longestPause * tookMs);

/** Whoever asked within so long is still there and asks again soon. */
const stillThereMs = 1_000;

/**
 * Told how long a step took, it resolves when people had their turn: in the loop's next one where nobody asked for anything.
 * Answers whether somebody did lately.
 */
export type GiveWay = (tookMs: number) => Promise<boolean>;

/**
 * Lets people's requests go before work that nobody waits for. `answered`: how many requests this service has answered.
 * `pause` waits so many milliseconds; `time` tells them, from any start.
 */
export function createGiveWay(
  answered: () => number,
  { pause, time }: { pause: (ms: number) => Promise<void>; time: () => number } = {
    pause: (ms) => wait(ms),
    time: () => performance.now(),
  },
): GiveWay {
  let before = answered();
  let askedAt = -Infinity;
  return async (tookMs) => {
    const count = answered();
    const ms = pauseMs({ requests: count - before, tookMs });
    if (count > before) askedAt = time();
    before = count;
    await (ms > 0 ? pause(ms) : nextTurn());
    return time() - askedAt < stillThereMs;
  };
}
