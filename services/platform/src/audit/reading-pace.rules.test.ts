import { limitFor, readingDelay, takeReadingTurn, windowOf, type SlowedReads } from './reading-pace.rules.js';

const limits = { opened: 300, listed: 3_000 };

test.each([
  ['opened', false, 300],
  ['opened', true, 3_000],
  ['listed', false, 3_000],
  ['listed', true, 30_000],
] as const)('of records %s in an hour (supervisor: %p) work needs %d', (kind, isSupervisor, most) => {
  expect(limitFor(limits, kind, isSupervisor)).toBe(most);
});

test('an hour begins on the hour', () => {
  const at = (time: string) => windowOf(new Date(`2026-11-20T${time}.000Z`));
  expect(at('17:59:59')).toBe(at('17:00:00'));
  expect(at('18:00:00')).toBe(at('17:00:00') + 1);
});

test('each read beyond the limit waits longer than the one before, up to eight seconds', () => {
  let state: SlowedReads | undefined;
  let now = 0;
  const waits: number[] = [];
  for (let read = 0; read < 20; read += 1) {
    const { waitMs, after } = takeReadingTurn(state, now);
    waits.push(waitMs);
    state = after;
    now += waitMs;
  }
  expect(waits.slice(0, 4)).toEqual([500, 1_000, 1_500, 2_000]);
  expect(waits.slice(15)).toEqual(Array(5).fill(readingDelay.maxMs));
});

test('of many at once those are refused whose turn is more than ten seconds off, and they do not count', () => {
  let state: SlowedReads | undefined;
  let answered = 0;
  for (let read = 0; read < 100; read += 1) {
    const { waitMs, after } = takeReadingTurn(state, 0);
    if (after === undefined) {
      expect(waitMs).toBeGreaterThan(readingDelay.holdMs);
      continue;
    }
    answered += 1;
    state = after;
  }
  expect(answered).toBe(5);
  // Half a minute later there is a turn again.
  expect(takeReadingTurn(state, 30_000).after).toBeDefined();
});

test('reading on for an hour beyond the limit comes to fewer than 500 reads', () => {
  let state: SlowedReads | undefined;
  let [now, answered] = [0, 0];
  while (now < 3_600_000) {
    const { waitMs, after } = takeReadingTurn(state, now);
    now += waitMs;
    if (after === undefined) continue;
    state = after;
    answered += 1;
  }
  expect(answered).toBeLessThan(500);
});
