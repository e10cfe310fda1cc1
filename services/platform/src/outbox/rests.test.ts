import { jest } from '@jest/globals';
import { createRests, type Rests } from './rests.js';

let ended: string[];
let rests: Rests;

beforeEach(() => {
  jest.useFakeTimers();
  ended = [];
  rests = createRests((id) => ended.push(id));
});
afterEach(() => {
  jest.useRealTimers();
});

/** How long the next rest takes, to the millisecond. */
function lengthOfRest(id: string): number {
  ended = [];
  rests.rest(id);
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
  expect(rests.over('a')).toBe(true);
  expect(rests.over('a')).toBe(false);
  expect(lengthOfRest('a')).toBe(100);
});

test('each rests on its own', () => {
  lengthOfRest('a');
  lengthOfRest('a');
  expect(lengthOfRest('b')).toBe(100);
  expect(lengthOfRest('a')).toBe(400);
});

test('news ends every rest at once, and each of them once', () => {
  rests.rest('a');
  rests.rest('b');
  expect(rests.size).toBe(2);
  rests.end();
  expect(ended.sort()).toEqual(['a', 'b']);
  expect(rests.size).toBe(0);
  jest.advanceTimersByTime(10_000);
  expect(ended).toHaveLength(2);
});

test('a rest that news ended counts as a failure all the same', () => {
  rests.rest('a');
  rests.end();
  expect(lengthOfRest('a')).toBe(200);
});
