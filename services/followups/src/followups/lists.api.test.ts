import type { FollowupFilter } from '@crm/contracts/entities/followup.js';
import type { CallInput } from '@crm/platform/http/call-address.js';
import * as calls from '@crm/contracts/http/followups.js';
import {
  after,
  hourMs,
  startFollowups,
  type FollowupsServer,
  type SignedIn,
} from '../test/followups-server.js';

let server: FollowupsServer;
let agent: SignedIn;
let other: SignedIn;
beforeEach(async () => {
  server = await startFollowups();
  agent = await server.signIn({ fullname: 'Dana Reyes' });
  other = await server.signIn({ fullname: 'Bea Abernathy' });
});
afterEach(() => server.stop());

type Body = CallInput<typeof calls.filterFollowups>['body'];

const filter = (who: SignedIn, params: FollowupFilter = {}, more: Partial<Body> = {}) =>
  who.client.call(calls.filterFollowups, { body: { params, user_id: who.user.id, ...more } });
const names = async (who: SignedIn, params?: FollowupFilter, more?: Partial<Body>) =>
  (await filter(who, params, more)).answer.followups.map(({ fullname }) => fullname);
const at = (hours: number) => ({ datetime: after(server.clock, hours * hourMs) });

/** Three of the agent's, one of them completed, and one of another agent's. */
async function someFollowups() {
  const anna = await server.givenFollowup(
    agent,
    { ...at(30), priority: 1 },
    { fullname: 'anna Berg', status: 'emailed' },
  );
  const cora = await server.givenFollowup(agent, { ...at(2), priority: 3 }, { fullname: 'Cora Delling' });
  const emil = await server.givenFollowup(agent, at(1), { fullname: 'Emil Faber' });
  await agent.client.call(calls.updateFollowup, { body: { id: emil.id, followup: { completed: 1 } } });
  const gus = await server.givenFollowup(other, at(3), { fullname: 'Gus Halloran' });
  return { anna, cora, emil, gus };
}

test('an agent has the own alone, those in progress first, by their time; an admin all', async () => {
  await someFollowups();
  expect(await names(agent)).toEqual(['Cora Delling', 'anna Berg', 'Emil Faber']);
  expect(await names(other)).toEqual(['Gus Halloran']);
  expect(await names(server.admin)).toEqual(['Cora Delling', 'Gus Halloran', 'anna Berg', 'Emil Faber']);
});

test('an agent who names others gets the own, and may not ask in another’s name', async () => {
  await someFollowups();
  expect(await names(agent, { user: [other.user.id] })).toEqual(['Cora Delling', 'anna Berg', 'Emil Faber']);
  expect((await filter(agent, {}, { user_id: other.user.id })).status).toBe(403);
});

test('a team lead has those of the team, chooses among them, and sets one for an agent', async () => {
  const { gus } = await someFollowups();
  const team_id = '66f0a1b2c3d4e5f601020b03';
  const lead = await server.signIn({ role_id: 4, team_id });
  expect(await names(lead)).toEqual([]);
  const member = await server.signIn({ team_id });
  const ida = await server.givenFollowup(member, at(4), { fullname: 'Ida Jensen' });
  expect(await names(lead)).toEqual(['Ida Jensen']);
  expect(await names(lead, { user: [other.user.id] })).toEqual(['Ida Jensen']);
  const values = await lead.client.call(calls.followupFilterParams, { params: { id: lead.user.id } });
  expect(values.answer.params.lead.map(({ fullname }) => fullname)).toEqual(['Ida Jensen']);
  const change = (id: string) =>
    lead.client.call(calls.updateFollowup, { body: { id, followup: { description: 'Looked at' } } });
  expect((await change(ida.id)).status).toBe(200);
  expect((await change(gus.id)).refusal.code).toBe('not_found');
});

test('a guide has no list of them', async () => {
  const guide = await server.signIn({ role_id: 3, subroles: [] });
  expect((await filter(guide)).refusal.code).toBe('forbidden');
});

test('every filter narrows, and all of them together', async () => {
  const { gus, anna } = await someFollowups();
  const { admin } = server;
  expect(await names(admin, { status: ['emailed'] })).toEqual(['anna Berg']);
  expect(await names(admin, { lead: [gus.lead_id, anna.lead_id] })).toEqual(['Gus Halloran', 'anna Berg']);
  expect(await names(admin, { user: [other.user.id] })).toEqual(['Gus Halloran']);
  expect(await names(admin, { completed: 1 })).toEqual(['Emil Faber']);
  // Days in Los Angeles: 30 hours after 9 in the morning is the next day there.
  expect(await names(admin, { dateTime: { from: '2026-11-21', to: '2026-11-21' } })).toEqual(['anna Berg']);
  expect(await names(admin, { dateTime: { to: '2026-11-20' } })).toEqual([
    'Cora Delling',
    'Gus Halloran',
    'Emil Faber',
  ]);
  expect(await names(admin, { status: [], lead: [], user: [] })).toHaveLength(4);
  expect(await names(admin, { user: [agent.user.id], completed: 0, status: ['emailed'] })).toEqual([
    'anna Berg',
  ]);
});

test('it has 20 a page, its total, and the order that is asked for', async () => {
  await someFollowups();
  for (let count = 0; count < 20; count += 1) {
    await server.givenFollowup(agent, at(50 + count), { fullname: `Zoe ${String(count).padStart(2, '0')}` });
  }
  const first = (await filter(agent)).answer;
  expect([first.followups.length, first.totalCount]).toEqual([20, 23]);
  expect(await names(agent, {}, { page: 2 })).toEqual(['Zoe 18', 'Zoe 19', 'Emil Faber']);
  const byName = { sort: { field: 'fullname', order: 'ASC' } } as const;
  expect(await names(agent, {}, { ...byName, limit: 3 })).toEqual([
    'anna Berg',
    'Cora Delling',
    'Emil Faber',
  ]);
  const byPriority = { sort: { field: 'priority', order: 'ASC' } } as const;
  expect(await names(agent, {}, { ...byPriority, limit: 1 })).toEqual(['anna Berg']);
  const latest = { sort: { field: 'datetime', order: 'DESC' } } as const;
  expect(await names(agent, {}, { ...latest, limit: 1 })).toEqual(['Zoe 19']);
  expect((await filter(agent, {}, { limit: 101 })).status).toBe(422);
});

test('the filters offer what there is: the own to an agent, all to an admin', async () => {
  const { anna, cora, emil, gus } = await someFollowups();
  const asked = async (who: SignedIn, id = who.user.id) =>
    (await who.client.call(calls.followupFilterParams, { params: { id } })).answer.params;
  const own = await asked(agent);
  expect(own.status.map(({ title }) => title)).toEqual(['Call Back', 'Emailed']);
  expect(own.lead).toEqual([
    { id: anna.lead_id, fullname: 'anna Berg' },
    { id: cora.lead_id, fullname: 'Cora Delling' },
    { id: emil.lead_id, fullname: 'Emil Faber' },
  ]);
  expect(own.user).toEqual([{ id: agent.user.id, fullname: 'Dana Reyes' }]);
  expect(own.dateTime).toEqual({ from: '2026-11-20', to: '2026-11-21' });
  const all = await asked(server.admin);
  expect(all.user.map(({ fullname }) => fullname)).toEqual(['Bea Abernathy', 'Dana Reyes']);
  expect(all.lead.map(({ id }) => id)).toContain(gus.lead_id);
  expect(await asked(server.admin, agent.user.id)).toEqual(own);
  const fresh = await server.signIn();
  expect(await asked(fresh)).toEqual({ status: [], lead: [], user: [], dateTime: null });
  const refused = await agent.client.call(calls.followupFilterParams, { params: { id: other.user.id } });
  expect(refused.status).toBe(403);
});

test('a user has the own, of one kind and as many as asked for; an admin looks at anybody’s', async () => {
  await someFollowups();
  const asked = (who: SignedIn, query: { completed?: '0' | '1'; limit?: number } = {}) =>
    who.client.call(calls.listFollowupsOfUser, { params: { userId: agent.user.id }, query });
  const shown = async (...args: Parameters<typeof asked>) =>
    (await asked(...args)).answer.followups.map(({ fullname }) => fullname);
  expect(await shown(agent)).toEqual(['Cora Delling', 'anna Berg', 'Emil Faber']);
  expect(await shown(agent, { completed: '0', limit: 1 })).toEqual(['Cora Delling']);
  expect(await shown(server.admin, { completed: '1' })).toEqual(['Emil Faber']);
  expect((await asked(other)).status).toBe(403);
});
