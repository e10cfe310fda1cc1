import {
  addDays,
  ageOn,
  isRealDate,
  pacificDate,
  pacificRange,
  parseShownDate,
  shownDate,
  shownInstant,
  shownSecond,
  startOfPacificDay,
  readPlainDate,
} from './pacific.js';

const hours = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / 3_600_000;

test.each([
  ['2026-03-08', '2026-03-08T08:00:00.000Z', 23],
  ['2026-11-01', '2026-11-01T07:00:00.000Z', 25],
  ['2026-07-04', '2026-07-04T07:00:00.000Z', 24],
  ['2026-12-31', '2026-12-31T08:00:00.000Z', 24],
])('the day %s begins at %s and has %d hours', (date, begins, length) => {
  expect(startOfPacificDay(date).toISOString()).toBe(begins);
  expect(hours(pacificRange(date, date))).toBe(length);
});

test('every day of two years begins on itself and ends where the next begins', () => {
  for (let date = '2026-01-01'; date < '2028-01-01'; date = addDays(date, 1)) {
    const { from, to } = pacificRange(date, date);
    expect(pacificDate(from)).toBe(date);
    expect(pacificDate(new Date(to.getTime() - 1))).toBe(date);
    expect(startOfPacificDay(addDays(date, 1))).toEqual(to);
  }
});

test('what is no date is refused', () => {
  expect(() => startOfPacificDay('11/20/2026')).toThrow(RangeError);
});

test.each([
  ['1957-06-02', '2026-06-01', 68],
  ['1957-06-02', '2026-06-02', 69],
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
])('born %s is on %s %d years old', (born, day, age) => {
  expect(ageOn(born, day)).toBe(age);
});

test('instants show as month/day/year with time in Los Angeles', () => {
  expect(shownInstant('2026-11-20T17:41:00.000Z')).toBe('11/20/2026 9:41 AM');
  expect(shownSecond('2026-11-20T17:41:05.999Z')).toBe('11/20/2026 9:41:05 AM');
});

test('plain dates show as month/day/year and are read back, when they are real', () => {
  expect(shownDate('2026-11-20')).toBe('11/20/2026');
  expect(parseShownDate('11/20/2026')).toBe('2026-11-20');
  expect(parseShownDate('02/30/2026')).toBeUndefined();
  expect(isRealDate('2024', '02', '29')).toBe(true);
});

test.each([
  ['1957-06-02', '1957-06-02'],
  ['1957/6/2', '1957-06-02'],
  ['06/02/1957', '1957-06-02'],
  ['6/2/1957', '1957-06-02'],
  ['06-02-1957', '1957-06-02'],
  [' 6.2.1957 ', '1957-06-02'],
  ['02/30/1957', undefined],
  ['13/1/1957', undefined],
  ['6/2/57', undefined],
  ['6/2-1957', undefined],
  ['06021957', undefined],
  ['June 2, 1957', undefined],
  ['', undefined],
])('a date written %p is %p', (text, date) => {
  expect(readPlainDate(text)).toBe(date);
});
