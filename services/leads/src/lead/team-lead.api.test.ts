import { userUpdated } from '@crm/contracts/bus/events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import {
  assignLead,
  getLead,
  listLeadAgents,
  reassignLeads,
  restChangeLead,
  setLeadStatus,
} from '@crm/contracts/http/leads.js';
import { filterLeads, listAssignees, listRawLeads, searchLeads } from '@crm/contracts/http/lead-lists.js';
import { leadTimeline } from '@crm/contracts/http/timeline.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
/** Two teams of a lead and an agent each. */
let own: Team;
let other: Team;
interface Team {
  id: string;
  lead: SignedIn;
  agent: SignedIn;
}

async function team(): Promise<Team> {
  const id = uniqueId();
  return {
    id,
    lead: await server.signIn({ role_id: roles.teamLead, team_id: id }),
    agent: await server.signIn({ team_id: id }),
  };
}

beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());
beforeEach(async () => {
  own = await team();
  other = await team();
});

const read = ({ client }: SignedIn, id: string) => client.call(getLead, { params: { id } });
const shownTo = async ({ client }: SignedIn, agent?: string) => {
  const params = { type: 2, ...(agent !== undefined && { agent: [agent] }) } as const;
  const { answer } = await client.call(filterLeads, { body: { params, page: 1, limit: 100 } });
  return answer.leads.map(({ id }) => id);
};
/** Tells of an account as auth does when it has changed. */
const told = ({ user }: SignedIn, more: object, version = 2) =>
  server.send(userUpdated, {
    subject: `user/${user.id}`,
    sequence: version,
    data: { ...user, ...more, version },
  });

describe('a team lead', () => {
  test('sees the leads of the team in every list, and no other’s', async () => {
    const theirs = await server.givenLead(lifeInput(), own.agent);
    const others = await server.givenLead(lifeInput(), other.agent);
    const nobodys = await server.givenLead();
    expect(await shownTo(own.lead)).toEqual([theirs.id]);
    expect(await shownTo(own.lead, own.agent.actor.id)).toEqual([theirs.id]);
    // Whoever is named beside the team is nobody to filter by.
    expect(await shownTo(own.lead, other.agent.actor.id)).toEqual([theirs.id]);
    expect((await read(own.lead, theirs.id)).status).toBe(200);
    expect((await read(own.lead, others.id)).status).toBe(404);
    expect((await read(own.lead, nobodys.id)).status).toBe(200);
    expect((await own.lead.client.call(leadTimeline, { params: { id: others.id }, query: {} })).status).toBe(
      404,
    );
    const found = await own.lead.client.call(searchLeads, { query: { search: others.fullname } });
    expect(found.answer.leads.map(({ id }) => id)).not.toContain(others.id);
  });

  test('sees raw leads of nobody and of the team', async () => {
    const { status } = await own.lead.client.call(listRawLeads, { query: { page: 1, limit: 10 } });
    expect(status).toBe(200);
  });

  test('works a lead of the team, which stays its agent’s', async () => {
    const lead = await server.givenLead(lifeInput(), own.agent);
    const body = { ...lifeInput({ address: '9 Second Street' }), version: lead.version };
    const { answer } = await own.lead.client.call(restChangeLead, { params: { id: lead.id }, body });
    expect(answer.lead).toMatchObject({ user_id: own.agent.actor.id });
    const others = await server.givenLead(lifeInput(), other.agent);
    const refused = await own.lead.client.call(setLeadStatus, {
      params: { id: others.id },
      body: { status: 'contactAttempt1' },
    });
    expect(refused.status).toBe(404);
  });

  test('assigns within the team, one lead and many', async () => {
    const [first, second, foreign] = [
      await server.givenLead(lifeInput(), own.agent),
      await server.givenLead(lifeInput(), own.agent),
      await server.givenLead(lifeInput(), other.agent),
    ];
    const colleague = await server.signIn({ team_id: own.id });
    const agent = colleague.actor.id;
    const given = await own.lead.client.call(assignLead, { params: { id: first.id }, body: { agent } });
    expect(given.answer.status).toBe('success');
    const leads = [second.id, foreign.id];
    const { answer } = await own.lead.client.call(reassignLeads, { body: { agent, leads } });
    expect(answer.left).toEqual([{ lead_id: foreign.id, reason: 'not_found' }]);
    expect(await server.stored(second.id)).toMatchObject({ agent_fullname: colleague.actor.fullname });
    expect(await server.stored(foreign.id)).toMatchObject({ agent_fullname: other.agent.actor.fullname });
  });

  test('gives no lead to another team', async () => {
    const lead = await server.givenLead(lifeInput(), own.agent);
    const agent = other.agent.actor.id;
    const one = await own.lead.client.call(assignLead, { params: { id: lead.id }, body: { agent } });
    expect([one.status, one.refusal.errors]).toEqual([422, { agent: 'This agent is not in your team' }]);
    const many = await own.lead.client.call(reassignLeads, { body: { agent, leads: [lead.id] } });
    expect(many.status).toBe(422);
    expect(await server.stored(lead.id)).toMatchObject({ agent_fullname: own.agent.actor.fullname });
  });

  test('is offered the team alone', async () => {
    const lead = await server.givenLead(lifeInput(), own.agent);
    const { answer } = await own.lead.client.call(listAssignees, {});
    expect(answer.map(({ id }) => id).sort()).toEqual([own.lead.actor.id, own.agent.actor.id].sort());
    const suitable = await own.lead.client.call(listLeadAgents, { params: { id: lead.id } });
    expect(suitable.answer.agents.map(({ id }) => id).sort()).toEqual(
      [own.lead.actor.id, own.agent.actor.id].sort(),
    );
  });

  test('sees whoever comes into the team, and no longer who left it, with the event of the account', async () => {
    const lead = await server.givenLead(lifeInput(), other.agent);
    expect((await read(own.lead, lead.id)).status).toBe(404);
    await told(other.agent, { team_id: own.id });
    expect((await read(own.lead, lead.id)).status).toBe(200);
    expect((await read(other.lead, lead.id)).status).toBe(404);
    await told(own.lead, { team_id: null });
    expect((await read(own.lead, lead.id)).status).toBe(404);
  });
});

describe('compliance', () => {
  const member = () => server.signIn({ role_id: roles.compliance, subroles: [], states: [], licences: [] });

  test('reads every lead and changes none', async () => {
    const { client } = await member();
    const lead = await server.givenLead(lifeInput(), own.agent);
    expect((await client.call(getLead, { params: { id: lead.id } })).status).toBe(200);
    const { answer } = await client.call(filterLeads, {
      body: { params: { type: 2, agent: [own.agent.actor.id] }, page: 1, limit: 10 },
    });
    expect(answer.leads.map(({ id }) => id)).toEqual([lead.id]);
    const status = { params: { id: lead.id }, body: { status: 'contactAttempt1' } } as const;
    expect((await client.call(setLeadStatus, status)).refusal.code).toBe('forbidden');
    const agent = { params: { id: lead.id }, body: { agent: own.agent.actor.id } };
    expect((await client.call(assignLead, agent)).refusal.code).toBe('forbidden');
  });

  test('puts any number on the list of those not to be contacted', async () => {
    const { client } = await member();
    const { status } = await client.call(doNotContact.calls.create, {
      body: { address: '+12145550188', channel: 'all', lead_id: null, reason: 'A letter' },
    });
    expect(status).toBe(200);
  });
});

test.each([roles.auditor, roles.operator])('role %d sees no lead', async (role_id) => {
  const { client } = await server.signIn({ role_id, subroles: [], states: [], licences: [] });
  const lead = await server.givenLead();
  expect((await client.call(getLead, { params: { id: lead.id } })).refusal.code).toBe('forbidden');
  expect((await client.call(searchLeads, { query: { search: 'a' } })).refusal.code).toBe('forbidden');
});
