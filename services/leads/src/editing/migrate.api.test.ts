import { leadAssigned, leadCreated, leadStatusChanged } from '@crm/contracts/bus/events.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { migrateLeads } from '@crm/contracts/http/lead-migration.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { alive, evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

type Taken = InputOf<typeof migrateLeads>['body']['leads'][number];

let server: LeadsServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startLeads();
  agent = await server.signIn();
});
afterAll(() => server.stop());

const migrated = (given: Partial<Taken> = {}): Taken => ({
  external_id: `old-crm:${uniqueId()}`,
  lead: lifeInput({ source: 'own' }),
  status: 'followUp',
  agent: agent.actor.id,
  price: { aetna: 41.5 },
  empty: 0,
  AD_status: null,
  created_at: '2026-03-01T18:00:00.000Z',
  changed_at: '2026-10-01T18:00:00.000Z',
  ...given,
});
const idOf = async ({ external_id }: Taken) =>
  String((await server.service.ctx.leads.findOne(alive({ external_id })).lean())?._id);

test('leads come with status, agent, price and times as they were', async () => {
  const life = migrated();
  const health = migrated({
    lead: healthInput(),
    agent: 0,
    status: 'newLead',
    price: {},
    empty: 1,
    AD_status: 3,
  });
  const { answer } = await server.internal.call(migrateLeads, { body: { leads: [life, health] } });
  expect(answer).toEqual({ saved: 2, known: 0 });
  const id = await idOf(life);
  const lead = (await agent.client.call(restGetLead, { params: { id } })).answer;
  expect(lead).toMatchObject({
    source: 'own',
    status: 'followUp',
    user_id: agent.actor.id,
    agent_fullname: agent.actor.fullname,
    premium_price: 41.5,
    empty: 0,
    createdAt: '2026-03-01T18:00:00.000Z',
    updatedAt: '2026-10-01T18:00:00.000Z',
  });
  expect(await server.stored(await idOf(health))).toMatchObject({ empty: 1, AD_status: 3, user_id: null });
});

test('their history is told at the times it happened, as an import', async () => {
  const taken = migrated();
  await server.internal.call(migrateLeads, { body: { leads: [taken] } });
  const id = await idOf(taken);
  const created = await server.probe.waitFor(leadCreated, ({ data }) => data.lead.id === id);
  expect(created).toMatchObject({ time: '2026-03-01T18:00:00.000Z', data: { how: 'import' } });
  const assigned = await server.probe.waitFor(leadAssigned, ({ data }) => data.lead_id === id);
  expect(assigned).toMatchObject({ data: { from: 0, to: agent.actor.id, how: 'bulk' } });
  const changed = await server.probe.waitFor(leadStatusChanged, ({ data }) => data.lead_id === id);
  expect(changed).toMatchObject({
    time: '2026-10-01T18:00:00.000Z',
    data: { from: 'newLead', to: 'followUp' },
  });
});

test('a second delivery changes nothing', async () => {
  const leads = [migrated()];
  await server.internal.call(migrateLeads, { body: { leads } });
  const again = await server.internal.call(migrateLeads, { body: { leads: [...leads, migrated()] } });
  expect(again.answer).toEqual({ saved: 1, known: 1 });
});

test('waits for an agent who is not known here yet', async () => {
  const { status } = await server.internal.call(migrateLeads, {
    body: { leads: [migrated({ agent: uniqueId() })] },
  });
  expect(status).toBe(503);
});

test('refuses what cannot be stored, naming lead and field, and takes none of them', async () => {
  const wrong = migrated({ lead: lifeInput({ birth_date: '2099-01-01' }) });
  const right = migrated();
  const { refusal } = await server.internal.call(migrateLeads, { body: { leads: [right, wrong] } });
  expect(Object.keys(refusal.errors ?? {})).toEqual(['leads.1.lead.birth_date']);
  expect(await server.service.ctx.leads.countDocuments(evenDeleted({ external_id: right.external_id }))).toBe(
    0,
  );
});
