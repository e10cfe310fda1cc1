import { closedDay, closedDayOf, codeOf, shownClosedDay, type ClosedDay } from './closed-days.js';

const days: [string, string, ClosedDay][] = [
  ['federal', 'Federal holidays', { kind: 'holiday', holiday: 'federal' }],
  ['good-friday', 'Good Friday', { kind: 'holiday', holiday: 'good-friday' }],
  ['mardi-gras', 'Mardi Gras', { kind: 'holiday', holiday: 'mardi-gras' }],
  ['election-day-even', 'Election Day of even years', { kind: 'holiday', holiday: 'election-day-even' }],
  ['pioneer-day', 'Pioneer Day', { kind: 'holiday', holiday: 'pioneer-day' }],
  ['4-mon-04', '4th Monday of April', { kind: 'weekday', place: '4', weekday: 'mon', month: '04' }],
  ['1-mon-06', '1st Monday of June', { kind: 'weekday', place: '1', weekday: 'mon', month: '06' }],
  ['last-fri-11', 'Last Friday of November', { kind: 'weekday', place: 'last', weekday: 'fri', month: '11' }],
  ['08-30', 'August 30 of every year', { kind: 'date', month: '08', day: '30', year: '' }],
  ['02-29', 'February 29 of every year', { kind: 'date', month: '02', day: '29', year: '' }],
  ['2026-12-24', '12/24/2026', { kind: 'date', month: '12', day: '24', year: '2026' }],
];

test.each(days)('%s reads %s, and is made of it again', (code, text, day) => {
  expect(shownClosedDay(code)).toBe(text);
  expect(closedDayOf(code)).toEqual(day);
  expect(codeOf(day)).toBe(code);
  expect(closedDay.safeParse(code).success).toBe(true);
});

test('a day typed without its nought is the same day', () => {
  expect(codeOf({ kind: 'date', month: '06', day: '3', year: '' })).toBe('06-03');
});

test.each([
  { month: '02', day: '30', year: '' },
  { month: '02', day: '29', year: '2027' },
  { month: '04', day: '31', year: '2026' },
  { month: '04', day: '', year: '' },
  { month: '', day: '12', year: '' },
  { month: '04', day: '12', year: '26' },
  { month: '04', day: '-2', year: '' },
  { month: '04', day: '2026', year: '' },
  { month: '04', day: '1e', year: '2026' },
])('$month/$day/$year is no day', (date) => {
  expect(codeOf({ kind: 'date', ...date })).toBeUndefined();
});

test.each(['someday', '13-01', '02-30', '5-mon-04', ''])('%p means nothing and is shown as it is', (code) => {
  expect(closedDayOf(code)).toBeUndefined();
  expect(shownClosedDay(code)).toBe(code);
});
