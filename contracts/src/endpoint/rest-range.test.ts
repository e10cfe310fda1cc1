import { contentRange, restRange, rowsOfRange } from './rest-range.js';

test.each([
  [undefined, 0, 10],
  ['[0, 9]', 0, 10],
  ['[0,9]', 0, 10],
  ['[5,14]', 5, 10],
  ['[5, 5]', 5, 1],
  ['[7, 12]', 7, 6],
  ['[25, 224]', 25, 100],
])('the range %s means the rows from %i, %i of them', (range, skip, limit) => {
  expect(rowsOfRange(range)).toEqual({ skip, limit });
});

test.each(['all', '[1]', '[-1, 4]', '[9, 5]', '[0, 9999999999]', '[0, 9] '])('%s is no range', (range) => {
  expect(restRange.safeParse(range).success).toBe(false);
});

test('an answer tells the rows that it holds, whether it is full, the rest, or empty', () => {
  expect(contentRange('leads', 5, 10, 112)).toBe('leads 5-14/112');
  expect(contentRange('leads', 110, 2, 112)).toBe('leads 110-111/112');
  expect(contentRange('leads', 120, 0, 112)).toBe('leads */112');
});
