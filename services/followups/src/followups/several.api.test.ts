import { createFollowupCommand } from '@crm/contracts/bus/commands.js';
import { followupCreated, followupDeleted, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { eventFollowup, type Followup, type FollowupInput } from '@crm/contracts/entities/followup.js';
import { leadAssigned } from '@crm/contracts/bus/events.js';
import * as calls from '@crm/contracts/http/followups.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
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

const tooMany = 'You reached max number of followups';
const inputOf = (
  who: SignedIn,
  lead_id: string,
  hours = 1,
): Pick<FollowupInput, 'user_id' | 'lead_id' | 'datetime'> => ({
  user_id: who.user.id,
  lead_id,
  datetime: after(server.clock, hours * hourMs),
});
const add = (who: SignedIn, lead_id: string, hours?: number) =>
  who.client.call(calls.addFollowup, { body: inputOf(who, lead_id, hours) });
const create = (who: SignedIn, lead_id: string, hours?: number) =>
  who.client.call(calls.createFollowup, { body: inputOf(who, lead_id, hours) });
const complete = (who: SignedIn, { id }: Pick<Followup, 'id'>, completed: 0 | 1 = 1) =>
  who.client.call(calls.updateFollowup, { body: { id, followup: { completed } } });
const remove = ({ id }: Pick<Followup, 'id'>) =>
  server.admin.client.call(calls.deleteFollowup, { body: { id } });
const nextOf = async (who: SignedIn, leadId: string) =>
  (await who.client.call(calls.listFollowupsOfLead, { params: { leadId } })).answer.followups;
const allOf = async (who: SignedIn, leadId: string) =>
  (await who.client.call(calls.listAllFollowupsOfLead, { params: { leadId } })).answer.followups;
const idsOf = (followups: readonly Followup[]) => followups.map(({ id }) => id);

/** A lead of the agent with follow-ups in so many hours each. */
async function withFollowups(...hours: number[]) {
  const lead = server.givenLead(agent);
  const made: Followup[] = [];
  for (const each of hours) made.push((await add(agent, lead.id, each)).answer.followup);
  return { lead, made };
}

describe('another follow-up of a lead', () => {
  test('stands beside those that it has, is listed with them and told', async () => {
    const { lead, made } = await withFollowups(3, 1);
    const { answer } = await add(agent, lead.id, 2);
    expect(answer).toMatchObject({ status: 'success', message: 'Follow-up created' });
    const [third, first] = made;
    expect(idsOf(await allOf(agent, lead.id))).toEqual([first?.id, answer.followup.id, third?.id]);
    const told = await server.probe.waitFor(followupCreated, ({ data }) => data.id === answer.followup.id);
    expect(told.data).toEqual(eventFollowup.parse(answer.followup));
  });

  test('is one of five at the most, completed or not', async () => {
    const { lead, made } = await withFollowups(1, 2, 3, 4, 5);
    await complete(agent, made[2] ?? { id: '' });
    const sixth = await add(agent, lead.id, 6);
    expect([sixth.status, sixth.refusal.message]).toEqual([409, tooMany]);
    expect(await allOf(agent, lead.id)).toHaveLength(5);
  });

  test('has the place of one that an admin deleted', async () => {
    const { lead, made } = await withFollowups(1, 2, 3, 4, 5);
    await remove(made[1] ?? { id: '' });
    expect((await add(agent, lead.id, 6)).status).toBe(200);
    expect((await add(agent, lead.id, 7)).status).toBe(409);
  });

  test('is refused as the first one is: a time that has passed, another’s lead, an owner without access', async () => {
    const lead = server.givenLead(agent);
    const late = await add(agent, lead.id, -1);
    expect([late.status, late.refusal.message]).toEqual([422, 'Please pick a correct date and time']);
    expect((await add(other, lead.id)).status).toBe(404);
    expect((await add(agent, uniqueId())).status).toBe(404);
    const forOther = await agent.client.call(calls.addFollowup, { body: inputOf(other, lead.id) });
    expect(forOther.status).toBe(403);
    const strange = await server.admin.client.call(calls.addFollowup, { body: inputOf(other, lead.id) });
    expect([strange.status, Object.keys(strange.refusal.errors ?? {})]).toEqual([422, ['user_id']]);
    expect((await server.stranger.call(calls.addFollowup, { body: inputOf(agent, lead.id) })).status).toBe(
      403,
    );
    expect(await allOf(agent, lead.id)).toEqual([]);
  });

  test('of another agent’s lead is not listed', async () => {
    const { lead } = await withFollowups(1);
    const refused = await other.client.call(calls.listAllFollowupsOfLead, { params: { leadId: lead.id } });
    expect(refused.status).toBe(404);
    const stranger = await server.stranger.call(calls.listAllFollowupsOfLead, {
      params: { leadId: lead.id },
    });
    expect(stranger.refusal.code).toBe('session_ended');
  });
});

describe('the next follow-up of a lead', () => {
  test('is the earliest in progress; completed ones come last, the latest first', async () => {
    const { lead, made } = await withFollowups(2, 3, 1);
    const [two, three, one] = idsOf(made);
    expect(idsOf(await nextOf(agent, lead.id))).toEqual([one]);
    await complete(agent, { id: one ?? '' });
    expect(idsOf(await nextOf(agent, lead.id))).toEqual([two]);
    await complete(agent, { id: two ?? '' });
    expect(idsOf(await allOf(agent, lead.id))).toEqual([three, two, one]);
    await complete(agent, { id: three ?? '' });
    expect(idsOf(await allOf(agent, lead.id))).toEqual([three, two, one]);
    expect(idsOf(await nextOf(agent, lead.id))).toEqual([three]);
    await complete(agent, { id: one ?? '' }, 0);
    expect(idsOf(await nextOf(agent, lead.id))).toEqual([one]);
  });
});

describe('the first follow-up of a lead', () => {
  test('is refused where the lead has any, completed or not, whatever place it has', async () => {
    const { lead, made } = await withFollowups(1, 2);
    await remove(made[0] ?? { id: '' });
    await complete(agent, made[1] ?? { id: '' });
    const refused = await create(agent, lead.id);
    expect([refused.status, refused.refusal.message]).toEqual([409, tooMany]);
    const ordered = await server.send(createFollowupCommand, {
      ...inputOf(agent, lead.id),
      priority: 1,
      description: 'Ordered',
    });
    expect(server.rejection(ordered.id)).toMatchObject({ code: 'already_exists' });
    await remove(made[1] ?? { id: '' });
    expect((await create(agent, lead.id)).status).toBe(200);
  });

  test('of ten at once is one, and more may be added to it', async () => {
    const lead = server.givenLead(agent);
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(agent, lead.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await allOf(agent, lead.id)).toHaveLength(1);
    expect((await add(agent, lead.id)).status).toBe(200);
  });
});

describe('follow-ups of a lead that changes', () => {
  test('go to its next agent, all of them, once, though it is told twice', async () => {
    const { lead, made } = await withFollowups(1, 2, 3);
    await server.leadGoesTo(lead.id, other.user.id);
    const moved = { ...exampleLifeLead, id: lead.id, user_id: other.user.id, version: 2 };
    await server.send(
      leadAssigned,
      { lead_id: lead.id, from: agent.user.id, to: other.user.id, how: 'manual', lead: moved },
      { sequence: 2 },
    );
    await server.published();
    expect(
      (await agent.client.call(calls.listAllFollowupsOfLead, { params: { leadId: lead.id } })).status,
    ).toBe(404);
    expect(await allOf(other, lead.id)).toMatchObject(
      made.map(({ id }) => ({ id, user_id: other.user.id, version: 2 })),
    );
    const told = server.probe.all(followupUpdated).filter(({ data }) => data.lead_id === lead.id);
    expect(told.map(({ data }) => [data.id, data.from_user_id]).sort()).toEqual(
      idsOf(made)
        .map((id) => [id, agent.user.id])
        .sort(),
    );
  });

  test('go with it when it is deleted, all of them', async () => {
    const { lead, made } = await withFollowups(1, 2, 3);
    await server.leadIsDeleted(lead.id);
    await server.published();
    const told = server.probe.all(followupDeleted).filter(({ data }) => data.lead_id === lead.id);
    expect(told.map(({ data }) => data.id).sort()).toEqual(idsOf(made).sort());
    const { answer } = await agent.client.call(calls.listFollowupsOfUser, {
      params: { userId: agent.user.id },
      query: {},
    });
    expect(answer.followups).toEqual([]);
  });
});

test('the filter offers a lead with several once', async () => {
  const { lead } = await withFollowups(1, 2, 3);
  const { answer } = await agent.client.call(calls.followupFilterParams, { params: { id: agent.user.id } });
  expect(answer.params.lead).toEqual([{ id: lead.id, fullname: lead.fullname }]);
});

// Last: more than one process publishes from here on.
describe('a store of before, with one of each lead', () => {
  const oldIndex = () =>
    server.service.ctx.followups.collection.createIndex(
      { lead_id: 1 },
      { unique: true, partialFilterExpression: { deletedAt: null } },
    );
  beforeEach(async () => {
    await server.stop();
    server = await startFollowups();
    agent = await server.signIn();
  });
  const hasOldIndex = async () =>
    (await server.service.ctx.followups.collection.indexes()).some(({ name }) => name === 'lead_id_1');

  test('loses the index on leads at the start, and its follow-ups have the first place', async () => {
    const made = await server.givenFollowup(agent);
    await oldIndex();
    await server.service.ctx.followups.db.collection('migrations').deleteMany({});
    await server.startReplica();
    expect(await hasOldIndex()).toBe(false);
    expect((await create(agent, made.lead_id)).status).toBe(409);
    expect((await add(agent, made.lead_id, 2)).status).toBe(200);
  });

  test('takes another one even while a process of the version before has made its index anew', async () => {
    const made = await server.givenFollowup(agent);
    await oldIndex();
    expect((await add(agent, made.lead_id, 2)).status).toBe(200);
    expect(await hasOldIndex()).toBe(false);
  });
});

test('of twenty at once, added by two processes, a lead has five', async () => {
  const lead = server.givenLead(agent);
  const replica = await server.startReplica();
  const elsewhere = httpClient(replica.url).as(server.others.tokens.tokenFor(agent.actor));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? agent.client : elsewhere).call(calls.addFollowup, {
        body: inputOf(agent, lead.id, index + 1),
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, refusal }) => `${String(status)} ${refusal.message}`))).toEqual(
    new Set([`409 ${tooMany}`]),
  );
  expect(await allOf(agent, lead.id)).toHaveLength(5);
  await server.published();
  const told = server.probe.all(followupCreated).filter(({ data }) => data.lead_id === lead.id);
  // The bus may deliver duplicates, so consumers deduplicate by id.
  expect(new Set(told.map(({ id }) => id)).size).toBe(5);
});
