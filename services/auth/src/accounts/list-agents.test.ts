import {
  listAgents,
  listSubroles,
  listSuitableAgents,
  listSuitableAgentsForStates,
  updateAgent,
} from '@crm/contracts/http/agents.js';
import { countOnlineAgents, reportSockets, snapshotUsers } from '@crm/contracts/http/auth.js';
import { setActive } from '@crm/contracts/http/account.js';
import { startAuth, wrongFields, type AuthServer, type SignedIn } from '../test/auth-server.js';

let auth: AuthServer;
let texan: SignedIn;
let guide: SignedIn;
const name = (each: { fname: string }) => each.fname;

beforeAll(async () => {
  auth = await startAuth();
  await auth.newUser({ fname: 'both', states: ['TX', 'CA'] });
  texan = await auth.newUser({ fname: 'Texan', states: ['TX'] });
  guide = await auth.newUser({ fname: 'Guide', role_id: 3 });
  for (const [fname, change] of [
    ['Banned', { banned: 1 }],
    ['Kept out', { not_assign: 1 }],
  ] as const) {
    const { user } = await auth.newUser({ fname, states: ['TX', 'CA'] });
    const { id, lname, email } = user;
    await auth.admin.call(updateAgent, { params: { id }, body: { fname, lname, email, ...change } });
  }
});
afterAll(() => auth.stop());

test('an admin lists all agents and guides by name, banned ones too, and no admin', async () => {
  const { answer } = await auth.admin.call(listAgents, {});
  expect(answer.agents.map(name)).toEqual(['Banned', 'both', 'Guide', 'Kept out', 'Texan']);
});

test('nobody else lists them', async () => {
  for (const { client } of [texan, guide])
    expect((await client.call(listAgents, {})).refusal.code).toBe('forbidden');
  expect((await auth.stranger.call(listAgents, {})).refusal.code).toBe('session_ended');
});

describe('suitable agents', () => {
  test('are role 2, licensed in the state, not banned and not kept out', async () => {
    for (const client of [auth.admin, texan.client]) {
      const { answer } = await client.call(listSuitableAgents, { body: { state_id: 'TX' } });
      expect(answer.agents.map(name)).toEqual(['both', 'Texan']);
    }
    const { answer } = await auth.admin.call(listSuitableAgents, { body: { state_id: 'NV' } });
    expect(answer.agents).toEqual([]);
  });

  test.each([
    [['TX', 'CA'], ['both']],
    [['TX'], ['both', 'Texan']],
    [['TX', 'NV'], []],
    [[], ['both', 'Texan']],
  ] as const)('for the states %j are %j', async (states, names) => {
    const { answer } = await auth.admin.call(listSuitableAgentsForStates, { body: { states: [...states] } });
    expect(answer.agents.map(name)).toEqual(names);
  });

  test('are not told to guides and strangers', async () => {
    const one = { body: { state_id: 'TX' as const } };
    const many = { body: { states: ['TX' as const] } };
    expect((await guide.client.call(listSuitableAgents, one)).refusal.code).toBe('forbidden');
    expect((await guide.client.call(listSuitableAgentsForStates, many)).refusal.code).toBe('forbidden');
    expect((await auth.stranger.call(listSuitableAgents, one)).refusal.code).toBe('session_ended');
    expect((await auth.stranger.call(listSuitableAgentsForStates, many)).refusal.code).toBe('session_ended');
  });

  test('are not looked for in states that are none: every one is named', async () => {
    const one = await auth.raw(listSuitableAgents, auth.adminToken, { state_id: 'ZZ' });
    expect([one.status, wrongFields(one)]).toEqual([422, ['state_id']]);
    const many = await auth.raw(listSuitableAgentsForStates, auth.adminToken, { states: ['ZZ', 'TX', 5] });
    expect([many.status, wrongFields(many)]).toEqual([422, ['states.0', 'states.2']]);
  });
});

test('everybody signed in may ask for the sub-roles', async () => {
  for (const client of [auth.admin, texan.client, guide.client]) {
    expect((await client.call(listSubroles, {})).answer.subroles).toEqual([
      { id: 1, title: 'Life' },
      { id: 2, title: 'Health' },
    ]);
  }
  expect((await auth.stranger.call(listSubroles, {})).refusal.code).toBe('session_ended');
});

test('everybody signed in may ask how many agents are online: role 2 alone', async () => {
  await auth.internal.call(reportSockets, {
    body: { gateway: 'g1', users: { [texan.user.id]: 1, [guide.user.id]: 1 } },
  });
  for (const { user, client } of [texan, guide])
    await client.call(setActive, { body: { user_id: user.id, active: 1 } });
  for (const client of [auth.admin, texan.client, guide.client])
    expect((await client.call(countOnlineAgents, {})).answer).toEqual({ agents: 1 });
  expect((await auth.stranger.call(countOnlineAgents, {})).refusal.code).toBe('session_ended');
});

describe('the snapshot of users', () => {
  test('holds everybody, page by page', async () => {
    const { answer } = await auth.internal.call(snapshotUsers, { query: {} });
    expect(answer.next).toBeNull();
    expect(answer.users).toHaveLength(6);
    expect(answer.users.map(({ id }) => id)).toEqual(answer.users.map(({ id }) => id).sort());
    const [first, ...others] = answer.users;
    const rest = await auth.internal.call(snapshotUsers, { query: { after: first?.id } });
    expect(rest.answer.users).toEqual(others);
  });

  test('is for services alone', async () => {
    for (const client of [auth.admin, texan.client, auth.stranger])
      expect((await client.call(snapshotUsers, { query: {} })).refusal.code).toBe('forbidden');
  });
});
