import { hintOf, namesPerson } from './privacy-request.rules.js';

test.each([
  ['+12145550117', '… 0117'],
  ['raymond.cole@example.com', 'r…@example.com'],
])('of %s stays %s', (address, hint) => {
  expect(hintOf(address)).toBe(hint);
});

describe('a row of a file that was refused', () => {
  const person = { phones: ['+12145550117'], emails: ['raymond@example.com'] };
  test.each([
    ['the number as it is stored', 'Raymond,+12145550117,TX', true],
    ['the number in the mask', 'Raymond,(214)555-0117,TX', true],
    ['the number with dots and spaces', 'Raymond;1 214.555 0117;TX', true],
    ['the e-mail in capitals', 'Raymond,,RAYMOND@Example.com', true],
    ['another number', 'Raymond,2145550118,TX', false],
    ['a name alone', 'Raymond,,', false],
  ])('%s', (_what, row, names) => {
    expect(namesPerson(row, person)).toBe(names);
  });
});
