import { easterSunday, isClosedDay } from './closed-days.rules.js';
import { closedWindow, closesAt, nextOpen, type Window } from './hours.rules.js';
import { instantOf, localTime } from './zone-time.js';

const eastern = 'America/New_York';
const daily = (from: string, until: string) => Array.from({ length: 7 }, () => ({ from, until }));
const open = (zone: string, from = '08:00', until = '21:00', closed_days: string[] = []): Window => ({
  zone,
  rule: { hours: daily(from, until), closed_days },
});
const next = (windows: Window[], at: string) => nextOpen(windows, new Date(at))?.toISOString() ?? null;

test.each([
  ['before opening', '2026-11-20T12:59:59.999Z', '2026-11-20T13:00:00.000Z'],
  ['at opening', '2026-11-20T13:00:00.000Z', '2026-11-20T13:00:00.000Z'],
  ['in the last minute', '2026-11-21T01:59:59.999Z', '2026-11-21T01:59:59.999Z'],
  ['at closing', '2026-11-21T02:00:00.000Z', '2026-11-21T13:00:00.000Z'],
  ['after midnight', '2026-11-21T05:30:00.000Z', '2026-11-21T13:00:00.000Z'],
  ['in summer an hour earlier by UTC', '2026-07-01T11:59:00.000Z', '2026-07-01T12:00:00.000Z'],
  // Clocks go forward on March 8 and back on November 1.
  ['the evening before the clocks go forward', '2026-03-08T02:00:00.000Z', '2026-03-08T12:00:00.000Z'],
  ['the morning they went forward', '2026-03-08T11:59:00.000Z', '2026-03-08T12:00:00.000Z'],
  ['the evening they went forward', '2026-03-09T00:59:00.000Z', '2026-03-09T00:59:00.000Z'],
  ['the night they went forward', '2026-03-09T01:00:00.000Z', '2026-03-09T12:00:00.000Z'],
  ['the evening before the clocks go back', '2026-11-01T01:00:00.000Z', '2026-11-01T13:00:00.000Z'],
  ['the morning they went back', '2026-11-01T12:59:00.000Z', '2026-11-01T13:00:00.000Z'],
  ['the evening they went back', '2026-11-02T01:59:00.000Z', '2026-11-02T01:59:00.000Z'],
])('New York, 8 to 9, %s', (_when, at, opens) => {
  expect(next([open(eastern)], at)).toBe(opens);
});

test('Phoenix has no summer time; Saint John’s is half an hour off', () => {
  expect(next([open('America/Phoenix')], '2026-07-01T14:59:00.000Z')).toBe('2026-07-01T15:00:00.000Z');
  expect(next([open('America/Phoenix')], '2026-12-01T14:59:00.000Z')).toBe('2026-12-01T15:00:00.000Z');
  expect(next([open('America/St_Johns')], '2026-12-01T11:00:00.000Z')).toBe('2026-12-01T11:30:00.000Z');
});

test('several clocks have to be open at once', () => {
  const both = [open(eastern), open('America/Los_Angeles')];
  expect(next(both, '2026-11-20T13:30:00.000Z')).toBe('2026-11-20T16:00:00.000Z');
  expect(next(both, '2026-11-21T02:00:00.000Z')).toBe('2026-11-21T16:00:00.000Z');
  expect(closedWindow(both, new Date('2026-11-20T13:30:00.000Z'))?.zone).toBe('America/Los_Angeles');
});

test('hours without a common minute are never open, nor are those of no day', () => {
  expect(
    next(
      [open(eastern, '08:00', '09:00'), open('Pacific/Guam', '08:00', '09:00')],
      '2026-11-20T13:00:00.000Z',
    ),
  ).toBeNull();
  const shut = { zone: eastern, rule: { hours: Array.from({ length: 7 }, () => null), closed_days: [] } };
  expect(next([shut], '2026-11-20T13:00:00.000Z')).toBeNull();
  expect(next([], '2026-11-20T13:00:00.000Z')).toBe('2026-11-20T13:00:00.000Z');
});

test('a Sunday and a closed day are passed over', () => {
  const weekdays = {
    ...open('America/Chicago'),
    rule: { hours: [null, ...daily('08:00', '20:00').slice(1)], closed_days: ['federal'] },
  };
  // Saturday evening before Monday, the 25th of May 2026: Memorial Day.
  expect(next([weekdays], '2026-05-24T02:00:00.000Z')).toBe('2026-05-26T13:00:00.000Z');
});

test('a beginning that the clocks skip comes when they have skipped it, one that comes twice comes once', () => {
  expect(next([open(eastern, '02:30', '21:00')], '2026-03-08T06:30:00.000Z')).toBe(
    '2026-03-08T07:30:00.000Z',
  );
  const at = '2026-11-01T06:10:00.000Z';
  expect(localTime(eastern, new Date(at))).toEqual({ date: '2026-11-01', weekday: 0, minutes: 70 });
  expect(instantOf(eastern, '2026-11-01', 90, new Date(at)).toISOString()).toBe('2026-11-01T06:30:00.000Z');
});

test.each([
  ['federal', '2026-12-25', true],
  ['federal', '2026-12-24', false],
  // A Saturday: the day itself, and the Friday on which it is observed.
  ['federal', '2026-07-04', true],
  ['federal', '2026-07-03', true],
  ['federal', '2027-12-31', true],
  ['federal', '2028-01-01', true],
  ['good-friday', '2026-04-03', true],
  ['good-friday', '2027-03-26', true],
  ['good-friday', '2026-04-10', false],
  ['mardi-gras', '2026-02-17', true],
  ['08-30', '2029-08-30', true],
  ['08-30', '2029-08-31', false],
  ['2026-12-24', '2026-12-24', true],
  ['2026-12-24', '2027-12-24', false],
  ['election-day', '2026-11-03', true],
  ['election-day', '2022-11-08', true],
  ['election-day', '2022-11-01', false],
  ['election-day', '2026-12-08', false],
  ['election-day-even', '2027-11-02', false],
  ['juneteenth-utah', '2028-06-19', true],
  ['juneteenth-utah', '2026-06-19', false],
  ['rhode-island-mondays', '2028-01-03', true],
  ['rhode-island-mondays', '2026-07-13', false],
  ['4-mon-04', '2026-04-27', true],
  ['4-mon-04', '2026-04-20', false],
  ['last-mon-04', '2026-04-27', true],
  ['last-mon-05', '2026-05-25', true],
  ['last-mon-05', '2026-05-18', false],
])('the closed day %s and %s: %s', (day, date, closed) => {
  expect(isClosedDay(date, [day])).toBe(closed);
});

test('Easter falls where the calendar has it', () => {
  expect([2024, 2025, 2026, 2027, 2038].map(easterSunday)).toEqual([
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
  ]);
});

test.each([
  ['by the clock there', [open(eastern)], '2026-11-20T15:00:00.000Z', '2026-11-21T02:00:00.000Z'],
  [
    'by the first of several clocks',
    [open('America/Los_Angeles'), open(eastern)],
    '2026-11-20T18:00:00.000Z',
    '2026-11-21T02:00:00.000Z',
  ],
  ['never, where there are no hours', [], '2026-11-20T15:00:00.000Z', null],
])('hours close %s', (_how, windows, at, closes) => {
  expect(closesAt(windows, new Date(at))?.toISOString() ?? null).toBe(closes);
});
