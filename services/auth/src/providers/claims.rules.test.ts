import { countsAsFactor, personOf, roleOf, serves } from './claims.rules.js';

const entra = 'https://login.microsoftonline.com/5c1f/v2.0';
const okta = 'https://juniper.okta.com';
const dana = { iss: okta, sub: '00u4', email: 'dana@example.com' };

test.each([
  [{ ...dana, email_verified: true }, true],
  [{ ...dana, email_verified: 'true' }, true],
  [{ ...dana, email_verified: false }, false],
  [{ ...dana, email_verified: 'false' }, false],
  [dana, false],
  [{ ...dana, xms_edov: true }, false],
  [{ ...dana, iss: entra, xms_edov: true }, true],
  [{ ...dana, iss: entra, xms_edov: '1' }, true],
  [{ ...dana, iss: entra, xms_edov: '0' }, false],
  [{ ...dana, iss: entra, xms_edov: true, email_verified: false }, false],
  [{ ...dana, iss: `https://elsewhere.example/${entra}`, xms_edov: true }, false],
  [{ iss: okta, sub: '00u4', email_verified: true }, false],
  [{ ...dana, email: 'no address', email_verified: true }, false],
])('the address of %j is vouched for: %p', (said, isVerified) => {
  expect(personOf(said, '')).toMatchObject({ isVerified });
});

test.each([
  [{ given_name: 'Dana', family_name: 'Reyes' }, 'Dana', 'Reyes'],
  [{ name: 'Dana Reyes Whitfield' }, 'Dana', 'Reyes Whitfield'],
  [{ given_name: 'Dana', name: 'Dana Reyes' }, 'Dana', 'Reyes'],
  [{}, '', ''],
])('of %j the name is %s %s', (said, fname, lname) => {
  expect(personOf({ ...dana, ...said }, '')).toMatchObject({ fname, lname });
});

test.each([
  ['groups', { groups: ['A', 'B'] }, ['A', 'B']],
  ['groups', { groups: 'A' }, ['A']],
  ['groups', { groups: [1, null, 'A'] }, ['A']],
  ['groups', { groups: { A: true } }, []],
  ['groups', {}, []],
  ['', { groups: ['A'] }, []],
  ['https://juniper.example/role', { 'https://juniper.example/role': 'A' }, ['A']],
])('the claim %s of %j has the values %j', (claim, said, groups) => {
  expect(personOf({ ...dana, ...said }, claim).groups).toEqual(groups);
});

test('nobody is proven without a subject', () => {
  expect(() => personOf({ iss: okta, email: 'dana@example.com', email_verified: true }, '')).toThrow();
});

test.each([
  [['Agents'], 2],
  [['agents'], 2],
  [['Agents', 'Chiefs'], 1],
  [['Everyone'], undefined],
  [[], undefined],
] as const)('of the groups %j the role is %p: the first row counts', (groups, role) => {
  const rows = [
    { value: 'Chiefs', role: 'admin' },
    { value: 'Agents', role: 'agent' },
  ] as const;
  expect(roleOf(groups, rows)).toBe(role);
});

test('a method or a level counts as a second factor where it is among those named, and never without any', () => {
  const { methods } = personOf({ ...dana, amr: ['pwd', 'mfa'], acr: 'urn:level:2' }, '');
  expect(countsAsFactor(methods, ['mfa'])).toBe(true);
  expect(countsAsFactor(methods, ['urn:level:2'])).toBe(true);
  expect(countsAsFactor(methods, ['hwk'])).toBe(false);
  expect(countsAsFactor(methods, [])).toBe(false);
  expect(countsAsFactor([], ['mfa'])).toBe(false);
});

test.each([
  ['dana@example.com', true],
  ['Dana@EXAMPLE.com', true],
  ['dana@mail.example.com', false],
  ['dana@example.com.evil.org', false],
  ['dana', false],
  ['', false],
])('a provider of example.com serves %s: %p', (email, isServed) => {
  expect(serves({ domains: ['example.com'] }, email)).toBe(isServed);
});
