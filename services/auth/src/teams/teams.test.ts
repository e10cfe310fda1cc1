import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { userUpdated } from '@crm/contracts/bus/events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { teamOfLead, updateAgent } from '@crm/contracts/http/agents.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { agents, type Agent } from '@crm/contracts/resources/person.js';
import { teams, type Team } from '@crm/contracts/resources/team.js';
import { uniqueEmail, uniqueId, uniqueName } from '@crm/platform/testing/unique.js';
import { agentPassword, startAuth, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterAll(() => auth.stop());

async function team(name = uniqueName('Team')): Promise<Team> {
  return teams.record.parse((await auth.admin.call(teams.calls.create, { body: { name } })).answer);
}

/** An agent, or a team lead, in a team. */
async function person(role_id: Agent['role_id'], team_id: string | null): Promise<Agent> {
  const { answer } = await auth.admin.call(agents.calls.create, {
    body: {
      ...{ fname: uniqueName('Lee'), lname: 'Novak', email: uniqueEmail('lee'), password: agentPassword },
      ...{ phone: '', twilio_phone: '', subroles: [1], states: ['TX'], role_id, team_id },
    },
  });
  return agents.record.parse(answer);
}

const move = ({ id, fullname: _name, mailbox: _set, ...written }: Agent, more: Partial<Agent>) =>
  auth.admin.call(agents.calls.change, { params: { id }, body: { ...written, ...more } });
const membersOf = async (id: string) =>
  (await auth.internal.call(teamOfLead, { params: { id } })).answer.user_ids;
const read = async ({ id }: Team) => (await auth.admin.call(teams.calls.one, { params: { id } })).answer;

test('a team has those who lead it and counts its agents', async () => {
  const made = await team();
  expect(made).toMatchObject({ leads: '', agents: 0, version: 1 });
  const lead = await person(roles.teamLead, made.id);
  await person(roles.agent, made.id);
  await person(roles.agent, made.id);
  await person(roles.agent, null);
  expect(await read(made)).toMatchObject({ leads: lead.fullname, agents: 2 });
});

test('a second team of the same name is refused, in whatever letters', async () => {
  const { name } = await team();
  const { status, refusal } = await auth.admin.call(teams.calls.create, { body: { name } });
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([409, ['name']]);
});

test('the gateway learns whom a lead leads, and nobody of whoever leads none', async () => {
  const { id } = await team();
  const lead = await person(roles.teamLead, id);
  const [first, second] = [await person(roles.agent, id), await person(roles.agent, id)];
  expect((await membersOf(lead.id)).sort()).toEqual([first.id, second.id].sort());
  expect(await membersOf(first.id)).toEqual([]);
  expect(await membersOf((await person(roles.teamLead, null)).id)).toEqual([]);
  expect(await membersOf(uniqueId())).toEqual([]);
});

test('an agent who changes teams is told of with the account, and keeps the session', async () => {
  const [from, to] = [await team(), await team()];
  const { client, user } = await auth.newUser({ team_id: from.id });
  const { fname, lname, email, id } = user;
  await auth.admin.call(updateAgent, { params: { id }, body: { fname, lname, email, team_id: to.id } });
  const event = await auth.probe.waitFor(userUpdated, ({ data }) => data.id === id);
  expect(event.data.team_id).toBe(to.id);
  const record = await auth.probe.waitFor(
    recordChanged,
    ({ data }) => data.id === id && data.change === 'updated',
  );
  expect(record.data.resource).toBe('agents');
  expect((await client.call(getSettings, {})).status).toBe(200);
});

test('an agent becomes the team lead, with the next session', async () => {
  const { id } = await team();
  const agent = await person(roles.agent, id);
  const { answer } = await move(agent, { role_id: roles.teamLead });
  expect(answer).toMatchObject({ role_id: roles.teamLead, team_id: id, states: ['TX'] });
  const stored = await auth.service.ctx.models.users.findById(agent.id).lean();
  expect(stored?.session_version).toBe(2);
});

test('nobody is put into a team that is not there, and no guide into any', async () => {
  const { id } = await team();
  const agent = await person(roles.agent, null);
  const lost = await move(agent, { team_id: uniqueId() });
  expect([lost.status, lost.refusal.errors]).toEqual([422, { team_id: 'This team does not exist any more' }]);
  const guide = (await auth.newUser({ role_id: 3, subroles: [] })).user;
  const { fname, lname, email } = guide;
  const body = { fname, lname, email, team_id: id };
  const refused = await auth.admin.call(updateAgent, { params: { id: guide.id }, body });
  expect(refused.refusal.errors).toEqual({ team_id: 'Only agents and team leads are in teams' });
});

test('a team is deleted once nobody is in it', async () => {
  const made = await team();
  const agent = await person(roles.agent, made.id);
  const remove = () => auth.admin.call(teams.calls.remove, { params: { id: made.id } });
  const refused = await remove();
  expect([refused.status, refused.refusal.message]).toEqual([
    422,
    'Move the people of this team to another one first',
  ]);
  await move(agent, { team_id: null });
  expect((await remove()).status).toBe(200);
  expect((await auth.admin.call(teams.calls.one, { params: { id: made.id } })).status).toBe(404);
});
