import { daysOfInterval } from './days-of-interval.rules.js';

const hour = 3_600_000;
const split = (from: string, to: string) =>
  daysOfInterval(new Date(from), new Date(to)).map(({ day, begins, ms }) => [day, begins / hour, ms / hour]);

test.each([
  ['within a day', '2026-11-20T17:00:00.000Z', '2026-11-20T18:30:00.000Z', [['2026-11-20', 9, 1.5]]],
  [
    'across midnight in Los Angeles',
    '2026-11-21T07:00:00.000Z',
    '2026-11-21T10:00:00.000Z',
    [
      ['2026-11-20', 23, 1],
      ['2026-11-21', 0, 2],
    ],
  ],
  ['up to midnight', '2026-11-21T07:00:00.000Z', '2026-11-21T08:00:00.000Z', [['2026-11-20', 23, 1]]],
  [
    'over the day on which the clocks go back, which has 25 hours',
    '2026-11-01T06:00:00.000Z',
    '2026-11-02T09:00:00.000Z',
    [
      ['2026-10-31', 23, 1],
      ['2026-11-01', 0, 25],
      ['2026-11-02', 0, 1],
    ],
  ],
  ['of no time', '2026-11-20T17:00:00.000Z', '2026-11-20T17:00:00.000Z', []],
] as const)('an interval %s', (_what, from, to, expected) => {
  expect(split(from, to)).toEqual(expected);
});
