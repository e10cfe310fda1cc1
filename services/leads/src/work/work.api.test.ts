import { leadWorkCompleted, leadWorkStarted } from '@crm/contracts/bus/events.js';
import { assignLead, deleteLead, restChangeLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { completeLead, startWork } from '@crm/contracts/http/work.js';
import { holdLead } from '@crm/contracts/http/holds.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { beforeCall } from '../test/before-call.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { startWork as begin } from './start-work.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

const start = ({ client, actor }: SignedIn, leadId: string, userId = actor.id) =>
  client.call(startWork, { params: { userId, leadId } });
const complete = ({ client, actor }: SignedIn, userId = actor.id) =>
  client.call(completeLead, { params: { userId } });
const save = ({ client }: SignedIn, id: string) =>
  client.call(setLeadStatus, { params: { id }, body: { status: 'emailed' } });

test('work begins, a status is saved, the lead is completed', async () => {
  const agent = await server.signIn();
  const lead = await server.givenLead(lifeInput(), agent);
  expect((await start(agent, lead.id)).answer).toEqual({ status: 'info', message: 'Work started' });
  const began = await server.probe.waitFor(leadWorkStarted, ({ data }) => data.user_id === agent.actor.id);
  expect(began).toMatchObject({ subject: `work/${agent.actor.id}`, data: { lead_id: lead.id } });

  const early = await complete(agent);
  expect(early.status).toBe(422);
  expect(early.refusal.message).toBe('Please complete this lead, change status');
  await save(agent, lead.id);
  expect((await complete(agent)).answer).toEqual({ status: 'success', message: 'Lead completed' });
  const ended = await server.probe.waitFor(leadWorkCompleted, ({ data }) => data.user_id === agent.actor.id);
  expect(ended.sequence).toBeGreaterThan(began.sequence);
  expect((await complete(agent)).status).toBe(200);
});

test('on a lead that changes hands between the look and the write does not begin', async () => {
  const [agent, other] = [await server.signIn(), await server.signIn()];
  const lead = await server.givenLead();
  const { ctx } = server.service;
  const work = beforeCall(ctx.work, 'create', () =>
    server.admin.client.call(assignLead, { params: { id: lead.id }, body: { agent: other.actor.id } }),
  );
  const begins = begin({ ...ctx, work }, agent.actor, { userId: agent.actor.id, leadId: lead.id });
  await expect(begins).rejects.toMatchObject({ code: 'not_found' });
  expect((await start(other, lead.id)).status).toBe(200);
});

test('a new lead’s own status in the form completes nothing', async () => {
  const agent = await server.signIn();
  const lead = await server.givenLead(lifeInput(), agent);
  await start(agent, lead.id);
  const body = { type: 'life', version: 1, status: 'newLead' } as const;
  expect((await agent.client.call(restChangeLead, { params: { id: lead.id }, body })).status).toBe(200);
  expect((await complete(agent)).status).toBe(422);
});

test('the same status again counts as saved', async () => {
  const agent = await server.signIn();
  const lead = await server.givenLead(lifeInput(), agent);
  await save(agent, lead.id);
  await start(agent, lead.id);
  expect((await complete(agent)).status).toBe(422);
  await save(agent, lead.id);
  expect((await complete(agent)).status).toBe(200);
});

test('a status saved with the form counts as well', async () => {
  const agent = await server.signIn();
  const lead = await server.givenLead(lifeInput(), agent);
  await start(agent, lead.id);
  const body = { type: 'life', version: 1, status: 'emailed' } as const;
  await agent.client.call(restChangeLead, { params: { id: lead.id }, body });
  expect((await complete(agent)).status).toBe(200);
});

test('another lead waits until this one is completed: 307 without a Location', async () => {
  const agent = await server.signIn();
  const [first, second] = [
    await server.givenLead(lifeInput({ fullname: 'Maribel Dunne' }), agent),
    await server.givenLead(lifeInput(), agent),
  ];
  await start(agent, first.id);
  const answer = await start(agent, second.id);
  expect(answer.status).toBe(307);
  expect(answer.headers.has('location')).toBe(false);
  expect(answer.refusal).toMatchObject({
    code: 'work_unfinished',
    lead_id: first.id,
    lead_name: 'Maribel Dunne',
    status: 'warning',
    message: 'Please complete this lead, change status',
  });
  expect((await start(agent, first.id)).status).toBe(200);
  await save(agent, first.id);
  await complete(agent);
  expect((await start(agent, second.id)).status).toBe(200);
});

test('a lead that somebody else holds or works is locked, and named', async () => {
  const [agent, other] = [await server.signIn(), await server.signIn()];
  const held = await server.givenLead();
  await agent.client.call(holdLead, { params: { id: held.id }, body: { holder: 'w1' } });
  const locked = await start(other, held.id);
  expect(locked.status).toBe(423);
  expect(locked.refusal).toMatchObject({ lead_id: held.id, lead_name: held.fullname });
  const second = await other.client.call(holdLead, { params: { id: held.id }, body: { holder: 'w2' } });
  expect(second.refusal).toMatchObject({ code: 'locked', lead_id: held.id, lead_name: held.fullname });
  const saved = await save(other, held.id);
  expect(saved.refusal).toMatchObject({ code: 'locked', lead_id: held.id, lead_name: held.fullname });

  const worked = await server.givenLead();
  await start(agent, worked.id);
  const taken = await start(other, worked.id);
  expect(taken.status).toBe(423);
  expect(taken.refusal).toMatchObject({
    lead_name: worked.fullname,
    message: `${agent.actor.fullname} is working on this lead`,
  });
});

test('of two who begin at once one is locked out', async () => {
  const both = [await server.signIn(), await server.signIn()];
  const lead = await server.givenLead();
  const answers = await Promise.all(both.map((each) => start(each, lead.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 423]);
});

test('a guide never has an uncompleted lead', async () => {
  const guide = await server.signIn({ role_id: 3 });
  for (let count = 0; count < 2; count += 1) {
    const lead = await server.givenLead();
    const body = { agent: guide.actor.id };
    await server.admin.client.call(assignLead, { params: { id: lead.id }, body });
    expect((await start(guide, lead.id)).status).toBe(200);
  }
  expect((await complete(guide)).status).toBe(200);
  expect(server.probe.all(leadWorkStarted).map(({ data }) => data.user_id)).not.toContain(guide.actor.id);
});

test('a lead that was deleted or lost keeps nobody from the next', async () => {
  const agent = await server.signIn();
  const [deleted, lost, next] = [
    await server.givenLead(lifeInput(), agent),
    await server.givenLead(lifeInput(), agent),
    await server.givenLead(lifeInput(), agent),
  ];
  await start(agent, deleted.id);
  await server.admin.client.call(deleteLead, { body: { lead_id: deleted.id } });
  expect((await start(agent, lost.id)).status).toBe(200);
  await server.admin.client.call(assignLead, { params: { id: lost.id }, body: { agent: 0 } });
  await server.admin.client.call(assignLead, {
    params: { id: lost.id },
    body: { agent: (await server.signIn()).actor.id },
  });
  expect((await start(agent, next.id)).status).toBe(200);
});

test('nobody works in another’s name but an admin, and nobody a lead that is not theirs', async () => {
  const [agent, other] = [await server.signIn(), await server.signIn()];
  const lead = await server.givenLead(lifeInput(), agent);
  expect((await start(other, lead.id, agent.actor.id)).refusal.code).toBe('forbidden');
  expect((await complete(other, agent.actor.id)).refusal.code).toBe('forbidden');
  const unseen = await start(other, lead.id);
  expect([unseen.status, unseen.refusal.lead_name]).toEqual([404, undefined]);
  expect((await start(agent, uniqueId())).status).toBe(404);
  expect((await start(server.admin, lead.id, uniqueId())).status).toBe(404);
  expect((await start(server.admin, lead.id, agent.actor.id)).status).toBe(200);
  await save(server.admin, lead.id);
  expect((await complete(server.admin, agent.actor.id)).status).toBe(200);
});
