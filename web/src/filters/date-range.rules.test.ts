import { daysOf, shownDays } from './date-range.rules.js';

// The evening of November 30 in Los Angeles, when it is December in UTC.
const now = new Date('2026-12-01T05:00:00.000Z');

test.each([
  ['today', ['2026-11-30', '2026-11-30']],
  ['yesterday', ['2026-11-29', '2026-11-29']],
  ['thisMonth', ['2026-11-01', '2026-11-30']],
  [undefined, ['2026-11-01', '2026-11-30']],
  ['lastMonth', ['2026-10-01', '2026-10-31']],
  ['last90Days', ['2026-09-02', '2026-11-30']],
  ['thisYear', ['2026-01-01', '2026-11-30']],
  ['allTime', undefined],
] as const)('%s is %p', (date, days) => {
  expect(daysOf(date, now)).toEqual(days);
});

test('last month of January is December', () => {
  expect(daysOf('lastMonth', new Date('2026-01-15T18:00:00.000Z'))).toEqual(['2025-12-01', '2025-12-31']);
});

test('days that were picked stand as they were picked, and show as month/day/year', () => {
  const days = daysOf(['2026-11-01', '2026-11-20'], now) ?? ['', ''];
  expect(shownDays(days)).toBe('11/01/2026 – 11/20/2026');
  expect(shownDays(['2026-11-01', '2026-11-01'])).toBe('11/01/2026');
});
