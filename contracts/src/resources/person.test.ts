import { agents, guides } from './person.js';

const { id, version, ...read } = agents.example;
const whole = {
  fname: 'Dana',
  lname: 'Reyes',
  email: 'dana@example.com',
  phone: '',
  twilio_phone: '+12145550101',
  subroles: [1],
  states: ['TX'],
  password: 'k2Vw9tQpZr4m',
};

/** Each wrong field with its first message. */
const faults = (schema: typeof agents.creation | typeof agents.change, given: object) => {
  const found: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(given).error?.issues ?? [])
    found[path.join('.')] ??= message;
  return found;
};

test.each<[string, object, Record<string, string>]>([
  ['is whole', {}, {}],
  ['needs names', { fname: ' ', lname: '' }, { fname: 'Required.', lname: 'Required.' }],
  ['needs an e-mail', { email: undefined }, { email: 'Required.' }],
  ['needs an address', { email: 'dana@' }, { email: 'Invalid Email address' }],
  ['needs a password of 12', { password: 'eleven char' }, { password: 'At least 12 characters' }],
  ['needs a whole phone', { phone: '(214)555' }, { phone: 'Please enter a valid 13-digit phone number' }],
  ['has sub-roles by their numbers', { subroles: [3] }, { 'subroles.0': 'Choose 1 or 2' }],
])('a new agent %s', (_what, change, expected) => {
  expect(faults(agents.creation, { ...whole, ...change })).toEqual(expected);
});

test('an agent is changed without the password and the mailbox, which stay then', () => {
  const { password: _once, ...kept } = whole;
  expect(faults(agents.change, { ...kept, version: 3, banned: 0, not_assign: 0 })).toEqual({});
  expect(faults(agents.change, { ...kept, banned: 0, not_assign: 0 })).toHaveProperty('version');
});

test('nobody reads a password or a mailbox', () => {
  expect(Object.keys(agents.record.shape)).toEqual(['id', 'version', ...Object.keys(read)]);
  for (const secret of ['password', 'clientId', 'clientSecret', 'refreshToken', 'accessToken']) {
    expect(agents.creation.shape).toHaveProperty(secret);
    expect(agents.record.shape).not.toHaveProperty(secret);
  }
  expect([id, version]).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), 3]);
});

test('guides are the same without states, team and another role, and their calls have names of their own', () => {
  const { states: _states, team_id: _team, role_id: _role, ...others } = agents.fields;
  expect(Object.keys(guides.fields)).toEqual(Object.keys(others));
  expect(Object.values(guides.calls).map(({ name }) => name)).toEqual([
    'restListGuides',
    'restGetGuide',
    'restCreateGuide',
    'restChangeGuide',
  ]);
});
