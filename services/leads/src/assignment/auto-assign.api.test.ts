import { createLeadCommand } from '@crm/contracts/bus/commands.js';
import {
  leadAssigned,
  leadCreated,
  leadOffered,
  settingsUpdated,
  userPresenceChanged,
} from '@crm/contracts/bus/events.js';
import { exampleSettings } from '@crm/contracts/entities/user.js';
import type { Flag } from '@crm/contracts/ids.js';
import { assignLead, restCreateLead } from '@crm/contracts/http/leads.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let settingsVersion = 1;
beforeEach(async () => {
  server = await startLeads();
  settingsVersion = 1;
  await assignsByItself(1);
});
afterEach(() => server.stop());

async function assignsByItself(assignment: Flag): Promise<void> {
  settingsVersion += 1;
  const data = { ...exampleSettings, assignment };
  await server.send(settingsUpdated, { subject: 'settings', sequence: settingsVersion, data });
}

async function isOnline({ user }: SignedIn, online: Flag, sequence = 2): Promise<void> {
  const data = {
    user_id: user.id,
    online,
    active: online,
    in_call: 0 as const,
    AD_status: 0 as const,
    agents: 1,
  };
  await server.send(userPresenceChanged, { subject: `user/${user.id}/presence`, sequence, data });
}

const texan = (given = {}) => server.signIn({ subroles: [1], states: ['TX'], online: 0, ...given });

test('while the setting is off a new lead belongs to nobody and no reason is kept', async () => {
  await texan();
  await assignsByItself(0);
  expect(await server.givenLead()).toMatchObject({ user_id: 0, assigned_why: null });
});

test('a new lead goes to a licensed agent, the reason stays on it and the event says automatic', async () => {
  await server.signIn({ subroles: [1], states: ['CA'] });
  await server.signIn({ subroles: [2], states: ['TX'] });
  await texan({ banned: 1 });
  await texan({ not_assign: 1 });
  const right = await texan();
  const lead = await server.givenLead(lifeInput({ state: 'TX' }));
  expect(lead).toMatchObject({
    user_id: right.user.id,
    agent_fullname: right.user.fullname,
    assigned_why: 'Automatic: licensed for life leads in Texas, nobody was online, had no lead yet',
  });
  const published = await server.probe.waitFor(leadAssigned, ({ data }) => data.lead_id === lead.id);
  expect(published.data).toMatchObject({ from: 0, to: right.user.id, how: 'automatic' });
  expect((await right.client.call(assignLead, { params: { id: lead.id }, body: { agent: 0 } })).status).toBe(
    200,
  );
  expect(await server.stored(lead.id)).toMatchObject({ user_id: null, assigned_why: null });
});

test('who is online comes first, then who waited longest; an older presence changes nothing', async () => {
  const [first, second, away] = [await texan(), await texan(), await texan()];
  await isOnline(first, 1, 3);
  await isOnline(first, 0, 2);
  await isOnline(second, 1);
  const owners: unknown[] = [];
  for (let count = 0; count < 4; count += 1) {
    server.clock.advance(1000);
    owners.push((await server.givenLead()).user_id);
  }
  const [one, other] = owners;
  expect(new Set([one, other])).toEqual(new Set([first.user.id, second.user.id]));
  expect(owners).toEqual([one, other, one, other]);
  await isOnline(first, 0, 4);
  await isOnline(second, 0, 3);
  expect(await server.givenLead()).toMatchObject({ user_id: away.user.id });
});

test('leads that come at the same moment are dealt out evenly', async () => {
  const agents = [await texan(), await texan(), await texan(), await texan()];
  const leads = await Promise.all(agents.map(() => server.givenLead()));
  expect(new Set(leads.map(({ user_id }) => user_id)).size).toBe(agents.length);
});

test('with nobody to give it to, the lead says so and belongs to nobody', async () => {
  await texan();
  expect(await server.givenLead(healthInput({ state: 'CA' }))).toMatchObject({
    user_id: 0,
    assigned_why: 'Automatic: no agent is available for health leads in California',
  });
});

test("an agent's own new lead stays the agent's", async () => {
  const [busy] = [await texan(), await texan()];
  const { answer } = await busy.client.call(restCreateLead, { body: lifeInput() });
  expect(answer.lead).toMatchObject({ user_id: busy.user.id, assigned_why: null });
});

test('a live transfer is put before its agent; a second delivery neither offers nor takes a turn again', async () => {
  const [one, other] = [await texan(), await texan()];
  const lead = lifeInput({ source: 'liveTransfer' });
  const data = { external_id: `partner-7:${uniqueId()}`, lead };
  await server.send(createLeadCommand, { data }, 2);
  const offered = await server.probe.waitFor(leadOffered);
  expect(offered.data).toMatchObject({ why: 'live-transfer' });
  await server.send(createLeadCommand, { data });
  expect(server.probe.all(leadOffered)).toHaveLength(1);
  expect(server.probe.all(leadCreated)).toHaveLength(1);
  server.clock.advance(1000);
  const next = await server.givenLead();
  expect(new Set([offered.data.user_id, next.user_id])).toEqual(new Set([one.user.id, other.user.id]));
});
