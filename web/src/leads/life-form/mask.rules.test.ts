import { applyMask, caretAfterMask } from './mask.rules.js';

test.each([
  ['phone', '2', '(2'],
  ['phone', '2145550117', '(214)555-0117'],
  ['phone', '+1 214-555-0117', '(214)555-0117'],
  ['phone', '(214)555-01179', '(214)555-0117'],
  ['phone', '(214)', '(214'],
  ['zip', '75201-1234', '75201'],
  ['day', '0x2', '02'],
  ['year', '19570', '1957'],
  ['weight', '184 lb', '184'],
  ['date', '11202026', '11/20/2026'],
  ['date', '1120', '11/20'],
  ['plainDate', '20261120', '2026-11-20'],
  ['plainDate', '2026/11', '2026-11'],
  ['inches', '481', '48'],
  ['hours', '12 h', '12'],
  ['money', '62,000', '$62000'],
  ['money', '$', ''],
  ['phone', 'abc', ''],
] as const)('%s: %s becomes %s', (mask, typed, shown) => {
  expect(applyMask(mask, typed)).toBe(shown);
});

test('what is masked stays as it is when it is masked again', () => {
  expect(applyMask('phone', applyMask('phone', '2145550117'))).toBe('(214)555-0117');
});

test.each([
  ['at the end', '2145', 4, '(214)5', 6],
  ['in the middle', '(2914)555-0117', 3, '(291)455-5011', 3],
  ['before the first digit', '2', 0, '(2', 1],
])('the caret stays behind its digit: %s', (_where, before, caret, shown, expected) => {
  expect(caretAfterMask(before, caret, shown)).toBe(expected);
});
