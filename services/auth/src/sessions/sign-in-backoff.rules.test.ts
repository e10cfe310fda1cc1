import { attackedPace, backoff, delayAfter, takeTurn, type Failures } from './sign-in-backoff.rules.js';

const second = 1000;

describe('wrong passwords where the account is known', () => {
  test.each([
    [0, 0],
    [9, 0],
    [10, second / 2],
    [11, second],
    [20, 5.5 * second],
    [25, 8 * second],
    [99, 8 * second],
    [100, 60 * second],
    [5_000, 60 * second],
  ])('after %d of them the next waits %d ms', (failures, ms) => {
    expect(delayAfter(failures)).toBe(ms);
  });

  test('an attempt that has its turn goes at once, and the next one after its delay', () => {
    expect(takeTurn(undefined, 5_000)).toEqual({ waitMs: 0, after: { count: 1, nextAt: 5_000 } });
    expect(takeTurn({ count: 11, nextAt: 5_500 }, 5_000)).toEqual({
      waitMs: 500,
      after: { count: 12, nextAt: 5_500 + 1.5 * second },
    });
    expect(takeTurn({ count: 11, nextAt: 4_000 }, 5_000)).toEqual({
      waitMs: 0,
      after: { count: 12, nextAt: 5_000 + 1.5 * second },
    });
  });

  test('one that would wait for more than ten seconds does not count', () => {
    expect(takeTurn({ count: 40, nextAt: 15_001 }, 5_000)).toEqual({ waitMs: 10_001 });
    expect(takeTurn({ count: 40, nextAt: 15_000 }, 5_000).after).toBeDefined();
  });

  test.each([
    [2, 0],
    [3, 60 * second],
    [4, 120 * second],
    [12, 600 * second],
    [5_000, 600 * second],
  ])('and after %d of them, where somebody tries one account after the other, %d ms', (failures, ms) => {
    expect(delayAfter(failures, attackedPace)).toBe(ms);
  });

  /** An attacker who guesses as fast as responses arrive. */
  function guess(forMs: number): { checked: number; state: Failures | undefined; now: number } {
    let [now, checked] = [0, 0];
    let state: Failures | undefined;
    while (now < forMs) {
      const { waitMs, after } = takeTurn(state, now);
      now += waitMs;
      if (after === undefined) continue;
      state = after;
      checked += 1;
    }
    return { checked, state, now };
  }

  test('guessing without a break gets nowhere: under 200 in an hour, under 1600 in a day', () => {
    expect(guess(3_600 * second).checked).toBeLessThan(200);
    expect(guess(24 * 3_600 * second).checked).toBeLessThan(1_600);
  });

  test('and for the first hundred the right password waits less than ten seconds behind a guess, at any moment', () => {
    let state: Failures | undefined;
    let now = 0;
    for (let count = 0; count < backoff.patient - 1; count += 1) {
      const turn = takeTurn(state, now);
      expect(turn.waitMs).toBeLessThanOrEqual(backoff.holdMs);
      expect(turn.after).toBeDefined();
      now += turn.waitMs;
      state = turn.after;
    }
  });
});
