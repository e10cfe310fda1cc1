import { isNamed, movedBy, namedBy } from './palette.rules.js';

test.each([
  ['', true],
  ['set', true],
  ['call set', true],
  ['SET CALL', true],
  ['all', false],
  ['set text', false],
])('what is typed as %p names "Set Call Back": %p', (typed, expected) => {
  expect(isNamed(typed, 'Set Call Back')).toBe(expected);
});

test('what begins as it was typed is before what only has the words', () => {
  const labels = ['Set Do Not Call', 'Set Call Back', 'Edit'];
  expect(namedBy('set call', labels, (label) => label)).toEqual(['Set Call Back', 'Set Do Not Call']);
  expect(namedBy('', labels, (label) => label)).toEqual(labels);
});

test('a note is found by as well', () => {
  expect(isNamed('dana d.rey', 'Dana Reyes', 'd.reyes@example.com')).toBe(true);
});

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowUp', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, undefined],
])('%s from %p of three moves to %p', (key, active, expected) => {
  expect(movedBy(key, active, 3)).toBe(expected);
});

test('nothing is active among none', () => {
  expect(movedBy('ArrowDown', 0, 0)).toBeUndefined();
});
