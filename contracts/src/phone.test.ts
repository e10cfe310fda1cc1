import { toE164, toMask, toShown } from './phone.js';

test.each([
  ['(214)555-0117', '+12145550117'],
  ['214.555.0117', '+12145550117'],
  ['+1 214 555 0117', '+12145550117'],
  ['12145550117', '+12145550117'],
  ['2145550117', '+12145550117'],
  ['1145550117', undefined],
  ['2141550117', undefined],
  ['214555011', undefined],
  ['+44 20 7946 0958', undefined],
  ['+442 794 6095', undefined],
  ['1-214-555-0117', '+12145550117'],
  ['214555011712', undefined],
  ['214+555+0117', undefined],
  ['214‑555‑0117', '+12145550117'],
  ['214-555-0117 ext 3', undefined],
  ['', undefined],
])('%p is %p', (text, number) => {
  expect(toE164(text)).toBe(number);
});

test('a stored number is typed in the mask and shown with a space', () => {
  expect(toMask('+12145550117')).toBe('(214)555-0117');
  expect(toShown('+12145550117')).toBe('(214) 555-0117');
});
