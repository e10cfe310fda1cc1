import { shortBody, timePassed } from './shown-notification.rules.js';

test.each([
  ['a short body stands whole', 'Call me', 'Call me'],
  ['47 characters stand whole', 'a'.repeat(47), 'a'.repeat(47)],
  ['48 are cut to 47 and an ellipsis', 'a'.repeat(48), `${'a'.repeat(47)}…`],
  ['a character of two units is not cut in two', `${'a'.repeat(46)}😀b`, `${'a'.repeat(46)}😀…`],
  ['lines become one', 'Call\n me', 'Call me'],
])('%s', (_name, body, shown) => {
  expect(shortBody(body)).toBe(shown);
});

const now = new Date('2026-11-20T18:00:00.000Z');
test.each([
  ['2026-11-20T18:00:30.000Z', { unit: 'now', count: 0 }],
  ['2026-11-20T17:59:01.000Z', { unit: 'now', count: 0 }],
  ['2026-11-20T17:59:00.000Z', { unit: 'minutes', count: 1 }],
  ['2026-11-20T17:00:01.000Z', { unit: 'minutes', count: 59 }],
  ['2026-11-20T17:00:00.000Z', { unit: 'hours', count: 1 }],
  ['2026-11-19T18:00:01.000Z', { unit: 'hours', count: 23 }],
  ['2026-11-19T18:00:00.000Z', { unit: 'days', count: 1 }],
  ['2026-11-06T10:00:00.000Z', { unit: 'days', count: 14 }],
] as const)('%s was that long ago', (since, passed) => {
  expect(timePassed(since, now)).toEqual(passed);
});
