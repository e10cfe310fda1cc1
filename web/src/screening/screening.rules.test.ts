import type { LoadedList, ScreeningState } from '@crm/contracts/customers/suppression.js';
import { screeningLines } from './screening.rules.js';

const list = (given: Partial<LoadedList>): LoadedList => ({
  ...{ scope: 'national', state: null, name: 'FTC', as_of: '2026-11-02', age_days: 22, numbers: 1 },
  ...given,
});
const off = { is_configured: false, answered_at: null, problem: '' };
const lines = (lists: LoadedList[], scrub: ScreeningState['scrub'] = off) => screeningLines({ lists, scrub });

test('without a national list that is said, and never that numbers are clean', () => {
  expect(lines([])).toEqual([{ text: 'No national list loaded', severity: 'warning' }]);
  const own = list({ scope: 'own', name: 'Old system', age_days: 900 });
  expect(lines([own]).map(({ text }) => text)).toEqual([
    'No national list loaded',
    'Own list “Old system” of 11/02/2026, 900 days old',
  ]);
});

test('each list is there with its date and its age, the national one first', () => {
  const texas = list({ scope: 'state', state: 'TX', age_days: 1 });
  expect(lines([texas, list({})])).toEqual([
    { text: 'National list of 11/02/2026, 22 days old', severity: 'info' },
    { text: 'List of Texas of 11/02/2026, 1 day old', severity: 'info' },
  ]);
});

test.each([
  [31, 'info'],
  [32, 'error'],
] as const)('a list of %i days is %s', (age_days, severity) => {
  expect(lines([list({ age_days })])[0]?.severity).toBe(severity);
});

test.each([
  [{ answered_at: null, problem: '' }, 'warning'],
  [{ answered_at: '2026-11-20T17:00:00.000Z', problem: '' }, 'info'],
  [{ answered_at: '2026-11-20T17:00:00.000Z', problem: 'The scrub service answered 503' }, 'error'],
] as const)('a scrub service with %j is %s', (given, severity) => {
  expect(lines([], { is_configured: true, ...given }).at(-1)?.severity).toBe(severity);
});
