import { diallerHue, outcomeOf } from './dialler-outcome.js';

test.each([
  [null, 'neutral'],
  [1, 'blue'],
  [2, 'red'],
  [3, 'orange'],
  [4, 'green'],
  [5, 'yellow'],
])('a lead whose dialler status is %p is %s', (status, hue) => {
  expect(diallerHue(status)).toBe(hue);
});

test('a status that nobody knows is none', () => {
  expect(outcomeOf(6)).toBeUndefined();
});
