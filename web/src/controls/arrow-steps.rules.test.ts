import { stepInRow } from './arrow-steps.rules.js';

const table: readonly [string, number, number | undefined][] = [
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['Home', 2, 0],
  ['End', 1, 3],
  ['ArrowDown', 1, undefined],
  ['a', 1, undefined],
];
it.each(table)('%s in a row of four, from place %i, leads to %s', (key, place, next) => {
  expect(stepInRow(key, place, 4)).toBe(next);
});

it.each([
  ['ArrowRight', 3, 0],
  ['ArrowLeft', 0, 3],
  ['ArrowRight', 1, 2],
  ['End', 1, 3],
])('%s in a row of four that goes round, from place %i, leads to %i', (key, place, next) => {
  expect(stepInRow(key, place, 4, 'goes round')).toBe(next);
});
