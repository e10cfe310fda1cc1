import { deleteLeadCommand } from '@crm/contracts/bus/commands.js';
import {
  listAuditEntries,
  acknowledgeBulkReading,
  exportAuditEntries,
  type AuditFilter,
} from '@crm/contracts/http/audit.js';
import { openLead } from '@crm/contracts/http/opening.js';
import { deleteSelectedLeads, restChangeLead, restGetLead } from '@crm/contracts/http/leads.js';
import { filterLeads, searchLeads } from '@crm/contracts/http/lead-lists.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import { verifyChain } from '@crm/platform/audit/verify-chain.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startLeads();
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});
afterAll(() => server.stop());

const params = { service: 'leads' as const };
const entries = async (query: Partial<AuditFilter>) =>
  (await server.admin.client.call(listAuditEntries, { params, query: { ...query, range: '[0,99]' } })).answer;

test('who opened a lead is answered, and who tried to', async () => {
  const lead = await server.givenLead(lifeInput(), agent);
  await agent.client.call(openLead, { params: { id: lead.id }, body: { holder: 'window' } });
  await other.client.call(restGetLead, { params: { id: lead.id } });
  const opened = await entries({ subject: `lead/${lead.id}`, action: 'lead.opened' });
  expect(opened.map(({ actor_id, outcome }) => [actor_id, outcome])).toEqual(
    expect.arrayContaining([
      [agent.actor.id, 'done'],
      [other.actor.id, 'denied'],
    ]),
  );
  expect(opened).toHaveLength(2);
  expect(opened[0]).toMatchObject({
    address: expect.stringMatching(/./) as string,
    correlation_id: expect.any(String) as string,
  });
});

test('a change is entered with what it was and is, health data by name alone', async () => {
  const lead = await server.givenLead(lifeInput({ address: 'First St 1', tobacco: 0 }), agent);
  await agent.client.call(restChangeLead, {
    params: { id: lead.id },
    body: { type: 'life', version: 1, address: 'Second St 2', tobacco: 1 },
  });
  const [changed] = await entries({ subject: `lead/${lead.id}`, action: 'lead.updated' });
  expect(changed?.changes).toEqual(
    expect.arrayContaining([
      { field: 'address', before: 'First St 1', after: 'Second St 2' },
      { field: 'tobacco' },
    ]),
  );
});

test('deleting many names each of them, and so does a command of the bus', async () => {
  const [one, two] = [await server.givenLead(lifeInput(), agent), await server.givenLead(lifeInput(), agent)];
  await server.admin.client.call(deleteSelectedLeads, { body: { leads: [one.id] } });
  await server.send(deleteLeadCommand, { subject: `lead/${two.id}`, data: { lead_id: two.id } });
  expect(await entries({ subject: `lead/${one.id}`, action: 'lead.deleted' })).toHaveLength(1);
  const [command] = await entries({ subject: `lead/${two.id}`, action: 'command.lead.delete' });
  expect(command).toMatchObject({ outcome: 'done', address: '' });
});

test('60 records in ten seconds raise the alarm on the System page, until an admin acknowledges it', async () => {
  const reader = await server.signIn();
  const leads = await Promise.all(Array.from({ length: 60 }, () => server.givenLead(lifeInput(), reader)));
  for (const { id } of leads) await reader.client.call(restGetLead, { params: { id } });
  await server.service.auditIdle();
  const standing = async () =>
    (await server.admin.client.call(getSystemPart, { params })).answer.bulk_readings;
  expect(await standing()).toMatchObject([{ user_id: reader.actor.id, records: 60 }]);
  expect(await entries({ action: 'alarm.bulk-reading' })).toHaveLength(1);
  const about = { params: { ...params, userId: reader.actor.id } };
  expect((await reader.client.call(acknowledgeBulkReading, about)).refusal.code).toBe('forbidden');
  expect((await server.admin.client.call(acknowledgeBulkReading, about)).status).toBe(200);
  expect(await standing()).toEqual([]);
  expect((await server.admin.client.call(acknowledgeBulkReading, about)).refusal.code).toBe('not_found');
});

describe('whoever reads more in an hour than work needs', () => {
  let small: LeadsServer;
  beforeAll(async () => {
    small = await startLeads({ LISTED_PER_HOUR: '20', OPENED_PER_HOUR: '5' });
  });
  afterAll(() => small.stop());

  const standing = async () => {
    await small.service.auditIdle();
    return (await small.admin.client.call(getSystemPart, { params })).answer.bulk_readings;
  };
  test('by pages of lists is slowed down and reported; paging back and forth is not', async () => {
    const reader = await small.signIn();
    await Promise.all(Array.from({ length: 30 }, () => small.givenLead(lifeInput(), reader)));
    const pageOf = async (page: number) =>
      reader.client.call(filterLeads, { body: { params: { type: 2 }, limit: 10, page } });
    for (let turn = 0; turn < 5; turn += 1) expect((await pageOf(1)).status).toBe(200);
    await reader.client.call(searchLeads, { query: { search: 'a' } });
    expect(await standing()).toEqual([]);
    await pageOf(2);
    await pageOf(3);
    expect(await standing()).toMatchObject([{ user_id: reader.actor.id, kind: 'listed-in-hour' }]);
    expect(small.waited).toEqual([]);

    expect((await pageOf(1)).status).toBe(200);
    expect((await reader.client.call(searchLeads, { query: { search: 'a' } })).status).toBe(200);
    expect(small.waited).toEqual([500, 1_500]);
    // Many at once: those whose turn is too far off are refused and say when to come back.
    const many = await Promise.all(Array.from({ length: 12 }, (_, page) => pageOf(page + 1)));
    const refused = many.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(9);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(9);

    // What is opened is counted by itself, and nobody else is slowed.
    small.waited.length = 0;
    const lead = await small.givenLead(lifeInput(), reader);
    const other = await small.signIn();
    expect((await reader.client.call(restGetLead, { params: { id: lead.id } })).status).toBe(200);
    expect((await other.client.call(filterLeads, { body: { params: { type: 2 } } })).status).toBe(200);
    await small.advance(3_600_000);
    expect((await pageOf(1)).status).toBe(200);
    expect(small.waited).toEqual([]);
  });

  test('by opening one after the other as well', async () => {
    const reader = await small.signIn();
    small.waited.length = 0;
    const leads = await Promise.all(Array.from({ length: 6 }, () => small.givenLead(lifeInput(), reader)));
    const open = async (id = '') => (await reader.client.call(restGetLead, { params: { id } })).status;
    for (const { id } of leads.slice(0, 5)) expect(await open(id)).toBe(200);
    expect(await standing()).toContainEqual(
      expect.objectContaining({ user_id: reader.actor.id, kind: 'opened-in-hour', records: 5 }),
    );
    expect(small.waited).toEqual([]);
    expect(await open(leads[5]?.id)).toBe(200);
    expect(small.waited).toEqual([500]);
  });

  test('in two processes is counted together', async () => {
    const reader = await small.signIn();
    const leads = await Promise.all(Array.from({ length: 6 }, () => small.givenLead(lifeInput(), reader)));
    const replica = await small.replica();
    const there = httpClient(replica.url, reader.token);
    for (const [index, { id }] of leads.entries())
      await (index % 2 === 0 ? reader.client : there).call(restGetLead, { params: { id } });
    await replica.auditIdle();
    expect(await standing()).toContainEqual(
      expect.objectContaining({ user_id: reader.actor.id, kind: 'opened-in-hour' }),
    );
  });
});

test('the log is downloaded as CSV, the download is entered, and the chain holds', async () => {
  const response = await fetch(
    `${server.service.url}${exportAuditEntries.path.replace('{service}', 'leads')}`,
    {
      headers: { authorization: `Bearer ${server.admin.token}` },
    },
  );
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(await response.text()).toContain('"lead.opened"');
  expect(await entries({ action: 'audit.exported' })).toMatchObject([{ actor_id: server.admin.actor.id }]);
  await server.service.auditIdle();
  const connection = server.service.ctx.leads.db;
  expect((await verifyChain(connection)).broken).toBeUndefined();
});
