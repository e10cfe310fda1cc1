import {
  userBanned,
  userPresenceChanged,
  userSessionsEnded,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import { listAgents, updateAgent } from '@crm/contracts/http/agents.js';
import { countOnlineAgents, reportSockets, signIn } from '@crm/contracts/http/auth.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { setActive } from '@crm/contracts/http/account.js';
import type { User } from '@crm/contracts/entities/user.js';
import type { CallInput } from '@crm/platform/http/call-address.js';
import type { HttpClient } from '@crm/platform/testing/http-client.js';
import { uniqueEmail, uniqueId } from '@crm/platform/testing/unique.js';
import {
  adminEmail,
  agentPassword,
  claimsOf,
  startAuth,
  wrongFields,
  type AuthServer,
} from '../test/auth-server.js';
import { open } from '../user/email-credentials.js';

type Change = Partial<CallInput<typeof updateAgent>['body']>;

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const update = (
  { id, fname, lname, email }: Pick<User, 'id' | 'fname' | 'lname' | 'email'>,
  change: Change = {},
  client: HttpClient = auth.admin,
) => client.call(updateAgent, { params: { id }, body: { fname, lname, email, ...change } });
const signInAs = (email: string, password = agentPassword) =>
  auth.stranger.call(signIn, { body: { email, password } });

describe('updating an agent', () => {
  test('changes what is sent, keeps what is not, and tells everybody', async () => {
    const { user } = await auth.newUser({ states: ['TX'], phone: '(214)555-0100' });
    const email = uniqueEmail('moved');
    const { status, answer } = await update(user, { lname: 'Novak', email, not_assign: 1 });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ status: 'success', message: 'Saved' });
    expect(answer.user).toEqual({
      ...user,
      lname: 'Novak',
      fullname: `${user.fname} Novak`,
      email,
      not_assign: 1,
      version: 2,
      updatedAt: auth.clock.now().toISOString(),
    });
    const published = await auth.probe.waitFor(userUpdated, ({ data }) => data.id === user.id);
    expect(published).toMatchObject({ subject: `user/${user.id}`, sequence: 2, data: answer.user });
    expect((await signInAs(user.email)).status).toBe(401);
    expect((await signInAs(email)).status).toBe(200);
  });

  test('with nothing new writes nothing and tells nobody', async () => {
    const { user } = await auth.newUser();
    const { answer } = await update(user);
    expect(answer.user).toEqual(user);
    await update(user, { not_assign: 1 });
    await auth.probe.waitFor(userUpdated, ({ data }) => data.id === user.id && data.not_assign === 1);
    expect(auth.probe.all(userUpdated).filter(({ data }) => data.id === user.id)).toHaveLength(1);
  });

  test('sets a new password and ends every session of the user', async () => {
    const { user, client, token } = await auth.newUser();
    await update(user, { password: 'set by the admin' });
    expect((await client.call(getSettings, {})).refusal.code).toBe('session_ended');
    expect((await signInAs(user.email)).status).toBe(401);
    const again = await signInAs(user.email, 'set by the admin');
    expect(claimsOf(again.answer.token)).toMatchObject({ sv: 2 });
    expect(claimsOf(token)).toMatchObject({ sv: 1 });
    const { data } = await auth.probe.waitFor(userSessionsEnded, (event) => event.data.user_id === user.id);
    expect(data).toEqual({ user_id: user.id, session_version: 2 });
  });

  test('ends the sessions when a sub-role is taken away and not when one is given', async () => {
    const { user, client } = await auth.newUser({ subroles: [1] });
    await update(user, { subroles: [1, 2] });
    expect((await client.call(getSettings, {})).status).toBe(200);
    await update(user, { subroles: [2] });
    expect((await client.call(getSettings, {})).refusal.code).toBe('session_ended');
  });

  test('replaces the e-mail credentials that are filled and keeps the rest, sealed', async () => {
    const { user } = await auth.newUser({
      email_credentials: { clientId: 'a', clientSecret: 'b', refreshToken: 'c', accessToken: 'd' },
    });
    const { answer, body } = await update(user, {
      email_credentials: { accessToken: 'fresh', clientId: '' },
    });
    expect(answer.user.email_credentials_set).toBe(true);
    expect(JSON.stringify(body)).not.toContain('fresh');
    const stored = await auth.service.ctx.models.users.findById(user.id).lean();
    if (stored?.email_credentials === undefined) throw new Error('No credentials are stored');
    expect(open(auth.config.encryptionKeys, user.id, stored.email_credentials)).toEqual({
      clientId: 'a',
      clientSecret: 'b',
      refreshToken: 'c',
      accessToken: 'fresh',
    });
  });

  test("changes the admin's own record", async () => {
    const { user } = await auth.newUser();
    const own = { ...user, id: auth.adminId, email: adminEmail, fname: 'Ada' };
    expect((await update(own)).answer.user).toMatchObject({ role_id: 1, fname: 'Ada' });
  });

  test('of two admins at once keeps what both changed', async () => {
    const { user } = await auth.newUser();
    await Promise.all([update(user, { not_assign: 1 }), update(user, { states: ['TX'] })]);
    const { answer } = await auth.admin.call(listAgents, {});
    expect(answer.agents.find(({ id }) => id === user.id)).toMatchObject({ not_assign: 1, states: ['TX'] });
  });
});

describe('a ban', () => {
  test('ends every session, takes the presence back and tells everybody', async () => {
    const { user, client } = await auth.newUser();
    await auth.internal.call(reportSockets, { body: { gateway: 'g-ban', users: { [user.id]: 1 } } });
    await client.call(setActive, { body: { user_id: user.id, active: 1 } });
    const online = (await auth.admin.call(countOnlineAgents, {})).answer.agents;

    const { answer } = await update(user, { banned: 1 });
    expect(answer.user).toMatchObject({ banned: 1, online: 0, active: 0, in_call: 0, AD_Status: 0 });
    expect((await client.call(getSettings, {})).refusal.code).toBe('session_ended');
    expect((await signInAs(user.email)).status).toBe(401);
    expect((await auth.admin.call(countOnlineAgents, {})).answer.agents).toBe(online - 1);

    const isTheirs = ({ data }: { data: { user_id: string } }) => data.user_id === user.id;
    await auth.probe.waitFor(userBanned, isTheirs);
    await auth.probe.waitFor(userSessionsEnded, isTheirs);
    const { data } = await auth.probe.waitFor(
      userPresenceChanged,
      (event) => isTheirs(event) && event.data.active === 0,
    );
    expect(data).toMatchObject({ online: 0, agents: online - 1 });
  });

  test('holds in another instance with its next look', async () => {
    const replica = await auth.replica();
    const { user, token } = await auth.newUser();
    await update(user, { banned: 1 });
    await replica.ctx.sessions.poll();
    const used = await fetch(`${replica.url}${getSettings.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(used.status).toBe(403);
  });

  test('said twice bans once; lifted, the user signs in again', async () => {
    const { user } = await auth.newUser();
    await update(user, { banned: 1 });
    await update(user, { banned: 1 });
    await update(user, { banned: 0 });
    expect((await signInAs(user.email)).status).toBe(200);
    await auth.probe.waitFor(userUpdated, ({ data }) => data.id === user.id && data.version === 3);
    expect(auth.probe.all(userBanned).filter(({ data }) => data.user_id === user.id)).toHaveLength(1);
  });
});

describe('an update is refused', () => {
  test('with every wrong field named at once, and nothing changes', async () => {
    const { user } = await auth.newUser();
    const wrong = await update(user, {
      fname: '',
      lname: '',
      email: 'nowhere',
      password: 'short',
      phone: '1',
      twilio_phone: '2',
    });
    expect(wrong.status).toBe(422);
    expect(wrongFields(wrong)).toEqual(['email', 'fname', 'lname', 'password', 'phone', 'twilio_phone']);
    const { answer } = await auth.admin.call(listAgents, {});
    expect(answer.agents).toContainEqual(user);
  });

  test('for a guide with states', async () => {
    const { user } = await auth.newUser({ role_id: 3 });
    const refused = await update(user, { states: ['TX'] });
    expect(refused.status).toBe(422);
    expect(wrongFields(refused)).toEqual(['states']);
  });

  test('with a number no phone has', async () => {
    const { user } = await auth.newUser();
    const refused = await update(user, { phone: '(014)555-0100' });
    expect(refused.status).toBe(422);
    expect(wrongFields(refused)).toEqual(['phone']);
  });

  test('under an e-mail that somebody else has', async () => {
    const { user } = await auth.newUser();
    const { user: other } = await auth.newUser();
    const { status, refusal } = await update(user, { email: other.email.toUpperCase() });
    expect(status).toBe(409);
    expect(refusal).toMatchObject({
      code: 'already_exists',
      errors: { email: 'This email is already in use' },
    });
  });

  test('to admins who would ban themselves or set their own password without the old one', async () => {
    const own = { id: auth.adminId, fname: 'First', lname: 'Admin', email: adminEmail };
    const refused = await update(own, { banned: 1, password: 'without the old one' });
    expect(refused.status).toBe(422);
    expect(wrongFields(refused)).toEqual(['banned', 'password']);
  });

  test('for another admin, and for nobody: 404 either way', async () => {
    const { models } = auth.service.ctx;
    const { user } = await auth.newUser();
    await models.users.updateOne({ _id: user.id }, { $set: { role_id: 1 } });
    for (const id of [user.id, uniqueId()]) {
      const { status, refusal } = await update({ ...user, id });
      expect(status).toBe(404);
      expect(refusal.code).toBe('not_found');
    }
    expect((await update({ ...user, id: 'no-id' })).refusal.errors).toEqual({ id: 'Not a valid id' });
  });

  test('to agents, guides and strangers, also about themselves', async () => {
    const agent = await auth.newUser();
    const guide = await auth.newUser({ role_id: 3 });
    for (const { user, client } of [agent, guide])
      expect((await update(user, { not_assign: 1 }, client)).refusal.code).toBe('forbidden');
    expect((await update(agent.user, {}, auth.stranger)).refusal.code).toBe('session_ended');
  });
});
