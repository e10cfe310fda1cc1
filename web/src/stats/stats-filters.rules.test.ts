import { statsFilters } from '@crm/contracts/entities/stats.js';
import { statsFilterOf, statsFiltersOf, withComparison, withPickedList } from './stats-filters.rules.js';

// The evening of November 30 in Los Angeles, when it is December in UTC.
const now = new Date('2026-12-01T05:00:00.000Z');

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

test('a comparison is kept with the filters and not asked of the server', () => {
  const compared = withComparison({ date: 'allTime' }, 'yearBefore');
  expect(statsFilterOf(compared)).toEqual({ date: 'allTime', compare: 'yearBefore' });
  expect(statsFiltersOf(compared, now)).toEqual({});
  expect(withComparison(compared, undefined)).toEqual({ date: 'allTime' });
});
