import { waitBeforeFetch } from './fetch-retry.rules.js';

/** Every wait until it is given up, in seconds. */
function waits(why: 'not-ready' | 'out-of-reach'): number[] {
  const found: number[] = [];
  for (let tries = 1; ; tries += 1) {
    const wait = waitBeforeFetch(tries, why);
    if (wait === undefined) return found;
    found.push(wait / 1_000);
  }
}

test('a recording that is not ready is asked for five times more within ten minutes', () => {
  const found = waits('not-ready');
  expect(found).toHaveLength(5);
  expect(found.reduce((sum, wait) => sum + wait, 0)).toBe(600);
});

test('a carrier out of reach is asked for a day longer, hour by hour', () => {
  const found = waits('out-of-reach');
  expect(found.slice(0, 5)).toEqual(waits('not-ready'));
  expect(found.slice(5)).toEqual(Array.from({ length: 24 }, () => 3_600));
});
