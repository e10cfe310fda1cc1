import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { setActive, updateUser } from '@crm/contracts/http/account.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { updateAgent } from '@crm/contracts/http/agents.js';
import { agents, guides } from '@crm/contracts/resources/person.js';
import { uniqueEmail, uniqueId } from '@crm/platform/testing/unique.js';
import { agentPassword, startAuth, wrongFields, type AuthServer } from '../test/auth-server.js';
import { open } from '../user/email-credentials.js';

const { list, one, create, change } = agents.calls;

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterAll(() => auth.stop());

const given = () => ({
  fname: 'Lee',
  lname: 'Novak',
  email: uniqueEmail('lee'),
  phone: '+12145550100',
  twilio_phone: '' as const,
  subroles: [2, 1] as (1 | 2)[],
  states: ['TX', 'CA'] as ('TX' | 'CA')[],
  password: agentPassword,
});
const made = async (body = given()) => (await auth.admin.call(create, { body })).answer;
/** What a change sends of a record as it stands. */
const asRead = (agent: Awaited<ReturnType<typeof made>>) => {
  const { id: _id, fullname: _name, mailbox: _set, ...written } = agent;
  return written;
};
const changes = (id: string) =>
  auth.probe
    .all(recordChanged)
    .filter(({ data }) => data.id === id)
    .map(({ data, sequence, subject }) => ({ ...data, sequence, subject }));

describe('an agent as a record', () => {
  test('is made by the rules of the call that the specification has, and can sign in', async () => {
    const body = given();
    const {
      status,
      answer,
      body: raw,
    } = await auth.admin.call(create, { body: { ...body, clientId: 'of-lee' } });
    expect(status).toBe(200);
    const { password: _password, ...written } = body;
    expect(answer).toEqual({
      ...written,
      ...{ id: answer.id, version: 1, fullname: 'Lee Novak', states: ['CA', 'TX'], subroles: [1, 2] },
      ...{ mailbox: 1, banned: 0, not_assign: 0, role_id: 2, team_id: null },
    });
    expect(JSON.stringify(raw)).not.toContain('of-lee');
    const signedIn = await auth.stranger.call(signIn, {
      body: { email: body.email, password: agentPassword },
    });
    expect(signedIn.answer.user).toMatchObject({ id: answer.id, role_id: 2 });
    await auth.probe.waitFor(recordChanged, ({ data }) => data.id === answer.id);
    expect(changes(answer.id)).toEqual([
      {
        ...{ resource: 'agents', id: answer.id, change: 'created', user_id: null },
        ...{ sequence: 1, subject: `agents/${answer.id}` },
      },
    ]);
  });

  test('is read, listed by name, found by the beginnings of words and narrowed', async () => {
    const zoe = await made({ ...given(), fname: 'zoe', lname: 'Quill', states: ['TX'] });
    const abe = await made({ ...given(), fname: 'Abe', lname: 'Quill', states: ['CA'] });
    expect((await auth.admin.call(one, { params: { id: zoe.id } })).answer).toEqual(zoe);
    const found = async (filter: object) =>
      (await auth.admin.call(list, { query: { filter: JSON.stringify(filter) } })).answer;
    expect(await found({ q: 'qui' })).toEqual([abe, zoe]);
    expect(await found({ q: 'qui', states: ['TX'] })).toEqual([zoe]);
    expect(await found({ id: [zoe.id] })).toEqual([zoe]);
    expect(await found({ q: 'qui', subroles: ['2'], banned: ['1'] })).toEqual([]);
    const { answer: turned } = await auth.admin.call(list, {
      query: { filter: '{"q":"qui"}', sort: '["email","DESC"]', range: '[0,0]' },
    });
    expect(turned).toHaveLength(1);
    const secret = await auth.admin.call(list, { query: { sort: '["password","ASC"]' } });
    expect(secret.status).toBe(422);
  });

  test('is changed on the version that was read; what is not sent of secrets stays', async () => {
    const agent = await made();
    const { answer } = await auth.admin.call(change, {
      params: { id: agent.id },
      body: { ...asRead(agent), lname: 'Okoro', banned: 1, clientSecret: 'sealed' },
    });
    expect(answer).toEqual({
      ...agent,
      version: 2,
      lname: 'Okoro',
      fullname: 'Lee Okoro',
      banned: 1,
      mailbox: 1,
    });
    const stored = await auth.service.ctx.models.users.findById(agent.id).lean();
    if (stored?.email_credentials === undefined) throw new Error('No credentials are stored');
    expect(open(auth.config.encryptionKeys, agent.id, stored.email_credentials).clientSecret).toBe('sealed');
    await auth.probe.waitFor(recordChanged, ({ data }) => data.id === agent.id && data.change === 'updated');
    expect(changes(agent.id).at(-1)).toMatchObject({ change: 'updated', sequence: 2 });
  });

  test('that somebody else changed is refused with what stands, field by field', async () => {
    const agent = await made();
    const body = { ...asRead(agent), lname: 'Mine' };
    await auth.admin.call(change, {
      params: { id: agent.id },
      body: { ...body, lname: 'Theirs', states: [] },
    });
    const { status, refusal } = await auth.admin.call(change, { params: { id: agent.id }, body });
    expect(status).toBe(409);
    expect(refusal.conflict).toEqual({
      version: 2,
      changed_by: 'First Admin',
      fields: [
        { field: 'lname', yours: 'Mine', theirs: 'Theirs' },
        { field: 'states', yours: ['CA', 'TX'], theirs: [] },
      ],
    });
    const { answer } = await auth.admin.call(one, { params: { id: agent.id } });
    expect(answer).toMatchObject({ version: 2, lname: 'Theirs' });
  });

  test('is no other version for being online; the specification’s calls and the own phone count', async () => {
    const { user, client } = await auth.newUser();
    const version = async () => (await auth.admin.call(one, { params: { id: user.id } })).answer.version;
    await client.call(setActive, { body: { user_id: user.id, active: 1 } });
    expect(await version()).toBe(1);
    const { fname, lname, email } = user;
    await auth.admin.call(updateAgent, {
      params: { id: user.id },
      body: { fname, lname, email, not_assign: 1 },
    });
    expect(await version()).toBe(2);
    await client.call(updateUser, { body: { id: user.id, text_message: 'Back soon' } });
    expect(await version()).toBe(2);
    await client.call(updateUser, { body: { id: user.id, phone: '(214)555-0166' } });
    expect(await version()).toBe(3);
  });

  test('from before there were versions is at 0, and is changed from there', async () => {
    const agent = await made();
    await auth.service.ctx.models.users.updateOne({ _id: agent.id }, { $unset: { account_version: 1 } });
    const { answer } = await auth.admin.call(change, {
      params: { id: agent.id },
      body: { ...asRead(agent), version: 0, lname: 'Old' },
    });
    expect(answer).toMatchObject({ version: 1, lname: 'Old' });
  });

  test('with a new password ends the sessions', async () => {
    const { user, client } = await auth.newUser();
    const agent = (await auth.admin.call(one, { params: { id: user.id } })).answer;
    await auth.admin.call(change, {
      params: { id: user.id },
      body: { ...asRead(agent), password: 'set by the admin' },
    });
    expect((await client.call(getSettings, {})).refusal.code).toBe('session_ended');
  });
});

describe('it is refused', () => {
  test('with every wrong field named, and nothing is made', async () => {
    const wrong = await auth.admin.call(create, {
      body: {
        ...given(),
        fname: '',
        email: 'nowhere',
        phone: '1',
        password: 'short',
        states: ['XX' as 'TX'],
      },
    });
    expect(wrong.status).toBe(422);
    expect(wrongFields(wrong)).toEqual(['email', 'fname', 'password', 'phone', 'states.0']);
  });

  test('under an e-mail that somebody has, when it is made and when it is changed', async () => {
    const [taken, agent] = [await made(), await made()];
    const expected = { code: 'already_exists', errors: { email: 'This email is already in use' } };
    const twin = await auth.admin.call(create, { body: { ...given(), email: taken.email.toUpperCase() } });
    expect(twin.refusal).toMatchObject(expected);
    const moved = await auth.admin.call(change, {
      params: { id: agent.id },
      body: { ...asRead(agent), email: taken.email },
    });
    expect([moved.status, moved.refusal]).toEqual([409, expect.objectContaining(expected)]);
  });

  test('of a guide, of an admin and of nobody: 404, as no agent', async () => {
    const guide = await auth.newUser({ role_id: 3 });
    const body = asRead(await made());
    for (const id of [guide.user.id, auth.adminId, uniqueId()]) {
      expect((await auth.admin.call(one, { params: { id } })).status).toBe(404);
      expect((await auth.admin.call(change, { params: { id }, body })).status).toBe(404);
    }
  });

  test('to agents, guides and strangers', async () => {
    const agent = await auth.newUser();
    const guide = await auth.newUser({ role_id: 3 });
    for (const { client, user } of [agent, guide]) {
      expect((await client.call(list, { query: {} })).refusal.code).toBe('forbidden');
      expect((await client.call(one, { params: { id: user.id } })).refusal.code).toBe('forbidden');
      expect((await client.call(create, { body: given() })).refusal.code).toBe('forbidden');
    }
    expect((await auth.stranger.call(list, { query: {} })).refusal.code).toBe('session_ended');
  });
});

test('a guide is made, listed and changed as one, without states', async () => {
  const { states: _none, ...body } = given();
  const { answer: guide } = await auth.admin.call(guides.calls.create, { body });
  expect(guide).not.toHaveProperty('states');
  const signedIn = await auth.stranger.call(signIn, { body: { email: body.email, password: agentPassword } });
  expect(signedIn.answer.user.role_id).toBe(3);
  const { answer: listed } = await auth.admin.call(guides.calls.list, { query: { range: '[0,99]' } });
  expect(listed).toContainEqual(guide);
  expect(listed.map(({ id }) => id)).not.toContain((await made()).id);
  const { id, fullname: _name, mailbox: _set, ...written } = guide;
  const { answer } = await auth.admin.call(guides.calls.change, {
    params: { id },
    body: { ...written, fname: 'Gil', subroles: [2] },
  });
  expect(answer).toMatchObject({ version: 2, fullname: 'Gil Novak', subroles: [2] });
  await auth.probe.waitFor(recordChanged, ({ data }) => data.id === id && data.change === 'updated');
  expect(changes(id).map(({ resource }) => resource)).toEqual(['guides', 'guides']);
});
