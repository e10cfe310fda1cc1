import { fromFirstDeal } from './first-deal.rules.js';

const months = (...deals: number[]) =>
  deals.map((c_d, place) => ({ month: `2026-0${String(place + 1)}`, c_d, tmp: c_d * 10 }));

test.each([
  ['from the first deal on', [0, 0, 2, 0, 1], undefined, ['2026-03', '2026-04', '2026-05']],
  ['all of them', [1, 0, 2], undefined, ['2026-01', '2026-02', '2026-03']],
  ['none without a deal', [0, 0, 0], undefined, []],
  ['from the first deal of either year on', [0, 0, 2], [0, 1, 0], ['2026-02', '2026-03']],
  ['those with deals a year earlier alone', [0, 0, 0], [0, 0, 4], ['2026-03']],
] as const)('months stand %s', (_which, deals, earlier, expected) => {
  const shown = fromFirstDeal(months(...deals), earlier && months(...earlier));
  expect(shown.map(({ month }) => month.month)).toEqual(expected);
});

test('each month stands with the same one a year earlier', () => {
  const [first] = fromFirstDeal(months(0, 3), months(0, 5));
  expect(first).toEqual({ month: months(0, 3)[1], yearBefore: months(0, 5)[1] });
});
