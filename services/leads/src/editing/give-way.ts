import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** What each request that comes meanwhile gets of a process, and of the store behind it, for itself. */
const msOfRequest = 15;
/** The longest pause, in lengths of the step before it: a quarter of the time is always left to the work. */
const longestPause = 3;

/** How long work that nobody waits for pauses behind a step. */
export const pauseMs = ({ requests, tookMs }: { requests: number; tookMs: number }): number =>
  Math.min(requests * msOfRequest, longestPause * tookMs);

/**
 * Told how long a step took, it resolves when people had their turn: in the loop's next one where nobody asked for anything.
 * Answers whether somebody did.
 */
export type GiveWay = (tookMs: number) => Promise<boolean>;

/**
 * Lets people's requests go before work that nobody waits for. `answered`: how many requests this service has answered.
 * `pause` waits so many milliseconds.
 */
export function createGiveWay(answered: () => number, pause: (ms: number) => Promise<void> = wait): GiveWay {
  let before = answered();
  return async (tookMs) => {
    const now = answered();
    const ms = pauseMs({ requests: now - before, tookMs });
    before = now;
    await (ms > 0 ? pause(ms) : nextTurn());
    return ms > 0;
  };
}
