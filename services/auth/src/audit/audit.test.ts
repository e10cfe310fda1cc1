import { readFile } from 'node:fs/promises';
import { createAgent, updateAgent } from '@crm/contracts/http/agents.js';
import {
  changePassword,
  changeUserStatus,
  listAudit,
  setActive,
  updateSettings,
  updateSettingsFields,
  updateUser,
} from '@crm/contracts/http/auth.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { auditActions } from './audit.model.js';
import {
  adminEmail,
  adminPassword,
  agentPassword,
  startAuth,
  wrongFields,
  type AuthServer,
} from '../test/auth-server.js';
import { moveAudit } from './save-audit.js';

let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth();
});
afterEach(() => auth.stop());

const entries = async (query = {}) => (await auth.admin.call(listAudit, { query })).answer;

test('every admin action leaves an entry: who, what, to whom, which fields, never a value', async () => {
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

  const { entries: all, totalCount } = await entries();
  const of = `user/${user.id}`;
  expect(all.map(({ action, subject, changed }) => [action, subject, changed])).toEqual([
    ['user.updated', `user/${auth.adminId}`, ['fname']],
    ['settings.updated', 'settings', ['default_voice_mail']],
    ['settings.updated', 'settings', ['assignment']],
    ['user.presence-changed', of, ['in_call']],
    ['user.updated', of, ['phone']],
    ['user.updated', of, ['banned']],
    ['user.updated', of, ['email_credentials', 'lname', 'password']],
    ['user.created', of, ['email', 'email_credentials', 'fname', 'lname', 'password', 'role_id']],
  ]);
  expect(totalCount).toBe(8);
  expect(new Set(all.map(({ actor_id }) => actor_id))).toEqual(new Set([auth.adminId]));
  expect(all[0]?.at).toBe(auth.clock.now().toISOString());
  expect(JSON.stringify(all)).not.toMatch(/of-lee|argon2|set by the admin/);
});

test('what everybody does with the own account leaves none, nor does what changes nothing', async () => {
  const { user, client } = await auth.newUser();
  const { totalCount: before } = await entries();
  await client.call(updateUser, { body: { id: user.id, phone: '(214)555-0100' } });
  await client.call(setActive, { body: { user_id: user.id, active: 1 } });
  await client.call(changePassword, {
    params: { userId: user.id },
    body: { old_password: agentPassword, new_password: 'another password now' },
  });
  await auth.admin.call(updateUser, { body: { id: auth.adminId, text_message: 'my own' } });
  await auth.admin.call(changePassword, {
    params: { userId: auth.adminId },
    body: { old_password: adminPassword, new_password: 'another password now' },
  });
  const { fname, lname, email } = user;
  await auth.admin.call(updateAgent, { params: { id: user.id }, body: { fname, lname, email } });
  expect((await entries()).totalCount).toBe(before);
});

test('refused actions leave none', async () => {
  const { user } = await auth.newUser();
  const { totalCount: before } = await entries();
  const { fname, lname } = user;
  await auth.admin.call(updateAgent, { params: { id: user.id }, body: { fname, lname, email: adminEmail } });
  expect((await entries()).totalCount).toBe(before);
});

test('entries are moved once, whoever moves them and however often it is begun anew', async () => {
  const { user } = await auth.newUser();
  const { users } = auth.service.ctx.models;
  await Promise.all([moveAudit(auth.service.ctx), moveAudit(auth.service.ctx)]);
  expect((await entries()).totalCount).toBe(1);
  // Crashed after moving the entries and before clearing the marker.
  await users.updateOne({ _id: user.id }, { $set: { audit: [], auditAt: auth.clock.now() } });
  await moveAudit(auth.service.ctx);
  expect(await users.countDocuments({ auditAt: { $exists: true } })).toBe(0);
  expect((await entries()).totalCount).toBe(1);
});

test('a page is as long as asked, newest first', async () => {
  for (let count = 0; count < 5; count += 1) {
    auth.clock.advance(1000);
    await auth.newUser();
  }
  const all = (await entries()).entries;
  const { entries: second, totalCount } = await entries({ limit: 2, page: 2 });
  expect(second).toEqual(all.slice(2, 4));
  expect(totalCount).toBe(5);
});

test('agents, guides and strangers do not read it, and a page must be one', async () => {
  const agent = await auth.newUser();
  const guide = await auth.newUser({ role_id: 3 });
  for (const { client } of [agent, guide])
    expect((await client.call(listAudit, { query: {} })).refusal.code).toBe('forbidden');
  expect((await auth.stranger.call(listAudit, { query: {} })).refusal.code).toBe('session_ended');
  const wrong = await auth.admin.call(listAudit, { query: { limit: 1000, page: 0 } });
  expect([wrong.status, wrongFields(wrong)]).toEqual([422, ['limit', 'page']]);
});

test('the page on threats names every action that is entered, so that it promises no other', async () => {
  const page = await readFile(new URL('../../../../deploy/docs/threats.md', import.meta.url), 'utf8');
  for (const action of auditActions) expect(page).toContain(`\`${action}\``);
  expect(page).not.toMatch(/Actions are kept/);
});
