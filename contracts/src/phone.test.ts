import { callerNumber, toE164, toMask, toShown } from './phone.js';

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

test.each([
  ['+442079460958', '+44 207 946 0958'],
  ['+4930901820', '+49 309 018 20'],
  ['+35312223344', '+353 122 233 44'],
  ['+74951234567', '+7 495 123 4567'],
  ['anonymous', 'anonymous'],
])('%p, of whoever calls from abroad, is shown as %p', (number, shown) => {
  expect(toShown(number)).toBe(shown);
});

test.each([
  ['+442079460958', true],
  ['+12145550117', true],
  ['+0445550117', false],
  ['anonymous', false],
  ['+1234567890123456', false],
])('whether %p can be the number of a caller is %p', (number, isOne) => {
  expect(callerNumber.safeParse(number).success).toBe(isOne);
});

test('a stored number is typed in the mask and shown with a space', () => {
  expect(toMask('+12145550117')).toBe('(214)555-0117');
  expect(toShown('+12145550117')).toBe('(214) 555-0117');
});
