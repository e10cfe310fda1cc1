import { createFollowupCommand } from '@crm/contracts/bus/commands.js';
import { leadUpdated } from '@crm/contracts/bus/events.js';
import { followupDeleted, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import { eventFollowup } from '@crm/contracts/entities/followup.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { createFollowup, listFollowupsOfLead, listFollowupsOfUser } from '@crm/contracts/http/followups.js';
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

const ofLead = (who: SignedIn, leadId: string) =>
  who.client.call(listFollowupsOfLead, { params: { leadId } });
const ofUser = async (who: SignedIn) =>
  (await who.client.call(listFollowupsOfUser, { params: { userId: who.user.id }, query: {} })).answer
    .followups;
const updates = (id: string) => server.probe.all(followupUpdated).filter(({ data }) => data.id === id);

describe('a lead that changes', () => {
  test('takes its name and status into its follow-up, which tells of it once', async () => {
    const made = await server.givenFollowup(agent);
    await server.leadChanges(made.lead_id, { fullname: 'Renamed Person', status: 'underwriting' });
    await server.published();
    const [now] = (await ofLead(agent, made.lead_id)).answer.followups;
    expect(now).toMatchObject({
      fullname: 'Renamed Person',
      status: 'underwriting',
      status_title: 'Underwriting',
    });
    expect(updates(made.id)).toMatchObject([{ data: eventFollowup.parse(now), actorid: 'system' }]);
  });

  test('in something that its follow-up does not show tells nobody', async () => {
    const made = await server.givenFollowup(agent);
    await server.leadChanges(made.lead_id, { email: 'new@example.com' });
    await server.published();
    expect(updates(made.id)).toEqual([]);
  });

  test('by an older event, or the same once more, changes nothing', async () => {
    const made = await server.givenFollowup(agent, {}, { version: 7 });
    const lead = { ...exampleLifeLead, id: made.lead_id, user_id: agent.user.id, fullname: 'Old Name' };
    await server.send(leadUpdated, { lead: { ...lead, version: 6 }, changed: ['fullname'] }, { sequence: 6 });
    expect((await ofLead(agent, made.lead_id)).answer.followups).toEqual([made]);
    const newer = { ...lead, version: 8, fullname: 'New Name' };
    await server.send(leadUpdated, { lead: newer, changed: ['fullname'] }, { sequence: 8, times: 2 });
    await server.published();
    expect(updates(made.id)).toHaveLength(1);
  });
});

describe('a lead that goes to somebody else', () => {
  test('takes its follow-up along: unknown to the one, the other’s from now on', async () => {
    const made = await server.givenFollowup(agent);
    await server.leadGoesTo(made.lead_id, other.user.id);
    await server.published();
    expect((await ofLead(agent, made.lead_id)).status).toBe(404);
    expect(await ofUser(agent)).toEqual([]);
    expect(await ofUser(other)).toMatchObject([
      { id: made.id, user_id: other.user.id, agentName: other.user.fullname },
    ]);
    expect(updates(made.id)).toMatchObject([{ data: { from_user_id: agent.user.id } }]);
  });

  test('leaves an admin’s with the admin', async () => {
    const lead = server.givenLead(agent);
    await server.admin.client.call(createFollowup, {
      body: { lead_id: lead.id, user_id: server.admin.user.id, datetime: after(server.clock, hourMs) },
    });
    await server.leadGoesTo(lead.id, other.user.id);
    expect((await ofLead(other, lead.id)).answer.followups).toMatchObject([
      { user_id: server.admin.user.id },
    ]);
  });

  test('is its last agent’s while it has none, and its next one’s then', async () => {
    const made = await server.givenFollowup(agent);
    await server.leadGoesTo(made.lead_id, 0);
    expect(await ofUser(agent)).toHaveLength(1);
    await server.leadGoesTo(made.lead_id, other.user.id);
    expect([await ofUser(agent), (await ofUser(other)).length]).toEqual([[], 1]);
  });
});

describe('a lead that is deleted', () => {
  test('takes its follow-up with it, and tells of that', async () => {
    const made = await server.givenFollowup(agent);
    await server.leadIsDeleted(made.lead_id);
    await server.published();
    expect(await ofUser(agent)).toEqual([]);
    expect(server.probe.all(followupDeleted).filter(({ data }) => data.id === made.id)).toHaveLength(1);
  });
});

describe('what happens to a lead while its follow-up is made', () => {
  const make = (lead_id: string) =>
    agent.client.call(createFollowup, {
      body: { lead_id, user_id: agent.user.id, datetime: after(server.clock, hourMs) },
    });

  test('a change is made up for', async () => {
    const lead = server.givenLead(agent);
    server.others.leads.afterRead = () => server.leadChanges(lead.id, { fullname: 'Renamed Meanwhile' });
    await make(lead.id);
    expect((await ofLead(agent, lead.id)).answer.followups).toMatchObject([
      { fullname: 'Renamed Meanwhile' },
    ]);
  });

  test('its end is the end of the follow-up too', async () => {
    const lead = server.givenLead(agent);
    server.others.leads.afterRead = () => server.leadIsDeleted(lead.id);
    await make(lead.id);
    expect(await ofUser(agent)).toEqual([]);
  });
});

describe('the command followup.create', () => {
  const order = (lead_id: string, user_id: string, given: { datetime?: string } = {}) =>
    server.send(
      createFollowupCommand,
      {
        lead_id,
        user_id,
        datetime: after(server.clock, hourMs),
        priority: 1,
        description: 'Ordered',
        ...given,
      },
      { times: 2 },
    );

  test('makes one, once, however often it is brought', async () => {
    const lead = server.givenLead(agent);
    await order(lead.id, agent.user.id);
    expect(await ofUser(agent)).toMatchObject([
      { lead_id: lead.id, priority: 1, description: 'Ordered', version: 1 },
    ]);
  });

  test.each([
    ['a time that has passed', () => ({ datetime: '2026-11-20T16:00:00.000Z' }), 'invalid'],
    ['a lead that has one', () => ({}), 'already_exists'],
  ] as const)('is refused for %s, and told so', async (_name, given, code) => {
    const lead = server.givenLead(agent);
    if (code === 'already_exists') await order(lead.id, agent.user.id);
    const command = await order(lead.id, agent.user.id, given());
    expect(server.rejection(command.id)).toMatchObject({ code });
  });

  test('is refused for who does not work the lead, and for a lead that is not there', async () => {
    const strange = await order(server.givenLead(agent).id, other.user.id);
    expect(server.rejection(strange.id)).toMatchObject({ code: 'invalid' });
    const nowhere = await order(uniqueId(), agent.user.id);
    expect(server.rejection(nowhere.id)).toMatchObject({ code: 'not_found' });
  });
});
