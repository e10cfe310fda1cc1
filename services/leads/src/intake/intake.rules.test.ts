import { fingerprintOf, keyHash, newKey } from './intake.rules.js';

test('the fingerprint is of the content, not of the order of its fields', () => {
  const lead = { phone: '1', list: [{ a: 1, b: 2 }], name: 'x' };
  expect(fingerprintOf({ name: 'x', list: [{ b: 2, a: 1 }], phone: '1' })).toBe(fingerprintOf(lead));
  expect(fingerprintOf({ ...lead, list: [{ a: 1, b: 3 }] })).not.toBe(fingerprintOf(lead));
  expect(fingerprintOf({ ...lead, extra: null })).not.toBe(fingerprintOf(lead));
});

test('a key is never made twice, and what is kept of it finds it again and does not tell it', () => {
  const [one, other] = [newKey(), newKey()];
  expect(one.key).not.toBe(other.key);
  expect(keyHash(one.key)).toBe(one.key_hash);
  expect(one.key.length).toBeGreaterThan(40);
  expect(`${one.key_hash}${one.key_hint}`).not.toContain(one.key);
});
