import { leadAssigned, leadWorkCompleted } from '@crm/contracts/bus/events.js';
import {
  assignLead,
  deleteLead,
  getLead,
  listLeadAgents,
  reassignLeads,
  setLeadStatus,
} from '@crm/contracts/http/leads.js';
import { startWork } from '@crm/contracts/http/work.js';
import { holdLead } from '@crm/contracts/http/holds.js';
import { listAssignees } from '@crm/contracts/http/lead-lists.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { beforeCall } from '../test/before-call.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { reassignLeads as reassign } from './reassign-leads.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
let guide: SignedIn;
beforeAll(async () => {
  server = await startLeads();
  [agent, other, guide] = await Promise.all([
    server.signIn(),
    server.signIn(),
    server.signIn({ role_id: 3 }),
  ]);
});
afterAll(() => server.stop());

const assigned = (lead_id: string, to: string | 0) =>
  server.probe.waitFor(leadAssigned, ({ data }) => data.lead_id === lead_id && data.to === to);

describe('one lead', () => {
  test.each(['agent', 'guide'] as const)('goes to an %s by an admin', async (who) => {
    const receiver = who === 'agent' ? other : guide;
    const lead = await server.givenLead();
    const { answer } = await server.admin.client.call(assignLead, {
      params: { id: lead.id },
      body: { agent: receiver.actor.id },
    });
    expect(answer).toMatchObject({
      message: `Lead assigned to ${receiver.actor.fullname}`,
      lead: { user_id: receiver.actor.id, agent_fullname: receiver.actor.fullname, version: 2 },
    });
    expect((await assigned(lead.id, receiver.actor.id)).data).toMatchObject({ from: 0, how: 'manual' });
    expect((await receiver.client.call(getLead, { params: { id: lead.id } })).status).toBe(200);
  });

  test('goes from its agent to a suitable one, who alone sees it then', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    const { answer } = await agent.client.call(assignLead, { params, body: { agent: other.actor.id } });
    expect(answer.lead).toBeNull();
    expect((await agent.client.call(getLead, { params })).status).toBe(404);
    expect((await other.client.call(getLead, { params })).status).toBe(200);
  });

  test('goes back to nobody', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { answer } = await agent.client.call(assignLead, { params: { id: lead.id }, body: { agent: 0 } });
    expect(answer.message).toBe('Lead unassigned');
    expect((await assigned(lead.id, 0)).data.from).toBe(agent.actor.id);
    expect(await server.stored(lead.id)).toMatchObject({ user_id: null, agent_fullname: null });
  });

  test('that is the agent’s already changes nothing', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const body = { agent: agent.actor.id };
    await server.admin.client.call(assignLead, { params: { id: lead.id }, body });
    expect(await server.stored(lead.id)).toMatchObject({ version: 1 });
  });

  test('is not given away by an agent whose it is not', async () => {
    const theirs = await server.givenLead(lifeInput(), other);
    const nobodys = await server.givenLead();
    const body = { agent: agent.actor.id };
    expect((await agent.client.call(assignLead, { params: { id: theirs.id }, body })).status).toBe(404);
    const refused = await agent.client.call(assignLead, { params: { id: nobodys.id }, body });
    expect(refused.refusal.code).toBe('forbidden');
  });

  test('goes to nobody who is unfit for it', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const banned = await server.signIn({ banned: 1 });
    const unlicensed = await server.signIn({ states: ['NV'] });
    const kept = await server.signIn({ not_assign: 1 });
    const healthOnly = await server.signIn({ subroles: [2] });
    const give = (by: SignedIn, to: string) =>
      by.client.call(assignLead, { params: { id: lead.id }, body: { agent: to } });
    for (const to of [uniqueId(), server.admin.actor.id, banned.actor.id])
      expect((await give(server.admin, to)).refusal.errors).toHaveProperty('agent');
    for (const { actor } of [unlicensed, kept, healthOnly, guide])
      expect((await give(agent, actor.id)).refusal.errors).toHaveProperty('agent');
    expect(await server.stored(lead.id)).toMatchObject({ version: 1 });
  });

  test('held by its agent is not taken away, an admin’s wish neither', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    await agent.client.call(holdLead, { params, body: { holder: 'w1' } });
    const { status } = await server.admin.client.call(assignLead, { params, body: { agent: 0 } });
    expect(status).toBe(423);
  });
});

describe('many leads', () => {
  test('go to one agent, and whoever worked one is free for another', async () => {
    const loser = await server.signIn();
    const leads = [await server.givenLead(lifeInput(), loser), await server.givenLead()];
    const [first] = leads;
    if (first === undefined) throw new Error('There are two leads');
    await loser.client.call(startWork, { params: { userId: loser.actor.id, leadId: first.id } });
    const gone = uniqueId();
    const body = { agent: other.actor.id, leads: [...leads.map(({ id }) => id), gone] };
    const { answer } = await server.admin.client.call(reassignLeads, { body });
    expect(answer).toEqual({
      status: 'warning',
      message: `2 leads assigned to ${other.actor.fullname}, 1 lead not found`,
      left: [{ lead_id: gone, reason: 'not_found' }],
    });
    for (const { id } of leads) expect((await assigned(id, other.actor.id)).data.how).toBe('bulk');
    await server.probe.waitFor(leadWorkCompleted, ({ data }) => data.user_id === loser.actor.id);
    const next = await server.givenLead(lifeInput(), loser);
    const started = await loser.client.call(startWork, {
      params: { userId: loser.actor.id, leadId: next.id },
    });
    expect(started.status).toBe(200);
  });

  test('that somebody has open are left and named, as a single one is refused; one’s own is not', async () => {
    const [held, free, own] = [await server.givenLead(), await server.givenLead(), await server.givenLead()];
    await agent.client.call(holdLead, { params: { id: held.id }, body: { holder: 'w1' } });
    await server.admin.client.call(holdLead, { params: { id: own.id }, body: { holder: 'w1' } });
    const body = { agent: other.actor.id, leads: [held.id, free.id, own.id] };
    const { answer } = await server.admin.client.call(reassignLeads, { body });
    expect(answer).toEqual({
      status: 'warning',
      message: `2 leads assigned to ${other.actor.fullname}, 1 lead open with somebody else`,
      left: [{ lead_id: held.id, reason: 'held' }],
    });
    expect(await server.stored(held.id)).toMatchObject({ user_id: null, version: 1 });
  });

  test('that somebody changes at the same moment are assigned all the same, and counted once', async () => {
    const leads = [await server.givenLead(), await server.givenLead(), await server.givenLead()];
    const [taken, gone, held] = leads.map(({ id }) => id);
    if (taken === undefined || gone === undefined || held === undefined) throw new Error('There are three');
    const { ctx } = server.service;
    const meanwhile = beforeCall(ctx.leads, 'bulkWrite', async () => {
      await server.admin.client.call(assignLead, { params: { id: taken }, body: { agent: agent.actor.id } });
      await server.admin.client.call(deleteLead, { body: { lead_id: gone } });
      await server.admin.client.call(setLeadStatus, { params: { id: held }, body: { status: 'emailed' } });
      await agent.client.call(holdLead, { params: { id: held }, body: { holder: 'w1' } });
    });
    const already = await server.givenLead(lifeInput(), other);
    const result = await reassign({ ...ctx, leads: meanwhile }, server.admin.actor, {
      agent: other.actor.id,
      leads: [taken, gone, held, already.id],
    });
    expect(result).toEqual({
      assigned: 2,
      agent_fullname: other.actor.fullname,
      left: expect.arrayContaining([
        { lead_id: gone, reason: 'not_found' },
        { lead_id: held, reason: 'held' },
      ]) as unknown,
    });
    expect(await server.stored(taken)).toMatchObject({ agent_fullname: other.actor.fullname });
    expect(await server.stored(held)).toMatchObject({ user_id: null });
  });

  test('one that never stops changing is left and named, and the others are assigned', async () => {
    const [restless, calm] = [await server.givenLead(), await server.givenLead()];
    const { ctx } = server.service;
    const id = new ctx.leads.base.Types.ObjectId(restless.id);
    const bulkWrite: typeof ctx.leads.bulkWrite = async (...input) => {
      await ctx.leads.updateOne(alive({ _id: id }), { $inc: { version: 1 } });
      return ctx.leads.bulkWrite(...input);
    };
    const leads = new Proxy(ctx.leads, {
      get: (from, name) => (name === 'bulkWrite' ? bulkWrite : (Reflect.get(from, name, from) as unknown)),
    });
    const result = await reassign({ ...ctx, leads }, server.admin.actor, {
      agent: other.actor.id,
      leads: [restless.id, calm.id],
    });
    expect(result).toMatchObject({ assigned: 1, left: [{ lead_id: restless.id, reason: 'changing' }] });
    expect(await server.stored(calm.id)).toMatchObject({ agent_fullname: other.actor.fullname });
  });

  test('asked for again are told of once', async () => {
    const lead = await server.givenLead();
    const body = { agent: other.actor.id, leads: [lead.id, lead.id] };
    for (let count = 0; count < 2; count += 1) {
      const { answer } = await server.admin.client.call(reassignLeads, { body });
      expect(answer.message).toBe(`1 lead assigned to ${other.actor.fullname}`);
    }
    await assigned(lead.id, other.actor.id);
    expect(await server.stored(lead.id)).toMatchObject({ version: 2 });
  });

  test('are taken from everybody with 0', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { answer } = await server.admin.client.call(reassignLeads, {
      body: { agent: 0, leads: [lead.id] },
    });
    expect(answer.message).toBe('1 lead is without agent');
  });

  test('need a selection and somebody fit for them', async () => {
    const { client } = server.admin;
    const none = await client.call(reassignLeads, { body: { agent: 0, leads: [] } });
    expect(none.refusal.message).toBe('Please select the leads to be able to re-assign it!');
    const unknown = await client.call(reassignLeads, { body: { agent: uniqueId(), leads: [uniqueId()] } });
    expect(unknown.status).toBe(422);
  });
});

describe('the choices', () => {
  test('for a lead are the suitable agents', async () => {
    const lead = await server.givenLead(lifeInput({ state: 'WY' }));
    const wyoming = await server.signIn({ states: ['WY'], subroles: [1] });
    await server.signIn({ states: ['WY'], subroles: [1], banned: 1 });
    const { answer } = await server.admin.client.call(listLeadAgents, { params: { id: lead.id } });
    expect(answer.agents).toEqual([
      { id: wyoming.actor.id, fullname: wyoming.actor.fullname, email: wyoming.user.email },
    ]);
    const theirs = await server.givenLead(lifeInput(), other);
    expect((await agent.client.call(listLeadAgents, { params: { id: theirs.id } })).status).toBe(404);
  });

  test('of a filter are everybody for an admin and oneself for an agent', async () => {
    const all = (await server.admin.client.call(listAssignees, {})).answer;
    expect(all[0]).toMatchObject({ id: 0, fullname: 'Without agent' });
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([agent.actor.id, guide.actor.id]));
    expect(all.map(({ id }) => id)).not.toContain(server.admin.actor.id);
    expect((await agent.client.call(listAssignees, {})).answer).toEqual([
      { id: agent.actor.id, fullname: agent.actor.fullname, email: agent.user.email, role_id: 2 },
    ]);
  });
});
