import type { HeldLicence } from './held-licence.js';
import { checkedBy, daysLeft, licenceDenialReason, licenceErrors, linesOf } from './licence.rules.js';

const inVermont: HeldLicence = { state: 'VT', line: 'life', from: '2026-11-01', until: '2026-11-20' };
const dana = (...licences: HeldLicence[]) => ({ role_id: 2 as const, fullname: 'Dana Reyes', licences });

test.each<[string, HeldLicence[], string, string | undefined]>([
  ['none at all', [], '2026-11-20', 'Dana Reyes holds no life licence for Vermont'],
  [
    'one for another line',
    [{ ...inVermont, line: 'health' }],
    '2026-11-20',
    'Dana Reyes holds no life licence for Vermont',
  ],
  [
    'one for another state',
    [{ ...inVermont, state: 'NH' }],
    '2026-11-20',
    'Dana Reyes holds no life licence for Vermont',
  ],
  ['one on its first day', [inVermont], '2026-11-01', undefined],
  ['one on its last day', [inVermont], '2026-11-20', undefined],
  [
    'one that ended yesterday',
    [inVermont],
    '2026-11-21',
    'Dana Reyes’s life licence for Vermont ended on 11/20/2026',
  ],
  [
    'one that begins tomorrow',
    [inVermont],
    '2026-10-31',
    'Dana Reyes’s life licence for Vermont begins on 11/01/2026',
  ],
  ['one that never ends', [{ ...inVermont, until: null }], '2099-01-01', undefined],
])('with %s', (_what, licences, today, reason) => {
  expect(licenceDenialReason(dana(...licences), 'VT', 'life', today)).toBe(reason);
});

test.each([1, 3] as const)('role %d needs none', (role_id) => {
  expect(licenceDenialReason({ ...dana(), role_id }, 'VT', 'life', '2026-11-20')).toBeUndefined();
});

test('where the state is unknown none is asked for', () => {
  expect(licenceDenialReason(dana(), null, 'life', '2026-11-20')).toBeUndefined();
});

test('sub-roles sell their lines, none of them all', () => {
  expect([linesOf([1]), linesOf([2]), linesOf([1, 2]), linesOf([])]).toEqual([
    ['life'],
    ['health'],
    ['life', 'health'],
    ['life', 'health'],
  ]);
});

test.each([
  [{ status: 'active', number: '1', from: '2026-11-20', until: null }, {}],
  [{ status: 'active', number: '1', from: '2026-11-20', until: '2026-11-20' }, {}],
  [
    { status: 'active', number: '1', from: '2026-11-20', until: '2026-11-19' },
    { until: 'Ends before it begins' },
  ],
  [
    { status: 'active', number: '', from: '2026-11-20', until: null },
    { number: 'An active licence needs its number' },
  ],
  [{ status: 'inactive', number: '', from: '2026-11-20', until: null }, {}],
  [{ status: 'to_check', number: '', from: '2026-11-20', until: '2026-12-20' }, {}],
  [
    { status: 'to_check', number: '', from: '2026-11-20', until: '2026-12-21' },
    { until: 'A licence to be checked is valid for at most 30 days' },
  ],
] as const)('%p has %p', (licence, errors) => {
  expect(licenceErrors(licence)).toEqual(errors);
});

test('days are counted by the calendar', () => {
  expect([
    checkedBy('2026-02-15'),
    daysLeft('2026-03-09', '2026-03-07'),
    daysLeft('2026-03-07', '2026-03-08'),
  ]).toEqual(['2026-03-17', 2, -1]);
});
