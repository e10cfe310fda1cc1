import { leadPriceChanged, leadUpdated } from '@crm/contracts/bus/events.js';
import { selectCarrier } from '@crm/contracts/http/carriers.js';
import { holdLead } from '@crm/contracts/http/holds.js';
import { restChangeLead, restGetLead, setLeadPrice, setLeadStatus } from '@crm/contracts/http/leads.js';
import { changeReferenceList, getReferenceList } from '@crm/contracts/http/reference.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { ReferenceListInput } from '@crm/contracts/reference/reference-list.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
let lead: Lead;
beforeAll(async () => {
  server = await startLeads();
  [agent, other] = [await server.signIn(), await server.signIn()];
});
afterAll(() => server.stop());
beforeEach(async () => {
  lead = await server.givenLead(lifeInput(), agent);
});

const select = (carrier: string, { client }: SignedIn = agent, lead_id = lead.id) =>
  client.call(selectCarrier, { body: { lead_id, carrier } });
const price = (prices: Record<string, number>, { client }: SignedIn = agent) =>
  client.call(setLeadPrice, { params: { id: lead.id }, body: { price: prices } });
const read = async () => (await agent.client.call(restGetLead, { params: { id: lead.id } })).answer;
const ofLead = ({ subject }: { subject: string }) => subject === `lead/${lead.id}`;

test('a selected carrier is kept on the lead and told; the same one again changes nothing', async () => {
  const { answer } = await select('mutual_of_omaha');
  expect(answer).toMatchObject({
    status: 'success',
    message: 'Mutual of Omaha selected',
    lead: { id: lead.id, carrier: 'mutual_of_omaha', version: lead.version + 1 },
  });
  expect(await read()).toEqual(answer.lead);
  const published = await server.probe.waitFor(leadUpdated, ofLead);
  expect(published.data).toMatchObject({ changed: ['carrier'], lead: { carrier: 'mutual_of_omaha' } });
  expect((await select('mutual_of_omaha')).answer.lead.version).toBe(lead.version + 1);
});

test('an edited price selects its carrier in the same change; several at once, and one taken away, select none', async () => {
  expect((await price({ aetna: 64.2, sbli: 70 })).status).toBe(200);
  expect((await read()).carrier).toBeNull();
  await price({ aetna: 64.2, sbli: 69.5 });
  expect(await read()).toMatchObject({ carrier: 'sbli', version: lead.version + 2 });
  const updated = await server.probe.waitFor(
    leadUpdated,
    (event) => ofLead(event) && event.data.lead.carrier !== null,
  );
  expect(updated.data).toMatchObject({ changed: ['price', 'carrier'], lead: { carrier: 'sbli' } });
  const published = await server.probe.waitFor(
    leadPriceChanged,
    ({ data, sequence }) => data.lead_id === lead.id && sequence === updated.sequence,
  );
  expect(published.data).toMatchObject({ premium_carrier: 'Aetna', premium_price: 64.2 });
  await price({ aetna: 64.2 });
  expect((await read()).carrier).toBe('sbli');
});

test('prices keep four decimals and are answered the lowest first; the premium is whole cents', async () => {
  const { answer } = await price({ sbli: 70, aetna: 64.2055, americo: 9999.9999 });
  expect(Object.entries(answer.price)).toEqual([
    ['aetna', 64.2055],
    ['sbli', 70],
    ['americo', 9999.9999],
  ]);
  expect(answer.premium_price).toBe(64.21);
  expect((await price({ aetna: 1.23456 })).status).toBe(422);
  expect((await price({ aetna: 10_000 })).status).toBe(422);
  expect((await price({ acme: 5 })).refusal.errors).toEqual({ 'price.acme': 'Unknown carrier' });
  expect((await read()).price).toEqual(answer.price);
  // The same as JSON, as the specification's clients read it.
  expect(await read()).toMatchObject({ pc: JSON.stringify(answer.price) });
});

test("american_general's price shows at rate class gi alone, changes after the sale alone, and outlives saves without it", async () => {
  const change = async (fields: { rate_class: 'gi' | 'lb' }) => {
    const { version } = await read();
    const body = { type: 'life' as const, version, ...fields };
    expect((await agent.client.call(restChangeLead, { params: { id: lead.id }, body })).status).toBe(200);
  };
  await change({ rate_class: 'gi' });
  const unsold = await price({ american_general: 40, gerber: 55 });
  expect(unsold.refusal.errors).toEqual({
    'price.american_general': 'This price can only be changed after the sale',
  });
  await agent.client.call(setLeadStatus, { params: { id: lead.id }, body: { status: 'inApplication' } });
  const { answer } = await price({ american_general: 40, gerber: 55 });
  expect(answer).toMatchObject({
    price: { american_general: 40, gerber: 55 },
    premium_price: 55,
    premium_carrier: 'Gerber Life',
  });

  await change({ rate_class: 'lb' });
  expect((await read()).price).toEqual({ gerber: 55 });
  expect((await price({ american_general: 41 })).refusal.errors).toEqual({
    'price.american_general': 'This price is only for the rate class guaranteed issue',
  });
  await price({ gerber: 54 });
  await change({ rate_class: 'gi' });
  expect((await read()).price).toEqual({ american_general: 40, gerber: 54 });
});

test('what is no carrier on offer, a health lead, and a lead of somebody else are refused', async () => {
  expect((await select('acme')).refusal.errors).toEqual({ carrier: 'Unknown carrier' });
  expect((await select('')).refusal.errors).toEqual({ carrier: 'This field is required' });
  const health = await server.givenLead(healthInput(), agent);
  expect((await select('aetna', agent, health.id)).refusal.errors).toEqual({
    carrier: 'Only life leads have carriers',
  });
  expect((await select('aetna', other)).status).toBe(404);
  expect((await select('aetna', await server.signIn({ role_id: 3 }))).status).toBe(404);
  expect((await select('aetna', agent, uniqueId())).status).toBe(404);
  const stranger = await server.stranger.call(selectCarrier, {
    body: { lead_id: lead.id, carrier: 'aetna' },
  });
  expect(stranger.refusal.code).toBe('session_ended');
  expect((await read()).carrier).toBeNull();
});

test('while somebody else holds the lead nobody selects or prices, an admin neither', async () => {
  await agent.client.call(holdLead, { params: { id: lead.id }, body: { holder: 'w1' } });
  expect((await select('aetna', server.admin)).status).toBe(423);
  expect((await price({ aetna: 1 }, server.admin)).status).toBe(423);
  expect((await select('aetna')).status).toBe(200);
});

test('a hidden carrier cannot be selected any more; a lead that has it keeps it, and its price', async () => {
  await price({ foresters: 33 });
  const list = 'carriers';
  const { version, entries } = (await agent.client.call(getReferenceList, { params: { list } })).answer;
  const hidden = entries.map((each) => (each.code === 'foresters' ? { ...each, active: false } : each));
  const body = { list, version, entries: hidden } as ReferenceListInput;
  await server.admin.client.call(changeReferenceList, { params: { list }, body });
  expect(await read()).toMatchObject({ carrier: 'foresters', price: { foresters: 33 } });
  expect((await select('foresters')).status).toBe(200);
  lead = await server.givenLead(lifeInput(), agent);
  expect((await select('foresters')).refusal.errors).toEqual({ carrier: 'Unknown carrier' });
});
