import { generatePassword } from './generate-password.js';

test('a generated password has 12 characters and is another one each time', () => {
  const made = Array.from({ length: 50 }, generatePassword);
  expect(made.every((password) => /^[\w-]{12}$/.test(password))).toBe(true);
  expect(new Set(made).size).toBe(50);
});
