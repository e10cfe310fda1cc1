import { leadUpdated } from '@crm/contracts/bus/events.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { restChangeLead, restGetLead } from '@crm/contracts/http/leads.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

/** A lead as it stands where one condition alone was stored as its code, or none as nothing. */
async function givenStored(input: Parameters<LeadsServer['givenLead']>[0], medications: string | null) {
  const lead = await server.givenLead(input);
  const { leads } = server.service.ctx;
  const _id = new leads.base.Types.ObjectId(lead.id);
  await leads.db.collection('leads').updateOne(alive({ _id }), { $set: { medications } });
  return lead;
}
const read = async ({ id }: Lead) => (await server.admin.client.call(restGetLead, { params: { id } })).answer;
const change = (lead: Lead, fields: object, version = lead.version) =>
  server.admin.client.call(restChangeLead, {
    params: { id: lead.id },
    body: { type: lead.type, version, ...fields },
  });

test('a lone condition is read as a list of one, and none as an empty list', async () => {
  expect((await read(await givenStored(lifeInput(), 'copd'))).medications).toEqual(['copd']);
  expect((await read(await givenStored(lifeInput(), null))).medications).toEqual([]);
});

test('a lone condition of a health lead is its flag too', async () => {
  const lead = await givenStored(healthInput(), 'asthma');
  expect(await read(lead)).toMatchObject({
    medications: ['asthma'],
    major_condition_asthma: 1,
    major_condition_stroke: 0,
  });
});

test('a change of something else leaves the list and says nothing of it', async () => {
  const lead = await givenStored(lifeInput(), 'copd');
  await change(lead, { hobby: 'Fishing' });
  const published = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === lead.id);
  expect(published.data.changed).toEqual(['hobby']);
});

test('a late save of the same condition is no conflict, of another one it is, with the list', async () => {
  const lead = await givenStored(lifeInput(), 'copd');
  await change(lead, { hobby: 'Fishing' });
  expect((await change(lead, { medications: ['copd'] })).status).toBe(200);
  const { status, refusal } = await change(lead, { medications: ['gout'] });
  expect([status, refusal.conflict?.fields]).toEqual([
    409,
    [{ field: 'medications', yours: ['gout'], theirs: ['copd'] }],
  ]);
});
