import { endOf, isSecretOf, newKey, readKey } from './api-key.rules.js';

const id = '66f0a1b2c3d4e5f6010204aa';

test('a new key is read back by its id and its secret, and what is kept of it tells neither', () => {
  const { key, key_hash, key_hint } = newKey(id);
  expect(key_hint).toBe(`crm_live_${id}`);
  const read = readKey(key);
  expect(read?.id).toBe(id);
  expect(read?.secret).toHaveLength(43);
  expect(key_hash).not.toContain(read?.secret);
  expect(isSecretOf(key_hash, read?.secret ?? '')).toBe(true);
});

test('no two keys are the same, and the secret of one is not that of another', () => {
  const [one, other] = [newKey(id), newKey(id)];
  expect(one.key).not.toBe(other.key);
  expect(isSecretOf(one.key_hash, readKey(other.key)?.secret ?? '')).toBe(false);
});

test.each([
  ['nothing', ''],
  ['the part that tells it apart', `crm_live_${id}`],
  ['one with a shorter secret', `crm_live_${id}_${'a'.repeat(42)}`],
  ['one with a longer secret', `crm_live_${id}_${'a'.repeat(44)}`],
  ['one of a partner', 'pk_4fQ1'],
  ['one with something before it', ` crm_live_${id}_${'a'.repeat(43)}`],
  ['one with a line behind it', `crm_live_${id}_${'a'.repeat(43)}\n`],
])('%s is no key', (_what, text) => {
  expect(readKey(text)).toBeUndefined();
});

test.each([
  ['none is for good', null, null],
  ['a day ends with its night in Los Angeles', '2027-06-30', '2027-07-01T07:00:00.000Z'],
  ['the day on which clocks go back has 25 hours', '2026-11-01', '2026-11-02T08:00:00.000Z'],
])('of last days %s', (_what, day, end) => {
  expect(endOf(day)?.toISOString() ?? null).toBe(end);
});
