import { followupCreated, followupDeleted, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import {
  eventFollowup,
  type Followup,
  type FollowupChange,
  type followupInput,
} from '@crm/contracts/entities/followup.js';
import type { z } from 'zod';
import * as calls from '@crm/contracts/http/followups.js';
import type { Caller } from '@crm/contracts/endpoint/endpoint.js';
import { voucherHeader } from '@crm/platform/http/service-client.js';
import { testSigner } from '@crm/platform/testing/service-keys.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
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
beforeAll(async () => {
  server = await startFollowups();
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.signIn();
  other = await server.signIn();
});

const pickTime = 'Please pick a correct date and time';
const create = (who: SignedIn, body: Partial<z.input<typeof followupInput>>) =>
  who.client.call(calls.createFollowup, {
    body: { user_id: who.user.id, lead_id: '', datetime: after(server.clock, hourMs), ...body },
  });
const update = (who: SignedIn, { id }: Pick<Followup, 'id'>, followup: FollowupChange) =>
  who.client.call(calls.updateFollowup, { body: { id, followup } });
const remove = (who: SignedIn, id: string) => who.client.call(calls.deleteFollowup, { body: { id } });
const ofLead = (who: SignedIn, leadId: string) =>
  who.client.call(calls.listFollowupsOfLead, { params: { leadId } });

describe('a new follow-up', () => {
  test('stands with its lead and owner, is listed with the lead and told', async () => {
    const lead = server.givenLead(agent, { status: 'followUp', fullname: 'Imogen Vantongeren' });
    const { answer } = await create(agent, { lead_id: lead.id, priority: 1, description: ' Policy ' });
    expect(answer).toMatchObject({ status: 'success', message: 'Follow-up created' });
    expect(answer.followup).toMatchObject({
      lead_id: lead.id,
      user_id: agent.user.id,
      datetime: after(server.clock, hourMs),
      description: 'Policy',
      priority: 1,
      completed: 0,
      fullname: 'Imogen Vantongeren',
      type_id: 2,
      status: 'followUp',
      status_title: 'Call Back',
      agentName: agent.user.fullname,
      version: 1,
    });
    expect((await ofLead(agent, lead.id)).answer.followups).toEqual([answer.followup]);
    const published = await server.probe.waitFor(followupCreated, ({ data }) => data.lead_id === lead.id);
    expect([published.data, published.actorid]).toEqual([
      eventFollowup.parse(answer.followup),
      agent.user.id,
    ]);
  });

  test('has priority 3 and no words where none are given', async () => {
    const lead = server.givenLead(agent);
    const { followup } = (await create(agent, { lead_id: lead.id })).answer;
    expect([followup.priority, followup.description]).toEqual([3, '']);
  });

  test('is the first of its lead, completed or not, at the same time too', async () => {
    const lead = server.givenLead(agent);
    const answers = await Promise.all([1, 2, 3].map(() => create(agent, { lead_id: lead.id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [followup] = (await ofLead(agent, lead.id)).answer.followups;
    await update(agent, followup ?? { id: '' }, { completed: 1 });
    const second = await create(agent, { lead_id: lead.id });
    expect([second.status, second.refusal.message]).toEqual([409, 'You reached max number of followups']);
  });

  test('may be made again once an admin deleted the one before', async () => {
    const { id, lead_id } = await server.givenFollowup(agent);
    await remove(server.admin, id);
    expect((await create(agent, { lead_id })).status).toBe(200);
  });

  test.each([
    ['a time that has passed', '2026-11-20T16:59:59.000Z'],
    ['this very moment', '2026-11-20T17:00:00.000Z'],
    ['no time at all', 'tomorrow'],
    ['a day that there is not', '2026-02-30T17:00:00.000Z'],
  ])('is refused at %s', async (_name, datetime) => {
    const lead = server.givenLead(agent);
    const answer = await create(agent, { lead_id: lead.id, datetime });
    expect([answer.status, answer.refusal.errors]).toEqual([422, { datetime: pickTime }]);
    expect((await ofLead(agent, lead.id)).answer.followups).toEqual([]);
  });

  test.each([
    ['an unknown priority', { priority: 4 as 3 }, 'priority'],
    ['too many words', { description: 'a'.repeat(1_001) }, 'description'],
  ])('is refused with %s', async (_name, fields, field) => {
    const answer = await create(agent, { lead_id: server.givenLead(agent).id, ...fields });
    expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([422, [field]]);
  });

  test('is for a lead that the asker may work: another’s, and one that is not there, are unknown', async () => {
    const lead = server.givenLead(other);
    expect((await create(agent, { lead_id: lead.id })).status).toBe(404);
    expect((await create(agent, { lead_id: uniqueId() })).status).toBe(404);
    expect((await create(server.admin, { lead_id: uniqueId() })).status).toBe(404);
    const health = await server.signIn({ subroles: [2] });
    expect((await create(health, { lead_id: server.givenLead().id })).status).toBe(404);
    expect((await create(agent, { lead_id: server.givenLead().id })).status).toBe(200);
  });

  test('is an agent’s own; an admin makes one for whoever works the lead', async () => {
    const lead = server.givenLead(agent);
    expect((await create(agent, { lead_id: lead.id, user_id: other.user.id })).status).toBe(403);
    const wrong = await create(server.admin, { lead_id: lead.id, user_id: other.user.id });
    expect([wrong.status, Object.keys(wrong.refusal.errors ?? {})]).toEqual([422, ['user_id']]);
    expect((await create(server.admin, { lead_id: lead.id, user_id: uniqueId() })).status).toBe(422);
    const made = await create(server.admin, { lead_id: lead.id, user_id: agent.user.id });
    expect(made.answer.followup).toMatchObject({ user_id: agent.user.id, agentName: agent.user.fullname });
  });

  test('may be a guide’s, of a lead that the guide has', async () => {
    const guide = await server.signIn({ role_id: 3, subroles: [] });
    expect((await create(guide, { lead_id: server.givenLead(guide).id })).status).toBe(200);
    expect((await create(guide, { lead_id: server.givenLead().id })).status).toBe(404);
  });

  test('waits for leads: while that is away nothing is made', async () => {
    const lead = server.givenLead(agent);
    server.others.leads.isAway = true;
    const refused = await create(agent, { lead_id: lead.id });
    server.others.leads.isAway = false;
    expect(refused.status).toBe(503);
    expect((await ofLead(agent, lead.id)).answer.followups).toEqual([]);
  });
});

describe('a change', () => {
  test('says what stands then, and is told', async () => {
    const made = await server.givenFollowup(agent);
    const change = {
      datetime: after(server.clock, 2 * hourMs),
      priority: 1,
      description: 'Policy',
    } as const;
    const { answer } = await update(agent, made, change);
    expect(answer).toMatchObject({ status: 'success', message: 'Follow-up updated' });
    expect(answer.followup).toEqual({ ...made, ...change, version: 2 });
    const published = await server.probe.waitFor(followupUpdated, ({ data }) => data.id === made.id);
    const changed = ['datetime', 'description', 'priority'];
    expect(published.data).toEqual({ ...eventFollowup.parse(answer.followup), changed });
    expect(published.sequence).toBe(2);
  });

  test('that says what stands writes nothing', async () => {
    const made = await server.givenFollowup(agent);
    const { datetime, priority, description, completed } = made;
    const { answer } = await update(agent, made, { datetime, priority, description, completed });
    expect(answer.followup).toEqual(made);
    await server.published();
    expect(server.probe.all(followupUpdated).filter(({ data }) => data.id === made.id)).toEqual([]);
  });

  test('to a time that has passed is refused', async () => {
    const made = await server.givenFollowup(agent);
    const answer = await update(agent, made, { datetime: '2026-11-20T16:00:00.000Z' });
    expect([answer.status, answer.refusal.message]).toEqual([422, pickTime]);
    expect((await ofLead(agent, made.lead_id)).answer.followups).toEqual([made]);
  });

  test('completes it; then it may be opened again, and nothing else', async () => {
    const made = await server.givenFollowup(agent);
    const { answer } = await update(agent, made, { completed: 1 });
    expect([answer.message, answer.followup.completed]).toEqual(['Follow-up completed', 1]);
    const refused = await update(agent, made, { description: 'Policy' });
    expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([
      422,
      ['followup.description'],
    ]);
    expect((await update(agent, made, { completed: 0 })).answer.followup.completed).toBe(0);
    expect((await update(agent, made, { description: 'Policy' })).status).toBe(200);
  });

  test('by several at once loses none of them', async () => {
    const made = await server.givenFollowup(agent);
    await Promise.all([
      update(agent, made, { priority: 1 }),
      update(agent, made, { description: 'Policy' }),
      update(server.admin, made, { completed: 0, datetime: after(server.clock, 3 * hourMs) }),
    ]);
    expect((await ofLead(agent, made.lead_id)).answer.followups).toMatchObject([
      { priority: 1, description: 'Policy', datetime: after(server.clock, 3 * hourMs), version: 4 },
    ]);
  });

  test('is for whoever may work the lead: another’s follow-up is unknown', async () => {
    const made = await server.givenFollowup(agent);
    expect((await update(other, made, { completed: 1 })).status).toBe(404);
    expect((await ofLead(other, made.lead_id)).status).toBe(404);
    expect((await update(agent, { id: uniqueId() }, { completed: 1 })).status).toBe(404);
    expect((await update(server.admin, made, { completed: 1 })).status).toBe(200);
  });
});

describe('a follow-up that is deleted', () => {
  test('is gone for everybody, and told', async () => {
    const made = await server.givenFollowup(agent);
    expect((await remove(server.admin, made.id)).answer.message).toBe('Follow-up deleted');
    expect((await ofLead(agent, made.lead_id)).answer.followups).toEqual([]);
    const published = await server.probe.waitFor(followupDeleted, ({ data }) => data.id === made.id);
    expect(published.data).toEqual({ id: made.id, lead_id: made.lead_id, user_id: agent.user.id });
    expect((await remove(server.admin, made.id)).status).toBe(404);
    expect((await update(agent, made, { completed: 1 })).status).toBe(404);
  });

  test('is deleted by admins alone', async () => {
    const made = await server.givenFollowup(agent);
    expect((await remove(agent, made.id)).refusal.code).toBe('forbidden');
    expect((await ofLead(agent, made.lead_id)).answer.followups).toHaveLength(1);
  });
});

describe('the follow-ups of a lead', () => {
  const vouchedBy = (service: Caller) => ({
    [voucherHeader]: testSigner(service, server.clock)('followups'),
  });
  const asOther = (leadId: string, headers: Record<string, string>) =>
    other.client.call(calls.listAllFollowupsOfLead, { params: { leadId } }, headers);

  test('are listed without a look at the lead where leads vouches for who asks, in that one answer', async () => {
    const { lead_id } = await server.givenFollowup(agent);
    expect((await asOther(lead_id, {})).status).toBe(404);
    expect((await asOther(lead_id, vouchedBy('leads'))).answer.followups).toMatchObject([{ lead_id }]);
    expect((await asOther(lead_id, {})).status).toBe(404);
  });

  test('are refused where another service vouches', async () => {
    const { lead_id } = await server.givenFollowup(agent);
    expect((await asOther(lead_id, vouchedBy('gateway'))).status).toBe(403);
  });
});

test('nobody without a session is let in', async () => {
  const lead = server.givenLead(agent);
  const answers = await Promise.all([
    server.stranger.call(calls.listFollowupsOfUser, { params: { userId: agent.user.id }, query: {} }),
    server.stranger.call(calls.listFollowupsOfLead, { params: { leadId: lead.id } }),
    server.stranger.call(calls.listAllFollowupsOfLead, { params: { leadId: lead.id } }),
    server.stranger.call(calls.filterFollowups, { body: { params: {}, user_id: agent.user.id } }),
    server.stranger.call(calls.followupFilterParams, { params: { id: agent.user.id } }),
    server.stranger.call(calls.createFollowup, {
      body: { user_id: agent.user.id, lead_id: lead.id, datetime: after(server.clock, hourMs) },
    }),
    server.stranger.call(calls.addFollowup, {
      body: { user_id: agent.user.id, lead_id: lead.id, datetime: after(server.clock, hourMs) },
    }),
    server.stranger.call(calls.updateFollowup, { body: { id: lead.id, followup: {} } }),
    server.stranger.call(calls.deleteFollowup, { body: { id: lead.id } }),
  ]);
  expect(answers.map(({ refusal }) => refusal.code)).toEqual(answers.map(() => 'session_ended'));
});
