import { followupCreated } from '@crm/contracts/bus/followup-events.js';
import { textReceived } from '@crm/contracts/bus/messaging-events.js';
import { subroleFor } from '@crm/contracts/codes/lead-types.js';
import type { LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { countViews, filterLeads } from '@crm/contracts/http/lead-lists.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
let due: Lead;
let later: Lead;
let wrote: Lead;

/** An agent's four leads, one of them of the other type, and one that waits in the same way with a colleague. */
beforeAll(async () => {
  server = await startLeads();
  agent = await server.signIn();
  due = await server.givenLead(lifeInput(), agent);
  later = await server.givenLead(lifeInput(), agent);
  wrote = await server.givenLead(lifeInput(), agent);
  await server.givenLead(healthInput(), agent);
  const others = await server.givenLead(lifeInput(), await server.signIn());
  for (const [lead, minutes] of [
    [due, -4],
    [later, 60],
    [others, -30],
  ] as const) {
    const datetime = new Date(server.clock.now().getTime() + minutes * 60_000).toISOString();
    const given = { id: uniqueId(), lead_id: lead.id, datetime, completed: 0, version: 1 } as const;
    await server.send(followupCreated, { data: { ...followupCreated.example, ...given } });
  }
  const text = { lead_id: wrote.id, customer_phone: wrote.phone ?? '' };
  await server.send(textReceived, { data: { ...textReceived.example, ...text } });
});
afterAll(() => server.stop());

const shown = async (who: SignedIn, params: LeadFilter) =>
  (await who.client.call(filterLeads, { body: { params } })).answer.leads.map(({ id }) => id);
const count = async (who: SignedIn, views: LeadFilter[]) =>
  (await who.client.call(countViews, { body: { views } })).answer.counts;

const views: LeadFilter[] = [
  { type: 2 },
  { type: 2, status: ['newLead'] },
  { type: 2, waiting: 'due' },
  { type: 2, waiting: 'replied' },
];

test('the table shows whose call-back is due by now, and who waits for an answer', async () => {
  expect(await shown(agent, { type: 2, waiting: 'due' })).toEqual([due.id]);
  expect(await shown(agent, { type: 2, waiting: 'replied' })).toEqual([wrote.id]);
});

test('views are counted in one call, each as the table would show it: an agent the own leads', async () => {
  expect(await count(agent, views)).toEqual([3, 3, 1, 1]);
  expect(await count(server.admin, views)).toEqual([4, 4, 2, 1]);
  expect(await count(server.admin, [{ type: 2, agent: [agent.actor.id] }])).toEqual([3]);
});

test('a call-back counts from its time on', async () => {
  await server.advance(61 * 60_000);
  expect(await count(agent, [{ type: 2, waiting: 'due' }])).toEqual([2]);
  expect((await shown(agent, { type: 2, waiting: 'due' })).sort()).toEqual([due.id, later.id].sort());
});

test('a filter that makes no sense is refused by its place', async () => {
  const body = { views: [{ type: 2 }, { type: 2, waiting: 'long' }] } as never;
  const { refusal } = await agent.client.call(countViews, { body });
  expect(Object.keys(refusal.errors ?? {})).toEqual(['views.1.waiting']);
});

test('views of a type that is not open to somebody are refused, and whoever is not signed in', async () => {
  const life = await server.signIn({ subroles: [subroleFor[2]] });
  const { refusal } = await life.client.call(countViews, { body: { views: [{ type: 4 }] } });
  expect(refusal.code).toBe('forbidden');
  expect((await server.stranger.call(countViews, { body: { views } })).status).toBe(403);
});
