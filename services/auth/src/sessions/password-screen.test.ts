import { password } from '@crm/contracts/password.js';
import { isCommon } from './password-screen.js';

const dana = { fname: 'Dana', lname: 'Reyes-Whitfield', email: 'dana.reyes@lakeshore-agency.com' };

test.each([
  ['a common one', 'password1234'],
  ['a walk over the keyboard', 'qwertyuiop12'],
  ['one letter', 'aaaaaaaaaaaaaa'],
  ['a sequence', 'abcdefghijkl'],
  ['a common one with letters in other signs', 'p@ssw0rd2026'],
  ['a Spanish one', 'contraseña12'],
  ["the user's own name", 'DanaReyes2026'],
  ["the user's address", 'dana.reyes@lakeshore-agency.com'],
  ["the user's company, as the address has it", 'lakeshore1234'],
  ["the product's name", 'Ringwell2026!'],
])('%s is too easy to guess', async (_what, typed) => {
  expect(await isCommon(typed, dana)).toBe(true);
});

test.each([
  ['several unrelated words', 'copper lantern rivers'],
  ['letters and digits drawn at random', 'k2Vw9tQpZr4m'],
  ['a sentence', 'my aunt keeps eleven goats'],
])('%s are let in, without capitals or signs that were asked for', async (_what, typed) => {
  expect(await isCommon(typed, dana)).toBe(false);
  expect(password.safeParse(typed).success).toBe(true);
});

test.each([
  ['eleven characters', 'k2Vw9tQpZr4', 'At least 12 characters'],
  ['201 characters', 'x'.repeat(201), 'At most 200 characters'],
])('%s are refused', (_what, typed, message) => {
  expect(password.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('whose name is no longer than initials is not refused for them', async () => {
  const owner = { fname: 'Al', lname: 'O', email: 'al@o.us' };
  expect(await isCommon('also all metals orbit', owner)).toBe(false);
});
