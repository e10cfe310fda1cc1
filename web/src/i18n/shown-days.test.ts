import { chooseLanguage } from './language.js';
import { dayHeading, relativeTime, timeOfDay } from './shown-days.js';

const now = new Date('2026-11-20T17:50:00.000Z');

afterEach(() => {
  chooseLanguage('en');
});

test('a day is headed by its weekday and date, today by its own word', () => {
  expect(dayHeading('2026-11-19', now)).toBe('Thursday, November 19, 2026');
  expect(dayHeading('2026-11-20', now)).toBe('Today, November 20');
});

test('a time of day is the one in Los Angeles', () => {
  expect(timeOfDay('2026-11-20T17:41:00.000Z')).toBe('9:41 AM');
});

test.each([
  ['2026-11-20T18:38:00.000Z', 'in 48 minutes'],
  ['2026-11-20T17:49:31.000Z', 'now'],
  ['2026-11-20T17:49:00.000Z', '1 minute ago'],
  ['2026-11-20T15:20:00.000Z', '2 hours ago'],
  ['2026-11-23T18:00:00.000Z', 'in 3 days'],
])('%s is %s', (at, shown) => {
  expect(relativeTime(at, now)).toBe(shown);
});

test('both are said in the language chosen', () => {
  chooseLanguage('es');
  expect(dayHeading('2026-11-20', now)).toMatch(/^Hoy, /);
  expect(relativeTime('2026-11-20T18:38:00.000Z', now)).toBe('dentro de 48 minutos');
});
