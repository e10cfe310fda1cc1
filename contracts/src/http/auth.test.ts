import { createAgent } from './agents.js';
import { updateSettings, updateSettingsFields } from './settings.js';
import { updateUser } from './account.js';
import type { Endpoint } from '../endpoint/endpoint.js';

/** The wrong fields of a body, by dotted path; '' is the body itself. */
const wrongIn = (endpoint: Endpoint, body: unknown) => [
  ...new Set(endpoint.body?.safeParse(body).error?.issues.map(({ path }) => path.join('.'))),
];

const agent = {
  role_id: 2,
  fname: 'Dana',
  lname: 'Reyes',
  email: 'dana@example.com',
  password: 'k2Vw9tQpZr4m',
  states: ['TX'],
};

describe('rules between fields are asked whatever else is wrong', () => {
  test.each<[string, unknown, string[]]>([
    ['an admin is not made here', { ...agent, role_id: 1, fname: '', states: [] }, ['fname', 'role_id']],
    ['nor has one states', { ...agent, role_id: 1 }, ['states', 'role_id']],
    ['a guide has no states', { ...agent, role_id: 3, email: 'nobody' }, ['email', 'states']],
    ['states that are none are wrong once', { ...agent, role_id: 3, states: 'TX' }, ['states']],
    ['without a role nothing is said of states', { ...agent, role_id: undefined }, ['role_id']],
    ['an agent may have states', { ...agent, password: '' }, ['password']],
    ['no body at all', undefined, ['']],
  ])('making an agent: %s', (_what, body, wrong) => {
    expect(wrongIn(createAgent, body)).toEqual(wrong);
  });

  test('changing the own fields names the id and that nothing is to be changed', () => {
    expect(wrongIn(updateUser, { id: 'me' })).toEqual(['id', '']);
    expect(wrongIn(updateUser, { id: 'me', phone: '12' })).toEqual(['id', 'phone']);
  });

  test('changing settings names the unknown field and that nothing is to be changed', () => {
    expect(wrongIn(updateSettingsFields, { fields: { colour: 'red' } })).toEqual(['fields']);
    expect(wrongIn(updateSettingsFields, { fields: { default_voice_mail: 1 } })).toEqual([
      'fields.default_voice_mail',
    ]);
    expect(wrongIn(updateSettingsFields, { fields: {} })).toEqual(['fields']);
  });
});

test('a number that no telephone can have is wrong beside all other wrong fields', () => {
  const body = { ...agent, fname: '', phone: '(014)555-0100', twilio_phone: '(214)155-0100' };
  expect(wrongIn(createAgent, body)).toEqual(['fname', 'phone', 'twilio_phone']);
  expect(wrongIn(updateSettings, { assignment: 2, default_phone: '(114)555-0100' })).toEqual([
    'assignment',
    'default_phone',
  ]);
});
