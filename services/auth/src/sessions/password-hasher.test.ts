import { createPasswordHasher } from './password-hasher.js';

test('hashes are argon2id, differ each time and fit their password alone', async () => {
  const hasher = createPasswordHasher();
  const [one, other] = await Promise.all([hasher.hash('the password'), hasher.hash('the password')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect(await hasher.verify(one, 'the password')).toBe(true);
  expect(await hasher.verify(one, 'the Password')).toBe(false);
});

test('more than 200 at once are told so instead of waiting, and the next ones go on', async () => {
  const hasher = createPasswordHasher();
  const stored = await hasher.hash('the password');
  const many = await Promise.allSettled(Array.from({ length: 203 }, () => hasher.verify(stored, 'wrong')));
  expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  expect(many.at(-1)).toMatchObject({ reason: { code: 'unavailable' } });
  expect(await hasher.verify(stored, 'the password')).toBe(true);
});
