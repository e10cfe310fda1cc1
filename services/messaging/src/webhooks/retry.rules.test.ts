import { isGivenUp, nextAttempt, restUntil, retryAfterOf, triedMs } from './retry.rules.js';

const since = new Date('2026-11-20T12:00:00.000Z');
const later = (seconds: number) => new Date(since.getTime() + seconds * 1_000);

test.each([
  [1, 5],
  [2, 60],
  [3, 300],
  [4, 1_800],
  [5, 7_200],
  [6, 18_000],
  [7, 36_000],
  [8, 36_000],
  [20, 36_000],
])('the pause behind attempt %i is %i s', (attempts, seconds) => {
  expect(nextAttempt({ attempts, since }, since)).toEqual(later(seconds));
});

test('the receiver may ask for a longer pause, and for none that is longer than the longest or shorter than its own', () => {
  const asked = (retryAfterMs: number) => nextAttempt({ attempts: 2, since, retryAfterMs }, since);
  expect([asked(600_000), asked(1_000), asked(999_999_000)]).toEqual([later(600), later(60), later(36_000)]);
});

test('an event that nobody takes is tried for three days and no longer', () => {
  let [at, attempts]: [Date | null, number] = [since, 0];
  let last = since;
  while (at !== null) {
    last = at;
    attempts += 1;
    at = nextAttempt({ attempts, since }, at);
  }
  const tried = last.getTime() - since.getTime();
  expect(tried).toBeLessThanOrEqual(triedMs);
  expect(tried).toBeGreaterThan(triedMs - 10 * 3_600_000);
  expect(attempts).toBe(13);
});

test.each([
  [0, 5],
  [1, 5],
  [2, 10],
  [60, 300],
  [1_000, 300],
])('after %i failures in a row a webhook rests for %i s', (failures, seconds) => {
  expect(restUntil(failures, since)).toEqual(later(seconds));
});

test.each([
  [3 * 86_400 - 1, false],
  [3 * 86_400, true],
])('one that has failed for %i s is given up: %p', (seconds, isIt) => {
  expect(isGivenUp(since, later(seconds))).toBe(isIt);
});

test.each([
  [undefined, 0],
  ['120', 120_000],
  ['-5', 0],
  ['1e9', 0],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
])('Retry-After %s is %i ms', (header, ms) => {
  expect(retryAfterOf(header)).toBe(ms);
});
