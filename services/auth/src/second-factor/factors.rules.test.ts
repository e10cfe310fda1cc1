import { isEnrolled, isLastFactor, methodsAt } from './factors.rules.js';
import type { StoredFactors } from './factors.model.js';

const since = new Date('2026-11-20T17:41:00.000Z');
const sealed = { kid: 'e1', iv: '', tag: '', data: '' };
const totp = { sealed, since, last_step: 1 };
const passkey = (id: string, rp_id = 'crm.example.com') => ({
  ...{ id, rp_id, name: id, public_key: '', counter: 0, created_at: since, last_used_at: null },
  transports: [],
});
const factors = (given: Partial<StoredFactors>): StoredFactors => ({
  ...{ _id: 'user', passkeys: [], recovery: [] },
  ...given,
});

test.each([
  ['an app', { totp }, true],
  ['a passkey', { passkeys: [passkey('one')] }, true],
  ['recovery codes alone', { recovery: ['hash'] }, false],
  ['nothing', {}, false],
])('%s: is a second factor there?', (_what, given, expected) => {
  expect(isEnrolled(factors(given))).toBe(expected);
});

test.each([
  [
    'a passkey first, then the app, then codes',
    { totp, passkeys: [passkey('one')], recovery: ['h'] },
    ['passkey', 'totp', 'recovery'],
  ],
  ['no passkey of another host', { totp, passkeys: [passkey('one', 'other.example.com')] }, ['totp']],
  [
    'codes alone where the passkeys are of another host',
    { passkeys: [passkey('one', 'other.example.com')], recovery: ['h'] },
    ['recovery'],
  ],
  ['no codes where they are used up', { totp }, ['totp']],
])('%s', (_what, given, expected) => {
  expect(methodsAt(factors(given), 'crm.example.com')).toEqual(expected);
});

test.each([
  ['the app, alone', { totp }, 'totp', true],
  ['the app beside a passkey', { totp, passkeys: [passkey('one')] }, 'totp', false],
  ['a passkey, alone', { passkeys: [passkey('one')] }, 'one', true],
  ['a passkey beside another', { passkeys: [passkey('one'), passkey('two')] }, 'one', false],
  ['a passkey beside the app', { totp, passkeys: [passkey('one')] }, 'one', false],
])('%s: is it the last one?', (_what, given, factor, expected) => {
  expect(isLastFactor(factors(given), factor)).toBe(expected);
});
