import { userCreated } from '@crm/contracts/bus/events.js';
import { createAgent, listAgents } from '@crm/contracts/http/agents.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { agentPassword, startAuth, wrongFields, type AuthServer } from '../test/auth-server.js';
import { open } from '../user/email-credentials.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const credentials = {
  clientId: 'client-of-lee',
  clientSecret: 'secret-of-lee',
  refreshToken: 'refresh-of-lee',
  accessToken: 'access-of-lee',
};
const newAgent = () => ({
  role_id: 2 as const,
  fname: 'Lee',
  lname: 'Novak',
  email: uniqueEmail('lee'),
  password: agentPassword,
});

describe('making an agent', () => {
  test('answers the user as it is stored, with phones as E.164', async () => {
    const body = {
      ...newAgent(),
      phone: '(214)555-0100',
      twilio_phone: '+12145550101',
      states: ['TX', 'CA', 'TX'] as ('TX' | 'CA')[],
      subroles: [2, 1] as (1 | 2)[],
    };
    const { status, answer } = await auth.admin.call(createAgent, { body });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ status: 'success', message: 'Agent created' });
    expect(answer.user).toMatchObject({
      role_id: 2,
      fname: 'Lee',
      lname: 'Novak',
      fullname: 'Lee Novak',
      email: body.email,
      phone: '+12145550100',
      twilio_phone: '+12145550101',
      states: ['CA', 'TX'],
      subroles: [1, 2],
      banned: 0,
      not_assign: 0,
      online: 0,
      active: 0,
      in_call: 0,
      AD_Status: 0,
      email_credentials_set: false,
      uncompleted_lead: null,
      version: 1,
    });
    const { answer: list } = await auth.admin.call(listAgents, {});
    expect(list.agents).toContainEqual(answer.user);
  });

  test('lets the new user sign in with the password given', async () => {
    const body = newAgent();
    await auth.admin.call(createAgent, { body });
    const { email, password } = body;
    expect((await auth.stranger.call(signIn, { body: { email, password } })).status).toBe(200);
  });

  test('tells everybody the public user, once', async () => {
    const { answer } = await auth.admin.call(createAgent, {
      body: { ...newAgent(), email_credentials: credentials },
    });
    const published = await auth.probe.waitFor(userCreated, ({ data }) => data.id === answer.user.id);
    expect(published).toMatchObject({
      source: 'auth',
      subject: `user/${answer.user.id}`,
      sequence: 1,
      actorid: auth.adminId,
      actorrole: '1',
      data: answer.user,
    });
    expect(JSON.stringify(published)).not.toMatch(/argon2|of-lee/);
    expect(auth.probe.all(userCreated).filter(({ data }) => data.id === answer.user.id)).toHaveLength(1);
  });

  test('keeps the password as an argon2id hash and the e-mail credentials sealed, and shows neither again', async () => {
    const body = { ...newAgent(), email_credentials: credentials };
    const made = await auth.admin.call(createAgent, { body });
    expect(made.answer.user.email_credentials_set).toBe(true);
    const { id } = made.answer.user;
    const stored = await auth.service.ctx.models.users.findById(id).lean();
    expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(stored)).not.toMatch(/of-lee|a password of an agent/);
    const sealed = stored?.email_credentials;
    if (sealed === undefined) throw new Error('No credentials were stored');
    expect(open(auth.config.encryptionKeys, id, sealed)).toEqual(credentials);

    const { email, password } = body;
    const signedIn = await auth.stranger.call(signIn, { body: { email, password } });
    const listed = await auth.admin.call(listAgents, {});
    for (const { body: answer } of [made, signedIn, listed]) {
      expect(JSON.stringify(answer)).not.toMatch(/argon2|of-lee|password_hash|clientSecret/);
    }
    expect(auth.lines.text()).not.toMatch(/of-lee/);
  });

  test('makes a guide, too, who has no states', async () => {
    const { answer } = await auth.admin.call(createAgent, { body: { ...newAgent(), role_id: 3 } });
    expect(answer).toMatchObject({ message: 'Guide created', user: { role_id: 3, states: [] } });
  });
});

describe('no agent is made', () => {
  const count = () => auth.service.ctx.models.users.countDocuments();

  test('with fields that are wrong: every one of them is named at once', async () => {
    const before = await count();
    const empty = await auth.raw(createAgent, auth.adminToken, {});
    expect(empty).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(wrongFields(empty)).toEqual(['email', 'fname', 'lname', 'password', 'role_id']);
    const wrong = await auth.raw(createAgent, auth.adminToken, {
      role_id: 2,
      fname: ' ',
      lname: '',
      email: 'lee@nowhere',
      password: 'short',
      phone: '214',
      twilio_phone: '5',
      states: ['TX', 'XX'],
      subroles: [3],
      email_credentials: { clientId: 5 },
    });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { fname: 'Required.', lname: 'Required.', email: 'Invalid Email address' } },
    });
    expect(wrongFields(wrong)).toEqual([
      'email',
      'email_credentials.clientId',
      'fname',
      'lname',
      'password',
      'phone',
      'states.1',
      'subroles.0',
      'twilio_phone',
    ]);
    expect(await count()).toBe(before);
  });

  test('with two numbers that no phone can have, naming both', async () => {
    const { status, refusal } = await auth.admin.call(createAgent, {
      body: { ...newAgent(), phone: '(014)555-0100', twilio_phone: '(214)155-0100' },
    });
    expect(status).toBe(422);
    expect(refusal.errors).toEqual({
      phone: 'Please enter a valid 13-digit phone number',
      twilio_phone: 'Please enter a valid 13-digit phone number',
    });
  });

  test('as an admin', async () => {
    const { refusal } = await auth.admin.call(createAgent, { body: { ...newAgent(), role_id: 1 } });
    expect(refusal.errors).toEqual({ role_id: 'Only agents and guides can be created here' });
  });

  test('as a guide with states', async () => {
    const { refusal } = await auth.admin.call(createAgent, {
      body: { ...newAgent(), role_id: 3, states: ['TX'] },
    });
    expect(refusal.errors).toEqual({ states: 'States can be chosen for agents but not for guides' });
  });

  test('under an e-mail that is taken, in whatever case, also of two at once', async () => {
    const { user } = await auth.newUser();
    const taken = await auth.admin.call(createAgent, {
      body: { ...newAgent(), email: user.email.toUpperCase() },
    });
    expect(taken.status).toBe(409);
    expect(taken.refusal).toMatchObject({
      code: 'already_exists',
      errors: { email: 'This email is already in use' },
    });
    const body = newAgent();
    const both = await Promise.all([
      auth.admin.call(createAgent, { body }),
      auth.admin.call(createAgent, { body }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('by an agent, a guide or a stranger', async () => {
    const before = await count();
    const agent = await auth.newUser();
    const guide = await auth.newUser({ role_id: 3 });
    for (const { client } of [agent, guide])
      expect((await client.call(createAgent, { body: newAgent() })).refusal.code).toBe('forbidden');
    const { status, refusal } = await auth.stranger.call(createAgent, { body: newAgent() });
    expect(status).toBe(403);
    expect(refusal.code).toBe('session_ended');
    expect(await count()).toBe(before + 2);
  });
});
