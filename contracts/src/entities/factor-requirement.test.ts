import { factorRequirement, isRequired } from './factor-requirement.js';

const requirement = { admin: '2026-12-01' };

test.each([
  ['the day before', 'admin', '2026-11-30', false],
  ['the first day', 'admin', '2026-12-01', true],
  ['any day after', 'admin', '2027-03-01', true],
  ['a role that is not named', 'guide', '2027-03-01', false],
] as const)('%s: is a second factor required?', (_what, role, today, expected) => {
  expect(isRequired(requirement, role, today)).toBe(expected);
});

test('a role that nobody has, or no day, is refused', () => {
  expect(factorRequirement.safeParse({ owner: '2026-12-01' }).success).toBe(false);
  expect(factorRequirement.safeParse({ admin: 'soon' }).success).toBe(false);
  expect(factorRequirement.parse({})).toEqual({});
});
