import { statsFilters } from '@crm/contracts/entities/stats.js';
import { daysOf, shownDays, statsFilterOf, statsFiltersOf, withPickedList } from './stats-filters.rules.js';

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

test('what is kept passes the contract; all time and whole lists filter nothing', () => {
  const values = withPickedList({ date: 'allTime' }, 'types', [2, 4], [2, 4]);
  expect(statsFilters.parse(statsFiltersOf(values, now))).toEqual({});
  const narrow = withPickedList(withPickedList({}, 'types', [4], [2, 4]), 'agents', [0], [0, 'a'.repeat(24)]);
  expect(statsFilters.parse(statsFiltersOf(narrow, now))).toEqual({
    date: ['2026-11-01', '2026-11-30'],
    types: [4],
    agents: [0],
  });
});

test('what the storage has and does not fit counts as not picked', () => {
  expect(statsFilterOf({ date: 'someday', types: [4] })).toEqual({});
  expect(statsFilterOf({ date: ['2026-11-01', '2026-11-20'] })).toEqual({
    date: ['2026-11-01', '2026-11-20'],
  });
});
