import { genderOf, medicationList } from './stored-lead.rules.js';

test.each([
  ['copd', ['copd']],
  [' copd ', ['copd']],
  [
    ['copd', 'gout'],
    ['copd', 'gout'],
  ],
  [['copd', ''], ['copd']],
  [[], []],
  ['', []],
  [' ', []],
  [null, []],
  [undefined, []],
])('the medications %p are the list %p', (stored, list) => {
  expect(medicationList(stored)).toEqual(list);
});

test.each([
  ['m', 'm'],
  ['F', 'f'],
  [' M ', 'm'],
  ['', null],
  ['male', null],
  [null, null],
  [undefined, null],
])('the gender %p is %p', (stored, gender) => {
  expect(genderOf(stored)).toBe(gender);
});
