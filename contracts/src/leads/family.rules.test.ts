import { familyErrors } from './family.rules.js';

const today = '2026-11-21';
const message = 'Please enter a valid year';

test.each([
  ['2026-11-22', false],
  ['2062-01-01', false],
  ['1899-12-31', false],
  ['2026-11-21', true],
  ['1900-01-01', true],
  ['', true],
  [null, true],
])('a spouse, a child born on %p: %p', (birth_date, isFine) => {
  const wrong = (place: string) => (isFine ? {} : { [`${place}.birth_date`]: message });
  expect(familyErrors({ spouse: { birth_date } }, today)).toEqual(wrong('spouse'));
  expect(familyErrors({ children: [{ birth_date: null }, { birth_date }] }, today)).toEqual(
    wrong('children.1'),
  );
});

test('without a family nothing is wrong', () => {
  expect(familyErrors({}, today)).toEqual({});
  expect(familyErrors({ spouse: null, children: [] }, today)).toEqual({});
});
