import { shownDollars, shownHours, shownMonth, shownPercent, shownShort } from './shown-figures.js';

test('figures are short in charts and whole in tables', () => {
  expect([shownShort(3684.2), shownShort(610.6), shownPercent(19.34), shownDollars(3684.2)]).toEqual([
    '$3.7K',
    '$611',
    '19.3%',
    '$3,684.20',
  ]);
});

test('a month has its year where one begins', () => {
  expect([shownMonth('2025-12', true), shownMonth('2026-01', false), shownMonth('2026-02', false)]).toEqual([
    'Dec 25',
    'Jan 26',
    'Feb',
  ]);
});

test('time is hours and minutes, to the nearest minute', () => {
  expect([0, 29, 30, 3_599, 3_600, 12_840, 3_600_000].map(shownHours)).toEqual([
    ...['0:00', '0:00', '0:01', '1:00', '1:00', '3:34', '1,000:00'],
  ]);
});
