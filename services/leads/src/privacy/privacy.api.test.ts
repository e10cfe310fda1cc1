import { contactOptedOut, leadDeleted } from '@crm/contracts/bus/events.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { createNote, listNotes } from '@crm/contracts/http/notes.js';
import { uploadBulkCsv } from '@crm/contracts/http/imports.js';
import * as calls from '@crm/contracts/http/privacy.js';
import { privacyServices, type PrivacyRequestKind } from '@crm/contracts/customers/privacy.js';
import { privacyRequests } from '@crm/contracts/resources/privacy-request.js';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import type { Caller, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { testSigner } from '@crm/platform/testing/service-keys.js';
import { uniqueEmail, uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';

let server: LeadsServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.signIn();
});

const others = ['telephony', 'messaging', 'followups', 'stats'] as const;
type Other = (typeof others)[number];

/** As one of the other services calls. */
function as(from: Caller) {
  return server.stranger.as(testSigner(from, server.clock)('leads'));
}
const tasksOf = async (from: Other) => (await as(from).call(calls.privacyTasks, {})).answer.tasks;
type Report = InputOf<typeof calls.privacyTaskDone>['body'];
const report = (from: Other, id: string, body: Partial<Report> = {}) =>
  as(from).call(calls.privacyTaskDone, {
    params: { id },
    body: { sheet: 0, is_last: true, counts: {}, ...body },
  });

interface Meant {
  phones?: string[];
  emails?: string[];
  leads?: Lead[];
  never_contact?: 0 | 1;
}
const ask = (kind: PrivacyRequestKind, { leads = [], ...meant }: Meant, by: SignedIn = server.admin) =>
  by.client.call(calls.makePrivacyRequest, {
    body: { kind, ...meant, lead_ids: leads.map(({ id }) => id), reason: 'Letter of November 18' },
  });
const requested = async (id: string) => {
  const requests = (await server.admin.client.call(privacyRequests.calls.list, { query: {} })).answer;
  const found = requests.find((request) => request.id === id);
  if (found === undefined) throw new Error('The request is not listed');
  return found;
};
const whole = (id: string) =>
  until('the request is done', async () => (await requested(id)).state === 'done' || undefined);
const listedBy = async (q = '') =>
  (await server.admin.client.call(doNotContact.calls.list, { query: { filter: JSON.stringify({ q }) } }))
    .answer;
const found = async (meant: Meant) =>
  (await server.admin.client.call(calls.findPerson, { body: { phones: meant.phones, emails: meant.emails } }))
    .answer.leads;

describe('a person', () => {
  test('is found by either number and by the e-mail in any case, whatever type and whoever’s', async () => {
    const [phone, email] = [uniquePhone(), uniqueEmail('Person')];
    const first = await server.givenLead(lifeInput({ phone }), agent);
    server.clock.advance(1_000);
    const second = await server.givenLead(healthInput({ second_phone: phone }));
    server.clock.advance(1_000);
    const third = await server.givenLead(lifeInput({ email: email.toUpperCase() }));
    await server.givenLead();
    const leads = await found({ phones: [phone], emails: [email.toLowerCase()] });
    expect(leads.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
    expect(leads.at(-1)).toMatchObject({
      phone,
      fullname: first.fullname,
      agent_fullname: agent.user.fullname,
      status: 'newLead',
    });
  });

  test('is looked for by a number or an e-mail, and by nobody but an admin', async () => {
    const nothing = await server.admin.client.call(calls.findPerson, { body: {} });
    expect([nothing.status, nothing.refusal.errors]).toEqual([422, { phones: 'Enter a phone or an e-mail' }]);
    for (const client of [agent.client, server.stranger]) {
      const body = { phones: [uniquePhone()] };
      expect([401, 403]).toContain((await client.call(calls.findPerson, { body })).status);
      expect([401, 403]).toContain((await client.call(privacyRequests.calls.list, { query: {} })).status);
    }
    expect((await ask('export', { phones: [uniquePhone()] }, agent)).status).toBe(403);
  });
});

describe('an erasure', () => {
  test('refuses contact at once, erases here when all others have, and forgets then whom it was about', async () => {
    const [phone, second_phone, email] = [uniquePhone(), uniquePhone(), uniqueEmail('gone')];
    const lead = await server.givenLead(lifeInput({ phone, second_phone, email }), agent);
    await agent.client.call(createNote, {
      body: { user_id: agent.user.id, lead_id: lead.id, message: 'Wife is Ngozi' },
    });
    const bystander = await server.givenLead();
    const { answer } = await ask('erasure', { phones: [phone], leads: [lead] });
    const { id } = answer.request;
    expect(answer.request).toMatchObject({
      state: 'running',
      leads: 1,
      reason: 'Letter of November 18',
      user_fullname: server.admin.user.fullname,
      hints: [`… ${phone.slice(-4)}`, `… ${second_phone.slice(-4)}`, `g…@${email.split('@')[1] ?? ''}`],
    });
    expect(await listedBy(phone)).toMatchObject([
      { address: phone, channel: 'all', reason: 'Asked for erasure', lead_id: null },
    ]);
    for (const address of [phone, second_phone])
      await server.probe.waitFor(contactOptedOut, ({ data }) => data.phone === address);

    for (const other of others) {
      expect(await tasksOf(other)).toContainEqual({
        id,
        kind: 'erasure',
        phones: [phone, second_phone],
        emails: [email],
        lead_ids: [lead.id],
      });
      expect(await server.stored(lead.id)).toHaveProperty('fullname');
      await report(other, id, { counts: other === 'messaging' ? { texts: 2 } : {} });
      expect((await tasksOf(other)).filter((task) => task.id === id)).toEqual([]);
    }
    await whole(id);
    const after = await requested(id);
    expect(after.parts.map(({ service, state }) => [service, state])).toEqual(
      privacyServices.map((service) => [service, 'done']),
    );
    expect(after.parts[0]?.counts).toEqual({
      leads: 1,
      notes: 1,
      changes: 0,
      contact_overrides: 0,
      refused_rows: 0,
    });
    expect(after.parts[2]?.counts).toEqual({ texts: 2 });
    expect(after.done_at).not.toBeNull();
    await server.probe.waitFor(leadDeleted, ({ data }) => data.lead_id === lead.id);
    // Whoever has the page open hears of every step: made, each service's answer, and the end.
    const last = await server.probe.waitFor(
      recordChanged,
      ({ data, sequence }) => data.id === id && sequence === after.version,
    );
    expect([last.data, last.sequence]).toEqual([
      { resource: 'privacy-requests', id, change: 'updated', user_id: null },
      2 + privacyServices.length,
    ]);
    expect(await found({ phones: [phone, second_phone], emails: [email] })).toEqual([]);
    expect((await agent.client.call(listNotes, { params: { leadId: lead.id } })).status).toBe(404);
    expect(await server.stored(bystander.id)).toHaveProperty('fullname');
    const kept = await server.service.ctx.privacyRequests.findOne({ _id: id }).lean();
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${phone.slice(2)}|${email}`));
  });

  test('adds up what a service erases in several turns, and takes a second last word for nothing', async () => {
    const { id } = (await ask('erasure', { phones: [uniquePhone()], never_contact: 0 })).answer.request;
    await report('telephony', id, { is_last: false, counts: { calls: 3 } });
    expect((await tasksOf('telephony')).map((task) => task.id)).toContain(id);
    await report('telephony', id, { counts: { calls: 1, recordings: 1 } });
    await report('telephony', id, { counts: { calls: 5 } });
    const { parts, hints } = await requested(id);
    expect(parts.find(({ service }) => service === 'telephony')).toMatchObject({
      state: 'done',
      counts: { calls: 4, recordings: 1 },
    });
    expect(await listedBy(hints[0]?.slice(-4))).toEqual([]);
  });

  test('erases rows of files that never became leads', async () => {
    const phone = uniquePhone();
    const email = uniqueEmail('row');
    const rows = [`Ray Cole,,${email},Nowhere,`, `Other,,${uniqueEmail('stays')},Nowhere,`];
    const form = new FormData();
    form.set('lt', 'life');
    form.set('delimiter', ',');
    form.set('file', new Blob([['Full Name,Phone,Email,State,DOB', ...rows].join('\r\n')]), 'rows.csv');
    const refusedRows = async () =>
      (await server.service.ctx.imports.refusedRows.find().lean())
        .map(({ row }) => row)
        .filter((row) => rows.includes(row));
    const response = await fetch(`${server.service.url}${uploadBulkCsv.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.admin.token}` },
      body: form,
    });
    expect(response.status).toBe(200);
    await until('both rows are refused', async () => (await refusedRows()).length === 2 || undefined);
    const { id } = (await ask('erasure', { phones: [phone], emails: [email] })).answer.request;
    for (const other of others) await report(other, id);
    await whole(id);
    expect(await refusedRows()).toEqual([rows[1]]);
    expect((await requested(id)).parts[0]?.counts).toMatchObject({ refused_rows: 1 });
  });

  test('of a lead that is not there any more is refused, and nothing is begun', async () => {
    const phones = [uniquePhone()];
    const gone = { id: uniqueId() };
    const refused = await server.admin.client.call(calls.makePrivacyRequest, {
      body: { kind: 'erasure', phones, lead_ids: [gone.id], reason: 'Letter' },
    });
    expect([refused.status, Object.keys(refused.refusal.errors ?? {})]).toEqual([422, ['lead_ids']]);
    expect(await listedBy(phones[0])).toEqual([]);
  });

  test('is found by what it is and by its reason, and read at its address', async () => {
    const { id } = (await ask('erasure', { phones: [uniquePhone()] })).answer.request;
    const idsOf = async (filter: object) =>
      (
        await server.admin.client.call(privacyRequests.calls.list, {
          query: { range: '[0,99]', filter: JSON.stringify(filter) },
        })
      ).answer.map((request) => request.id);
    expect(await idsOf({ kind: ['erasure'], state: ['running'], q: 'november' })).toContain(id);
    expect(await idsOf({ kind: ['export'] })).not.toContain(id);
    const { one } = privacyRequests.calls;
    expect((await server.admin.client.call(one, { params: { id } })).answer.kind).toBe('erasure');
    expect((await agent.client.call(one, { params: { id } })).status).toBe(403);
  });

  test('is asked for with a reason', async () => {
    const refused = await server.admin.client.call(calls.makePrivacyRequest, {
      body: { kind: 'erasure', phones: [uniquePhone()], lead_ids: [], reason: ' ' },
    });
    expect([refused.status, refused.refusal.errors]).toEqual([422, { reason: 'Say why' }]);
  });
});

const fetched = (id: string, { client }: SignedIn = server.admin) =>
  client.call(calls.fetchPersonExport, { params: { id } });

describe('an export', () => {
  test('is fetched by admins alone, and of an erasure there is none', async () => {
    const { id } = (await ask('erasure', { phones: [uniquePhone()] })).answer.request;
    expect((await fetched(id)).status).toBe(404);
    expect((await fetched(id, agent)).status).toBe(403);
    expect((await fetched(uniqueId())).status).toBe(404);
  });
});

describe('services', () => {
  test('that keep nothing of customers have no part in it', async () => {
    expect((await as('auth').call(calls.privacyTasks, {})).status).toBe(403);
    expect((await server.admin.client.call(calls.privacyTasks, {})).status).toBe(403);
  });

  test('a request whose last word was taken in by a process that died is ended by the next one', async () => {
    const { id } = (await ask('erasure', { phones: [uniquePhone()] })).answer.request;
    const done = { state: 'done', counts: {}, at: server.clock.now() };
    await server.service.ctx.privacyRequests.updateOne(
      { _id: id },
      { $set: Object.fromEntries(privacyServices.map((name) => [`parts.${name}`, done])) },
    );
    await whole(id);
  });
});

// Days go by here, and with them the sessions of the others.
test('an export holds what every service collected, tells who fetched it, and is gone after seven days', async () => {
  const phone = uniquePhone();
  const lead = await server.givenLead(lifeInput({ phone }), agent);
  await agent.client.call(createNote, {
    body: { user_id: agent.user.id, lead_id: lead.id, message: 'Call after eleven' },
  });
  const { id } = (await ask('export', { phones: [phone], leads: [lead] })).answer.request;
  const early = await fetched(id);
  expect([early.status, early.refusal.message]).toEqual([422, 'Not all services have reported yet']);
  const text = (words: string) => ({ kind: 'texts' as const, items: [{ text: words }] });
  await report('messaging', id, { is_last: false, counts: { texts: 2 }, records: [text('one')] });
  await report('messaging', id, { is_last: false, counts: { texts: 2 }, records: [text('one')] });
  await report('messaging', id, { sheet: 1, counts: { texts: 2 }, records: [text('two')] });
  for (const other of others) if (other !== 'messaging') await report(other, id);
  await whole(id);
  const { answer } = await fetched(id);
  expect(answer.person).toEqual({ phones: [phone], emails: [lead.email], lead_ids: [lead.id] });
  const of = (kind: string) => answer.records.find((each) => each.kind === kind)?.items;
  expect(of('leads')).toMatchObject([{ id: lead.id, fullname: lead.fullname, phone, beneficiaries: [] }]);
  expect(of('notes')).toMatchObject([{ note: 'Call after eleven' }]);
  expect(of('texts')).toEqual([{ text: 'one' }, { text: 'two' }]);
  expect(await server.stored(lead.id)).toHaveProperty('fullname');
  const { fetched: by, expires_at } = await requested(id);
  expect(by).toMatchObject([{ user_fullname: server.admin.user.fullname }]);
  expect(Date.parse(expires_at ?? '') - server.clock.now().getTime()).toBe(7 * 24 * 3600_000);

  await server.advance(7 * 24 * 3600_000);
  const late = server.stranger.as(server.auth.server.tokens.tokenFor(server.admin.actor));
  expect((await late.call(calls.fetchPersonExport, { params: { id } })).status).toBe(404);
  server.service.ctx.privacyWork.wake();
  await until('the person is forgotten', async () => {
    const kept = await server.service.ctx.privacyRequests.findById(id).lean();
    return kept?.person === undefined || undefined;
  });
});
