import { createAgent, updateAgent } from '@crm/contracts/http/agents.js';
import { listAuditEntries, type AuditEntryView, type AuditFilter } from '@crm/contracts/http/audit.js';
import { changePassword, changeUserStatus, setActive, updateUser } from '@crm/contracts/http/account.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { updateSettings, updateSettingsFields } from '@crm/contracts/http/settings.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { adminEmail, agentPassword, startAuth, wrongFields, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth();
});
afterEach(() => auth.stop());

const entries = async (filter: Partial<AuditFilter> = {}): Promise<AuditEntryView[]> =>
  (
    await auth.admin.call(listAuditEntries, {
      params: { service: 'auth' },
      query: { ...filter, range: '[0,99]' },
    })
  ).answer;

test('every admin action leaves an entry: who, what, to whom, what it was and is, never a secret', async () => {
  const email = uniqueEmail('audited');
  const { user } = (
    await auth.admin.call(createAgent, {
      body: {
        role_id: 2,
        fname: 'Lee',
        lname: 'Novak',
        email,
        password: agentPassword,
        email_credentials: { clientSecret: 'secret-of-lee' },
      },
    })
  ).answer;
  const names = { fname: 'Lee', lname: 'Novak', email };
  auth.clock.advance(1000);
  await auth.admin.call(updateAgent, {
    params: { id: user.id },
    body: {
      ...names,
      lname: 'Moss',
      password: 'set by the admin',
      email_credentials: { clientId: 'id-of-lee' },
    },
  });
  auth.clock.advance(1000);
  await auth.admin.call(updateAgent, {
    params: { id: user.id },
    body: { ...names, lname: 'Moss', banned: 1 },
  });
  auth.clock.advance(1000);
  await auth.admin.call(updateUser, { body: { id: user.id, phone: '(214)555-0100' } });
  auth.clock.advance(1000);
  await auth.admin.call(changeUserStatus, { body: { user_id: user.id, field: 'in_call', status: 1 } });
  auth.clock.advance(1000);
  await auth.admin.call(updateSettings, { body: { assignment: 1, default_phone: '' } });
  auth.clock.advance(1000);
  await auth.admin.call(updateSettingsFields, { body: { fields: { default_voice_mail: '/vm' } } });
  auth.clock.advance(1000);
  await auth.admin.call(updateAgent, {
    params: { id: auth.adminId },
    body: { fname: 'Ada', lname: 'Admin', email: adminEmail },
  });

  const all = (await entries()).filter(({ action }) => /^(user|settings)\./.test(action));
  const of = [`user/${user.id}`];
  const fields = ({ changes }: AuditEntryView) => changes.map(({ field }) => field);
  expect(all.map((entry) => [entry.action, entry.subjects, fields(entry)])).toEqual([
    ['user.updated', [`user/${auth.adminId}`], ['fname']],
    ['settings.updated', ['settings'], ['default_voice_mail']],
    ['settings.updated', ['settings'], ['assignment']],
    ['user.presence-changed', of, ['in_call']],
    ['user.updated', of, ['phone']],
    ['user.updated', of, ['banned']],
    ['user.updated', of, ['email_credentials', 'lname', 'password']],
    [
      'user.created',
      of,
      expect.arrayContaining(['email', 'email_credentials', 'fname', 'lname', 'password', 'role_id']),
    ],
  ]);
  expect(all[5]?.changes).toEqual([{ field: 'banned', before: '0', after: '1' }]);
  expect(all[6]?.changes).toEqual([
    { field: 'email_credentials' },
    { field: 'lname', before: 'Novak', after: 'Moss' },
    { field: 'password' },
  ]);
  expect(new Set(all.map(({ actor_id }) => actor_id))).toEqual(new Set([auth.adminId]));
  expect(all.every(({ outcome, address }) => outcome === 'done' && address !== '')).toBe(true);
  expect(all[0]?.at).toBe(auth.clock.now().toISOString());
  expect(JSON.stringify(all)).not.toMatch(/of-lee|argon2|set by the admin|quick /);
});

test('signing in leaves an entry, and so does a failure, never with the password', async () => {
  const { user } = await auth.newUser();
  const refused = await auth.stranger.call(signIn, { body: { email: user.email, password: 'not the one' } });
  expect(refused.status).toBe(401);
  const [failed, done] = await entries({ subject: `user/${user.id}`, action: 'session.started' });
  expect(done).toMatchObject({ actor_id: user.id, actor_name: user.fullname, outcome: 'done' });
  expect(failed).toMatchObject({ actor_id: 'nobody', outcome: 'denied' });
  expect(failed?.subjects).toContain(`account/${user.email}`);
  expect(JSON.stringify([failed, done])).not.toMatch(/not the one/);
});

test("one's own presence leaves none; one's own password and phone do", async () => {
  const { user, client } = await auth.newUser();
  await client.call(setActive, { body: { user_id: user.id, active: 1 } });
  await client.call(updateUser, { body: { id: user.id, phone: '(214)555-0100' } });
  await client.call(changePassword, {
    params: { userId: user.id },
    body: { old_password: agentPassword, new_password: 'another password now' },
  });
  expect((await entries({ actor: user.id })).map(({ action }) => action)).toEqual([
    'user.password-changed',
    'user.updated',
    'session.started',
  ]);
});

test("what is no agent's to do is entered as denied, wrong input not at all", async () => {
  const agent = await auth.newUser();
  const other = await auth.newUser();
  await agent.client.call(updateUser, { body: { id: other.user.id, phone: '(214)555-0100' } });
  const { fname, lname } = other.user;
  await auth.admin.call(updateAgent, {
    params: { id: other.user.id },
    body: { fname, lname, email: adminEmail },
  });
  const [denied, ...more] = await entries({ subject: `user/${other.user.id}`, action: 'user.updated' });
  expect(denied).toMatchObject({ actor_id: agent.user.id, outcome: 'denied', changes: [] });
  expect(more).toEqual([]);
});

test('agents, guides and strangers do not read the log, and a range must be one', async () => {
  const agent = await auth.newUser();
  const guide = await auth.newUser({ role_id: 3 });
  const asked = { params: { service: 'auth' as const }, query: {} };
  for (const { client } of [agent, guide])
    expect((await client.call(listAuditEntries, asked)).refusal.code).toBe('forbidden');
  expect((await auth.stranger.call(listAuditEntries, asked)).refusal.code).toBe('session_ended');
  const wrong = await auth.admin.call(listAuditEntries, { ...asked, query: { range: '[9,0]' } });
  expect([wrong.status, wrongFields(wrong)]).toEqual([422, ['range']]);
});
