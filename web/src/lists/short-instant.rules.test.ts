import { shortInstant } from './short-instant.rules.js';

/** Friday, 9:50 AM in Los Angeles. */
const now = new Date('2026-11-20T17:50:00.000Z');

test.each([
  ['today its time', '2026-11-20T17:41:00.000Z', '9:41 AM'],
  ['the first minute of today', '2026-11-20T08:00:00.000Z', '12:00 AM'],
  ['the last minute of yesterday', '2026-11-20T07:59:00.000Z', 'Thursday'],
  ['six days ago its weekday', '2026-11-14T20:00:00.000Z', 'Saturday'],
  ['a week ago its date: the weekday would be today’s', '2026-11-13T20:00:00.000Z', '11/13/2026'],
  ['a day to come its date', '2026-11-23T20:00:00.000Z', '11/23/2026'],
])('%s', (_name, at, shown) => {
  expect(shortInstant(at, now)).toBe(shown);
});
