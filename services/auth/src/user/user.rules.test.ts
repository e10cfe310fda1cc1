import {
  changesOf,
  endsSessions,
  fullnameOf,
  lowered,
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
  const before = { banned: 0, subroles: [1, 2] } as const;

  test('go on where the right to anything is not smaller than before', () => {
    expect(endsSessions({ banned: 0, subroles: [1] }, before, false)).toBe(false);
    expect(endsSessions({ banned: 1, subroles: [1] }, { banned: 0, subroles: [1] }, false)).toBe(false);
  });

  test.each([
    ['a ban', { banned: 1, subroles: [1, 2] } as const, false],
    ['a sub-role taken away', { banned: 0, subroles: [2] } as const, false],
    ['a new password', before, true],
  ])('end with %s', (_why, after, passwordChanged) => {
    expect(endsSessions(before, after, passwordChanged)).toBe(true);
  });
});

test('states belong to agents alone', () => {
  expect(whyNoStates(2, ['TX'])).toBeUndefined();
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
