import { axisUpTo, shownDollars, shownMonth, shownPercent, shownShort } from './axis.rules.js';

test.each([
  [0, [0, 1]],
  [3684.2, [0, 1000, 2000, 3000, 4000]],
  [16, [0, 5, 10, 15, 20]],
  [100, [0, 25, 50, 75, 100]],
  [0.5, [0, 0.2, 0.4, 0.6]],
  [9, [0, 2.5, 5, 7.5, 10]],
])('the lines up to %d are %p', (highest, lines) => {
  expect(axisUpTo(highest)).toEqual(lines);
});

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
