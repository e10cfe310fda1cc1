import { exampleStatisticRow, type StatisticRow } from '@crm/contracts/entities/stats.js';
import { averagePremium, closingRatio, figuresOf, sortedRows, together } from './figures.rules.js';

test.each([
  [41, 212, 19.34],
  [1, 3, 33.33],
  [2, 3, 66.67],
  [1, 800, 0.13],
  [3, 2, 150],
  [0, 5, 0],
  [0, 0, null],
  [4, 0, null],
])('%d deals of %d assigned leads are %p per cent', (deals, assigned, ratio) => {
  expect(closingRatio({ deals, assigned })).toBe(ratio);
});

test.each([
  [6420, 1, 64.2],
  [10_000, 3, 33.33],
  [20_000, 3, 66.67],
  [1, 2, 0.01],
  [1, 3, 0],
  [0, 4, 0],
  [0, 0, null],
])('%d cents over %d deals are %p dollars each', (premium, deals, average) => {
  expect(averagePremium({ premium, deals })).toBe(average);
});

test('sums stay exact to the cent where dollars would not', () => {
  const tenths = Array.from({ length: 3 }, () => ({ assigned: 1, deals: 1, premium: 10 }));
  expect(figuresOf(together(tenths))).toEqual({ c_a: 3, c_d: 3, c_r: 100, tmp: 0.3, amp: 0.1 });
});

const row = (agent: string, given: Partial<StatisticRow> = {}): StatisticRow => ({
  ...exampleStatisticRow,
  agent,
  tmp: 0,
  ...given,
});
const rows = [
  row('dana', { tmp: 5, c_r: null }),
  row('Priya', { tmp: 9, c_r: 0 }),
  row('Abe', { tmp: 5, c_r: 50 }),
];

test.each([
  [undefined, ['Priya', 'Abe', 'dana']],
  [{ field: 'agent', order: 'ASC' } as const, ['Abe', 'dana', 'Priya']],
  [{ field: 'agent', order: 'DESC' } as const, ['Priya', 'dana', 'Abe']],
  [{ field: 'c_r', order: 'DESC' } as const, ['Abe', 'Priya', 'dana']],
  [{ field: 'c_r', order: 'ASC' } as const, ['dana', 'Priya', 'Abe']],
])('sorted by %p they are %p', (sort, names) => {
  expect(sortedRows(rows, sort).map(({ agent }) => agent)).toEqual(names);
});
