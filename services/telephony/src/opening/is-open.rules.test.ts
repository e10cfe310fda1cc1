import { daily } from '@crm/contracts/resources/week-hours.js';
import { closingTime, isOpen } from './is-open.rules.js';

const weekdays = [null, ...daily('08:00', '18:00').slice(0, 5), null];
const office = {
  hours: weekdays,
  time_zone: 'America/Los_Angeles' as const,
  closed_days: ['federal', '2026-12-24'],
};
const always = { ...office, hours: daily('00:00', '24:00'), closed_days: [] };

test.each([
  ['before it opens', '2026-11-24T15:59:59.999Z', false],
  ['as it opens', '2026-11-24T16:00:00.000Z', true],
  ['in the last moment', '2026-11-25T01:59:59.999Z', true],
  ['as it closes', '2026-11-25T02:00:00.000Z', false],
  ['at midnight', '2026-11-24T08:00:00.000Z', false],
  ['on a Saturday', '2026-11-21T18:00:00.000Z', false],
  // Thanksgiving, and the day on which a holiday of a Saturday is observed.
  ['on a national holiday', '2026-11-26T18:00:00.000Z', false],
  ['on the day on which one is observed', '2026-07-03T18:00:00.000Z', false],
  ['on a closed date of its own', '2026-12-24T18:00:00.000Z', false],
  ['on the same date of another year', '2027-12-24T18:00:00.000Z', false],
  ['the day before a closed date', '2026-12-23T18:00:00.000Z', true],
  // Clocks go forward on March 8, 2026 and back on November 1.
  ['the Monday after clocks went forward, an hour earlier by UTC', '2026-03-09T15:00:00.000Z', true],
  ['the Monday after clocks went back, an hour later by UTC', '2026-11-02T15:59:00.000Z', false],
])('an office is %s', (_when, at, expected) => {
  expect(isOpen(office, new Date(at))).toBe(expected);
});

describe('hours over the change of the clock', () => {
  const early = { ...always, hours: daily('01:30', '04:00') };
  test.each([
    ['before the hour that is left out', '2026-03-08T09:30:00.000Z', true],
    ['after it', '2026-03-08T10:00:00.000Z', true],
    ['at four by the new clock', '2026-03-08T11:00:00.000Z', false],
    ['in the hour that comes twice, the first time', '2026-11-01T08:45:00.000Z', true],
    ['the second time', '2026-11-01T09:45:00.000Z', true],
    ['at four by the old clock', '2026-11-01T12:00:00.000Z', false],
  ])('%s', (_when, at, expected) => {
    expect(isOpen(early, new Date(at))).toBe(expected);
  });
});

test.each([
  '2026-11-24T07:59:59.999Z',
  '2026-11-24T08:00:00.000Z',
  '2026-03-08T10:00:00.000Z',
  '2026-11-01T09:30:00.000Z',
])('who is open around the clock is open at %s', (at) => {
  expect(isOpen(always, new Date(at))).toBe(true);
});

test.each([
  ['the end of its hours', office, '2026-11-24T20:00:00.000Z', '2026-11-25T02:00:00.000Z'],
  ['midnight around the clock', always, '2026-11-24T20:00:00.000Z', '2026-11-25T08:00:00.000Z'],
  ['at once on a closed day', office, '2026-11-26T20:00:00.000Z', '2026-11-26T20:00:00.000Z'],
])('a day of work ends at %s', (_what, hours, at, expected) => {
  expect(closingTime(hours, new Date(at)).toISOString()).toBe(expected);
});
