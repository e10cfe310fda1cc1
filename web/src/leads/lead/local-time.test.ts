import { localTimes, shownAt, shownDayAt } from './local-time.js';

const now = new Date('2026-11-20T17:42:00.000Z');

test.each([
  ['America/Chicago', '11:42 AM CT'],
  ['America/New_York', '12:42 PM ET'],
  ['America/Los_Angeles', '9:42 AM PT'],
  ['Pacific/Honolulu', '7:42 AM HST'],
  ['America/Phoenix', '10:42 AM MST'],
] as const)('in %s it is %s', (zone, time) => {
  expect(localTimes([zone], now)).toEqual([time]);
});

test('of several clocks each is shown', () => {
  expect(localTimes(['America/Chicago', 'America/Denver'], now)).toEqual(['11:42 AM CT', '10:42 AM MT']);
});

test('summer time is followed where there is one', () => {
  expect(localTimes(['America/Chicago'], new Date('2026-07-01T17:42:00.000Z'))).toEqual(['12:42 PM CT']);
});

test('a time to come names the weekday where it is not today', () => {
  expect(shownAt('America/Chicago', new Date('2026-11-20T23:00:00.000Z'), now)).toBe('5:00 PM CT');
  expect(shownAt('America/Chicago', new Date('2026-11-23T15:00:00.000Z'), now)).toBe('Monday 9:00 AM CT');
});

test('a time of another day names that day, by every clock once', () => {
  const instant = new Date('2026-11-23T15:00:00.000Z');
  expect(shownDayAt(['America/Chicago'], instant)).toBe('Mon, 11/23/2026 9:00 AM CT');
  expect(shownDayAt(['America/Chicago', 'America/Denver', 'America/Chicago'], instant)).toBe(
    'Mon, 11/23/2026 9:00 AM CT / Mon, 11/23/2026 8:00 AM MT',
  );
});
