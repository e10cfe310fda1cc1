import { buildUser } from '../test/builders.js';
import { generatePassword } from './generate-password.js';
import {
  changedPersonForm,
  changeOf,
  creationOf,
  emptyPerson,
  formOf,
  newPersonForm,
  type PersonForm,
} from './person-form.js';

const whole: PersonForm = {
  ...emptyPerson,
  fname: 'Dana',
  lname: 'Reyes',
  email: 'dana@example.com',
  password: 'k2Vw9tQpZr4m',
  confirmation: 'k2Vw9tQpZr4m',
};

/** Each wrong field with its first message. */
const faults = (schema: typeof newPersonForm | typeof changedPersonForm, form: PersonForm) => {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(form).error?.issues ?? [])
    found[path.join('.')] ??= message;
  return found;
};

describe('a new account', () => {
  test.each<[string, Partial<PersonForm>, Record<string, string>]>([
    ['is whole', {}, {}],
    [
      'needs names, e-mail and the password twice',
      { fname: ' ', lname: '', email: '', password: '', confirmation: '' },
      {
        fname: 'Required.',
        lname: 'Required.',
        email: 'Required.',
        password: 'Required.',
        confirmation: 'Required.',
      },
    ],
    ['needs an address', { email: 'dana@' }, { email: 'Invalid Email address' }],
    ['needs the same password twice', { confirmation: 'k2' }, { confirmation: 'Password must be the same' }],
    [
      'needs a password of 8',
      { password: 'short', confirmation: 'short' },
      { password: 'At least 8 characters' },
    ],
    [
      'says both of a wrong name and of two passwords',
      { fname: '', confirmation: 'other' },
      { fname: 'Required.', confirmation: 'Password must be the same' },
    ],
    ['needs no phone', { phone: '' }, {}],
    ['needs a whole phone', { phone: '(214)555' }, { phone: 'Please enter a valid 13-digit phone number' }],
  ])('%s', (_what, change, expected) => {
    expect(faults(newPersonForm, { ...whole, ...change })).toEqual(expected);
  });

  test('of an agent has states, of a guide none; of the mailbox only what was filled in is sent', () => {
    const form: PersonForm = { ...whole, subroles: [1], states: ['TX'], clientId: ' abc ' };
    const sent = {
      role_id: 2,
      fname: 'Dana',
      lname: 'Reyes',
      email: 'dana@example.com',
      phone: '',
      twilio_phone: '',
      subroles: [1],
      states: ['TX'],
      email_credentials: { clientId: 'abc' },
      password: 'k2Vw9tQpZr4m',
    };
    expect(creationOf(form, 2)).toEqual(sent);
    const { states: _none, ...ofGuide } = sent;
    expect(creationOf(form, 3)).toEqual({ ...ofGuide, role_id: 3 });
  });
});

describe('an account that is there', () => {
  const standing = formOf(buildUser({ phone: '+12145550100', states: ['TX'], not_assign: 1 }));

  test.each<[string, Partial<PersonForm>, Record<string, string>]>([
    ['needs no password', {}, {}],
    ['needs it twice where there is one', { password: 'k2Vw9tQpZr4m' }, { confirmation: 'Required.' }],
    [
      'needs the same one twice',
      { password: 'k2Vw9tQpZr4m', confirmation: 'other' },
      { confirmation: 'Password must be the same' },
    ],
    ['needs a name', { lname: '' }, { lname: 'Required.' }],
  ])('%s', (_what, change, expected) => {
    expect(faults(changedPersonForm, { ...standing, ...change })).toEqual(expected);
  });

  test('is shown without what is never read back, and keeps its password where none is typed', () => {
    expect(standing).toMatchObject({ phone: '(214)555-0100', password: '', clientSecret: '', not_assign: 1 });
    const sent = changeOf({ ...standing, banned: 1 }, 2);
    expect(sent).toMatchObject({ banned: 1, not_assign: 1, states: ['TX'] });
    expect(sent).not.toHaveProperty('password');
    expect(sent).not.toHaveProperty('email_credentials');
    expect(changeOf({ ...standing, password: 'k2Vw9tQpZr4m' }, 2)).toHaveProperty('password', 'k2Vw9tQpZr4m');
  });
});

test('a generated password has 12 characters and is another one each time', () => {
  const made = Array.from({ length: 50 }, generatePassword);
  expect(made.every((password) => /^[\w-]{12}$/.test(password))).toBe(true);
  expect(new Set(made).size).toBe(50);
});
