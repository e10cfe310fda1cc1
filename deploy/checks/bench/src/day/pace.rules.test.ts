import { firstDue, nextDue, paceMs, pauseOf, seeded } from './pace.rules.js';

const many = 20_000;
const drawn = (seed: number) => {
  const draw = seeded(seed);
  return Array.from({ length: many }, () => draw());
};

describe('the pace of people', () => {
  test('is the same for the same seed and another for another one', () => {
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  test('draws evenly between 0 and 1', () => {
    const tenths = new Array<number>(10).fill(0);
    for (const value of drawn(3)) tenths[Math.floor(value * 10)] = (tenths[Math.floor(value * 10)] ?? 0) + 1;
    expect(tenths).toHaveLength(10);
    for (const count of tenths) expect(Math.abs(count - many / 10)).toBeLessThan(many / 100);
  });

  test('pauses as long as told on the average, and never for more than four times as long', () => {
    const draw = seeded(1);
    const pauses = Array.from({ length: many }, () => pauseOf(draw, 1_000));
    const average = pauses.reduce((sum, ms) => sum + ms, 0) / many;
    expect(average).toBeGreaterThan(950);
    expect(average).toBeLessThan(1_050);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(4_000);
  });

  test('begins each thing anywhere in its own pause, and does what is due first', () => {
    const due = firstDue(seeded(5), 1_000_000);
    expect([...due.keys()].sort()).toEqual(Object.keys(paceMs).sort());
    for (const [doing, at] of due) expect(at - 1_000_000).toBeLessThan(paceMs[doing]);
    due.set('deals', 999_999);
    expect(nextDue(due)).toEqual({ doing: 'deals', at: 999_999 });
  });
});
