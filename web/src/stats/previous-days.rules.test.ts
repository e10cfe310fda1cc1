import { previousDays, yearBefore } from './previous-days.rules.js';

test.each([
  ['today', ['2026-11-20', '2026-11-20'], ['2026-11-19', '2026-11-19']],
  ['thisMonth', ['2026-11-01', '2026-11-20'], ['2026-10-01', '2026-10-20']],
  ['thisMonth', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
  ['thisMonth', ['2027-01-01', '2027-01-05'], ['2026-12-01', '2026-12-05']],
  [undefined, ['2026-11-01', '2026-11-20'], ['2026-10-01', '2026-10-20']],
  ['lastMonth', ['2026-10-01', '2026-10-31'], ['2026-09-01', '2026-09-30']],
  ['last90Days', ['2026-08-23', '2026-11-20'], ['2026-05-25', '2026-08-22']],
  ['thisYear', ['2026-01-01', '2026-11-20'], ['2025-01-01', '2025-11-20']],
  [
    ['2026-11-03', '2026-11-09'],
    ['2026-11-03', '2026-11-09'],
    ['2026-10-27', '2026-11-02'],
  ],
] as const)('%p from %p is compared with %p', (date, days, before) => {
  expect(previousDays(typeof date === 'object' ? [...date] : date, days)).toEqual(before);
});

test('a year before the last day of February is the last day of February', () => {
  expect([yearBefore('2028-02-29'), yearBefore('2026-02-28')]).toEqual(['2027-02-28', '2025-02-28']);
});
