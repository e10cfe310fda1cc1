import { userCreated, userSessionsEnded, userUpdated, leadUpdated } from '@crm/contracts/bus/events.js';
import type { User } from '@crm/contracts/entities/user.js';
import { getLead } from '@crm/contracts/http/leads.js';
import { listAssignees } from '@crm/contracts/http/lead-lists.js';
import { listStates } from '@crm/contracts/http/code-lists.js';
import { Types } from 'mongoose';
import { lifeInput, userOf } from '../test/builders.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';
import { until } from '../test/until.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

const known = ({ id }: User) => server.service.ctx.users.findOne({ _id: new Types.ObjectId(id) }).lean();
const published = (user: User, times = 1) =>
  server.send(userUpdated, { subject: `user/${user.id}`, sequence: user.version, data: user }, times);

test('a new user is known by an event, and twice is once', async () => {
  const user = userOf();
  await server.send(userCreated, { data: user }, 2);
  expect(await known(user)).toMatchObject({
    fullname: user.fullname,
    sortName: user.fullname.toLowerCase(),
    email: user.email,
    states: ['TX', 'CA'],
    banned: 0,
    version: 1,
  });
});

test('an older state that comes late changes nothing', async () => {
  const user = userOf({ version: 3, states: ['NV'] });
  await published(user);
  await published({ ...user, version: 2, states: ['TX'], fullname: 'Earlier Name' });
  expect(await known(user)).toMatchObject({ version: 3, states: ['NV'], fullname: user.fullname });
});

test('a ban takes an agent from those who can be given leads', async () => {
  const { user } = await server.signIn();
  await published({ ...user, version: 2, banned: 1 });
  const { answer } = await server.admin.client.call(listAssignees, {});
  expect(answer.find(({ id }) => id === user.id)).toMatchObject({ banned: 1 });
});

describe('a new name', () => {
  test('is carried to every lead of the user, told once, and is nobody’s change', async () => {
    const agent = await server.signIn();
    const leads = [await server.givenLead(lifeInput(), agent), await server.givenLead(lifeInput(), agent)];
    const untouched = await server.givenLead();
    await published({ ...agent.user, fullname: 'Dana Whitfield', version: 2 }, 2);
    for (const { id, updatedAt } of leads) {
      expect(await server.stored(id)).toMatchObject({
        agent_fullname: 'Dana Whitfield',
        list: { agent_name: 'dana whitfield' },
        version: 2,
        changed_by: agent.actor.fullname,
      });
      const event = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === id);
      expect(event).toMatchObject({
        sequence: 2,
        actorrole: 'system',
        data: { changed: ['agent_fullname'], lead: { agent_fullname: 'Dana Whitfield', updatedAt } },
      });
    }
    expect(await server.stored(untouched.id)).toMatchObject({ version: 1 });
    expect(await known(agent.user)).not.toHaveProperty('isRenaming');
  });

  test('that was not carried to the end is carried with the second delivery', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    const renamed = { ...agent.user, fullname: 'Robin Half Way', version: 2 };
    // As a process leaves it that dies between the two writes.
    await server.service.ctx.users.updateOne(
      { _id: new Types.ObjectId(agent.user.id) },
      { $set: { fullname: renamed.fullname, version: 2, isRenaming: true } },
    );
    await published(renamed);
    expect(await server.stored(lead.id)).toMatchObject({ agent_fullname: 'Robin Half Way' });
    expect(await known(agent.user)).not.toHaveProperty('isRenaming');
  });
});

test('a session that ended is refused at once', async () => {
  const agent = await server.signIn();
  expect((await agent.client.call(listStates, {})).status).toBe(200);
  await server.send(userSessionsEnded, { data: { user_id: agent.user.id, session_version: 1 } });
  const { status, refusal } = await agent.client.call(listStates, {});
  expect([status, refusal.code]).toEqual([403, 'session_ended']);
});

test('the e-mail of a lead’s agent is the one that auth told last', async () => {
  const agent = await server.signIn();
  const lead = await server.givenLead(lifeInput(), agent);
  await published({ ...agent.user, email: 'new.address@example.com', version: 2 });
  const { answer } = await agent.client.call(getLead, { params: { id: lead.id } });
  expect(answer.lead.agent_email).toBe('new.address@example.com');
});

test('users that auth had before are read from it at the start', async () => {
  const early = userOf();
  server.auth.users.push(early, userOf({ id: server.admin.user.id, fullname: 'Late News', version: 0 }));
  await server.advance(1);
  const second = await server.replica();
  await until('the second one is ready', async () => (await fetch(`${second.url}/readyz`)).ok || undefined);
  expect(await known(early)).toMatchObject({ fullname: early.fullname });
  expect(await known(server.admin.user)).toMatchObject({ fullname: server.admin.user.fullname, version: 1 });
});
