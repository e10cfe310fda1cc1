import { jest } from '@jest/globals';
import { createBackoffs, type Backoffs } from './backoffs.js';

let ended: string[];
let backoffs: Backoffs;

beforeEach(() => {
  jest.useFakeTimers();
  ended = [];
  backoffs = createBackoffs((id) => ended.push(id));
});
afterEach(() => {
  jest.useRealTimers();
});

/** How long the next rest takes, to the millisecond. */
function lengthOfRest(id: string): number {
  ended = [];
  backoffs.backoff(id);
  let ms = 0;
  for (; ended.length === 0 && ms < 10_000; ms += 1) jest.advanceTimersByTime(1);
  return ms;
}

test('a rest doubles with each failure, from 100 ms to 2 s and no further', () => {
  const lengths = Array.from({ length: 8 }, () => lengthOfRest('a'));
  expect(lengths).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
});

test('a success makes the next rest a short one again, and tells that there was a failure', () => {
  lengthOfRest('a');
  lengthOfRest('a');
  expect(backoffs.over('a')).toBe(true);
  expect(backoffs.over('a')).toBe(false);
  expect(lengthOfRest('a')).toBe(100);
});

test('each rests on its own', () => {
  lengthOfRest('a');
  lengthOfRest('a');
  expect(lengthOfRest('b')).toBe(100);
  expect(lengthOfRest('a')).toBe(400);
});

test('news ends every rest at once, and each of them once', () => {
  backoffs.backoff('a');
  backoffs.backoff('b');
  expect(backoffs.size).toBe(2);
  backoffs.end();
  expect(ended.sort()).toEqual(['a', 'b']);
  expect(backoffs.size).toBe(0);
  jest.advanceTimersByTime(10_000);
  expect(ended).toHaveLength(2);
});

test('a rest that news ended counts as a failure all the same', () => {
  backoffs.backoff('a');
  backoffs.end();
  expect(lengthOfRest('a')).toBe(200);
});
