import { z } from 'zod';
import { leadDeleted } from '@crm/contracts/bus/events.js';
import { deleteLead, restChangeLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { keptLeadEvents, snapshotLeads } from '@crm/contracts/http/rebuilding.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

const types = 'lead.created,lead.status-changed,lead.deleted';
const kept = async (after?: string) => {
  const query = { types, ...(after === undefined ? {} : { after }) };
  return (await server.internal.call(keptLeadEvents, { query })).answer;
};

test('leads hands on what it keeps of events, oldest first, without anything of the person', async () => {
  const lead = await server.givenLead(lifeInput({ fullname: 'Raymond Okafor' }));
  const { client } = server.admin;
  await client.call(setLeadStatus, { params: { id: lead.id }, body: { status: 'inApplication' } });
  await client.call(deleteLead, { body: { lead_id: lead.id } });
  // Kept before it is told.
  await server.probe.waitFor(leadDeleted, ({ data }) => data.lead_id === lead.id);
  const { events, next } = await kept();
  expect(next).toBeNull();
  const its = events.filter(({ subject }) => subject === `lead/${lead.id}`);
  expect(its.map(({ type }) => type)).toEqual(types.split(','));
  expect(its[1]?.data).toMatchObject({ lead_id: lead.id, from: 'newLead', to: 'inApplication' });
  expect(JSON.stringify(its)).not.toContain('Okafor');
  expect(JSON.stringify(its)).not.toContain(lead.phone);

  const { events: rest } = await kept(its[0]?.id);
  expect(rest.map(({ id }) => id)).toEqual(
    events.slice(events.findIndex(({ id }) => id === its[0]?.id) + 1).map(({ id }) => id),
  );
});

test('the snapshot has every living lead as it is now, by id, and nothing to reach the person by', async () => {
  const life = await server.givenLead(lifeInput({ coverage_amount: 25_000 }));
  const health = await server.givenLead(healthInput());
  const gone = await server.givenLead();
  const { client } = server.admin;
  await client.call(restChangeLead, {
    params: { id: life.id },
    body: { type: 'life', version: life.version, app_date: '2026-11-12', policy_number: 'MO-1' },
  });
  await client.call(deleteLead, { body: { lead_id: gone.id } });
  const { body, answer } = await server.internal.call(snapshotLeads, { query: {} });
  const rows = answer.leads;
  expect(rows.map(({ id }) => id)).toEqual([...rows.map(({ id }) => id)].sort());
  expect(rows.find(({ id }) => id === gone.id)).toBeUndefined();
  expect(rows.find(({ id }) => id === life.id)).toMatchObject({
    coverage_amount: 25_000,
    app_date: '2026-11-12',
    policy_number: 'MO-1',
    version: life.version + 1,
  });
  expect(rows.find(({ id }) => id === health.id)).toMatchObject({ coverage_amount: null, type_id: 4 });
  const [row] = z.object({ leads: z.array(z.record(z.string(), z.unknown())) }).parse(body).leads;
  expect(Object.keys(row ?? {})).not.toContain('phone');
  const [first] = rows;
  const after = await server.internal.call(snapshotLeads, { query: { after: first?.id } });
  expect(after.answer.leads).toEqual(rows.slice(1));
});
