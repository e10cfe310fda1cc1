import {
  changesOf,
  endsSessions,
  fullnameOf,
  losesAdmin,
  lowered,
  namesFrom,
  readPhones,
  sortedSet,
  whyNoStates,
} from './user.rules.js';

describe('the phones of a user', () => {
  test('are stored as E.164, whichever way they were typed', () => {
    expect(readPhones({ phone: '(214)555-0100', twilio_phone: '+12145550101' })).toEqual({
      phones: { phone: '+12145550100', twilio_phone: '+12145550101' },
      errors: {},
    });
  });

  test('stay empty when they were emptied, and are left alone when they were not sent', () => {
    expect(readPhones({ phone: '', twilio_phone: undefined })).toEqual({ phones: { phone: '' }, errors: {} });
  });

  test('are refused by name, all of them at once, where no such number can be', () => {
    expect(readPhones({ phone: '(014)555-0100', twilio_phone: '(214)055-0100' })).toEqual({
      phones: {},
      errors: {
        phone: 'Please enter a valid 13-digit phone number',
        twilio_phone: 'Please enter a valid 13-digit phone number',
      },
    });
  });
});

describe('sessions of a user that an admin changes', () => {
  const before = { role_id: 2, banned: 0, subroles: [1, 2] } as const;

  test('go on where the right to anything is not smaller than before', () => {
    expect(endsSessions({ ...before, subroles: [1] }, before, false)).toBe(false);
    expect(endsSessions({ ...before, banned: 1 }, before, false)).toBe(false);
  });

  test.each([
    ['a ban', { ...before, banned: 1 } as const, false],
    ['a sub-role taken away', { ...before, subroles: [2] } as const, false],
    ['another role', { ...before, role_id: 4 } as const, false],
    ['a new password', before, true],
  ])('end with %s', (_why, after, passwordChanged) => {
    expect(endsSessions(before, after, passwordChanged)).toBe(true);
  });
});

test.each([
  [{ fname: ' Dana ', lname: 'Reyes' }, 'Dana', 'Reyes'],
  [{ fname: '', lname: '' }, 'dana.r', '-'],
  [{ fname: 'D'.repeat(200), lname: 'Reyes' }, 'D'.repeat(100), 'Reyes'],
])('of %j the account is called %s %s', (given, fname, lname) => {
  expect(namesFrom({ ...given, email: 'dana.r@example.com' })).toEqual({ fname, lname });
});

test.each([
  ['banned', { role_id: 1, banned: 0 }, { banned: 1 }, true],
  ['given another role', { role_id: 1, banned: 0 }, { role_id: 6 }, true],
  ['as before', { role_id: 1, banned: 0 }, { role_id: 1, banned: 0 }, false],
  ['banned already', { role_id: 1, banned: 1 }, { banned: 1 }, false],
  ['no admin', { role_id: 6, banned: 0 }, { banned: 1 }, false],
] as const)('an admin who is %s is one less: %p, %p', (_what, before, change, isLost) => {
  expect(losesAdmin(before, change)).toBe(isLost);
});

test('states belong to agents alone', () => {
  expect(whyNoStates(2, ['TX'])).toBeUndefined();
  expect(whyNoStates(4, ['TX'])).toBeUndefined();
  expect(whyNoStates(3, [])).toBeUndefined();
  expect(whyNoStates(3, undefined)).toBeUndefined();
  expect(whyNoStates(3, ['TX'])).toBe('States can be chosen for agents but not for guides');
});

test('names and e-mails are found whatever their case', () => {
  expect(fullnameOf('Dana', 'Reyes')).toBe('Dana Reyes');
  expect(lowered('  Dana@Example.COM ')).toBe('dana@example.com');
});

test('one choice is one list, in whatever order and however often it was ticked', () => {
  expect(sortedSet(['TX', 'CA', 'TX'])).toEqual(['CA', 'TX']);
});

test('only what was given and differs is a change', () => {
  const record: { name: string; states: string[]; note?: string } = { name: 'Dana', states: ['TX'] };
  expect(changesOf(record, { name: undefined, states: ['TX'], note: 'new' })).toEqual({ note: 'new' });
});
