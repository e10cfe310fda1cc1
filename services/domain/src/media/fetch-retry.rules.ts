const second = 1_000;
const hour = 3_600 * second;
/** Ten minutes in all: within them the carrier has the file ready, or never will. */
const soon = [15, 45, 120, 180, 240].map((seconds) => seconds * second);
/** How often more a carrier is asked that was out of reach: its file waits there. */
const maxHourly = 24;

/** Why there is no file after an attempt. */
export type NotFetched = 'not-ready' | 'out-of-reach';

/**
 * How long to wait after the fetch of a file failed for the `tries`-th time; undefined where it is given up.
 * `not-ready`: the carrier has no such file yet. `out-of-reach`: it could not be asked, or answered nonsense.
 */
export function waitBeforeFetch(tries: number, why: NotFetched): number | undefined {
  const wait = soon[tries - 1];
  if (wait !== undefined) return wait;
  return why === 'out-of-reach' && tries <= soon.length + maxHourly ? hour : undefined;
}
