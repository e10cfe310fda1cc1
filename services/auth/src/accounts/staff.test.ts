import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { userBanned, userSessionsEnded } from '@crm/contracts/bus/events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { updateAgent } from '@crm/contracts/http/agents.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { agents, staff, type StaffAccount } from '@crm/contracts/resources/person.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { agentPassword, startAuth, type AuthServer } from '../test/auth-server.js';

const { list, one, create, change } = staff.calls;

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterAll(() => auth.stop());

type Role = StaffAccount['role_id'];

const given = (role_id: Role = roles.admin) => ({
  ...{ fname: 'Ada', lname: 'Second', email: uniqueEmail('ada'), phone: '' as const },
  ...{ role_id, password: agentPassword },
});

interface Member {
  account: StaffAccount;
  token: string;
  client: HttpClient;
}

async function member(role: Role = roles.admin): Promise<Member> {
  const body = given(role);
  const { answer } = await auth.admin.call(create, { body });
  const credentials = { email: body.email, password: agentPassword };
  const { token } = (await auth.stranger.call(signIn, { body: credentials })).answer;
  return { account: staff.record.parse(answer), token, client: auth.stranger.as(token) };
}

/** What a change sends of an account as it stands. */
const changed = ({ id, fullname: _name, ...written }: StaffAccount, more: Partial<StaffAccount>) => ({
  params: { id },
  body: { ...written, ...more },
});
const isOver = async (client: HttpClient) =>
  (await client.call(getSettings, {})).refusal?.code === 'session_ended';

describe('an admin', () => {
  test('is added by another, with a first password, and has an admin’s rights', async () => {
    const { account, client } = await member();
    expect(account).toMatchObject({ version: 1, fullname: 'Ada Second', role_id: 1, banned: 0 });
    expect((await client.call(list, { query: {} })).status).toBe(200);
    const event = await auth.probe.waitFor(recordChanged, ({ data }) => data.id === account.id);
    expect(event.data).toEqual({ resource: 'staff', id: account.id, change: 'created', user_id: null });
  });

  test('is listed with the first one, and no agent is', async () => {
    const { account } = await member();
    const agent = (await auth.newUser()).user;
    const { answer } = await auth.admin.call(list, { query: { range: '[0,99]' } });
    const ids = answer.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([auth.adminId, account.id]));
    expect(ids).not.toContain(agent.id);
    expect((await auth.admin.call(one, { params: { id: agent.id } })).status).toBe(404);
  });

  test('cannot be made with the e-mail of another account', async () => {
    const { account } = await member();
    const body = { ...given(), email: account.email.toUpperCase() };
    const { status, refusal } = await auth.admin.call(create, { body });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([409, ['email']]);
  });

  test('is changed and banned by another: every session ends at once, and it is told', async () => {
    const { account, client } = await member();
    const { answer } = await auth.admin.call(change, changed(account, { lname: 'Third' }));
    expect(answer).toMatchObject({ version: 2, fullname: 'Ada Third' });
    expect((await auth.admin.call(change, changed(answer, { banned: 1 }))).answer.banned).toBe(1);
    expect(await isOver(client)).toBe(true);
    await auth.probe.waitFor(userBanned, ({ data }) => data.user_id === account.id);
    const lifted = { ...answer, version: 3 };
    expect((await auth.admin.call(change, changed(lifted, { banned: 0 }))).answer.banned).toBe(0);
  });

  test('is no account of the specification’s own call, nor an agent’s', async () => {
    const { account } = await member();
    const { fname, lname, email, id } = account;
    const body = { fname, lname, email, banned: 1 } as const;
    expect((await auth.admin.call(updateAgent, { params: { id }, body })).status).toBe(404);
    expect((await auth.admin.call(agents.calls.one, { params: { id } })).status).toBe(404);
  });

  test('can neither ban themselves nor change their own role', async () => {
    const { account, client } = await member();
    const banned = await client.call(change, changed(account, { banned: 1 }));
    expect([banned.status, banned.refusal.errors]).toEqual([422, { banned: 'You cannot ban yourself' }]);
    const degraded = await client.call(change, changed(account, { role_id: roles.auditor }));
    expect([degraded.status, degraded.refusal.errors]).toEqual([
      422,
      { role_id: 'You cannot change your own role' },
    ]);
    expect((await client.call(list, { query: {} })).status).toBe(200);
  });

  test('who is given another role has it with the next session', async () => {
    const { account, client } = await member();
    const { answer } = await auth.admin.call(change, changed(account, { role_id: roles.operator }));
    expect(answer.role_id).toBe(roles.operator);
    expect(await isOver(client)).toBe(true);
    await auth.probe.waitFor(userSessionsEnded, ({ data }) => data.user_id === account.id);
    const credentials = { email: account.email, password: agentPassword };
    const { token } = (await auth.stranger.call(signIn, { body: credentials })).answer;
    expect((await auth.stranger.as(token).call(list, { query: {} })).refusal.code).toBe('forbidden');
  });
});

test.each([roles.compliance, roles.auditor, roles.operator] as const)(
  'role %d keeps no accounts, and has its own session',
  async (role) => {
    const { account, client } = await member(role);
    expect((await client.call(list, { query: {} })).refusal.code).toBe('forbidden');
    expect((await client.call(create, { body: given() })).refusal.code).toBe('forbidden');
    expect((await client.call(change, changed(account, { role_id: roles.admin }))).refusal.code).toBe(
      'forbidden',
    );
    expect((await client.call(getSettings, {})).status).toBe(200);
  },
);

describe('one admin who may sign in stays', () => {
  const activeAdmins = () => auth.service.ctx.models.users.countDocuments({ role_id: 1, banned: 0 });

  /** Bans every admin but these. */
  async function leave(...stay: readonly string[]): Promise<void> {
    await auth.service.ctx.models.users.updateMany(
      { role_id: 1, _id: { $nin: stay } },
      { $set: { banned: 1 } },
    );
  }

  test('where two ban each other at the same moment, in two processes', async () => {
    const replica = await auth.replica();
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await member(), await member()];
      await leave(a.account.id, b.account.id);
      const there = httpClient(replica.url, b.token);
      const [first, second] = await Promise.all([
        a.client.call(change, changed(b.account, { banned: 1 })),
        there.call(change, changed(a.account, { banned: 1 })),
      ]);
      expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1);
      expect(await activeAdmins()).toBe(1);
      await auth.service.ctx.models.users.updateMany({ role_id: 1 }, { $set: { banned: 0 } });
      await auth.signInAdmin();
    }
  });

  test('where one bans and the other degrades', async () => {
    const [a, b] = [await member(), await member()];
    await leave(a.account.id, b.account.id);
    await Promise.all([
      a.client.call(change, changed(b.account, { banned: 1 })),
      b.client.call(change, changed(a.account, { role_id: roles.auditor })),
    ]);
    expect(await activeAdmins()).toBe(1);
    await auth.service.ctx.models.users.updateMany({ role_id: 1 }, { $set: { banned: 0 } });
    await auth.signInAdmin();
  });

  test('and a change whose process died holds nobody up for longer than a minute', async () => {
    const { account } = await member();
    await leave(auth.adminId, account.id);
    await auth.service.ctx.models.leavingAdmins.updateOne(
      { _id: 'admins' },
      {
        $push: { leaving: { claim: 'lost', user_id: auth.adminId, at: auth.clock.now() } },
        $inc: { version: 1 },
      },
      { upsert: false },
    );
    const ban = () => auth.admin.call(change, changed(account, { banned: 1 }));
    const refused = await ban();
    expect([refused.status, refused.refusal.errors]).toEqual([
      422,
      { banned: 'At least one admin must be able to sign in' },
    ]);
    expect(await activeAdmins()).toBe(2);
    await auth.advance(61_000);
    expect((await ban()).status).toBe(200);
    await auth.service.ctx.models.users.updateMany({ role_id: 1 }, { $set: { banned: 0 } });
  });
});
