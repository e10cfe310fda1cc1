import { Types } from 'mongoose';
import { errorAnswer } from '@crm/contracts/errors.js';
import { consentRecorded, consentRevoked } from '@crm/contracts/bus/consent-events.js';
import { createLeadCommand, updateLeadCommand } from '@crm/contracts/bus/commands.js';
import { callStarted } from '@crm/contracts/bus/call-events.js';
import { importFinished, leadUpdated } from '@crm/contracts/bus/events.js';
import { textReceived } from '@crm/contracts/bus/messaging-events.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { listConsents, recordConsent, revokeConsent } from '@crm/contracts/http/consents.js';
import { ingestLead } from '@crm/contracts/http/intake.js';
import { getImport, retryRefusedRows, uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { restChangeLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { allowContact, leadPermission, mayContact } from '@crm/contracts/http/permission.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { partners } from '@crm/contracts/resources/partner.js';
import { newEventId } from '@crm/platform/outbox/event-id.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';

/** Noon in New York, on a Friday. */
const noon = '2026-11-20T17:00:00.000Z';
const dayMs = 24 * 3_600_000;

let server: LeadsServer;
let agent: SignedIn;
let key: string;
beforeAll(async () => {
  server = await startLeads();
  const body = { code: 'harbor', name: 'Harbor Leads', sources: ['clickListing' as const] };
  ({ key } = (await server.admin.client.call(partners.calls.create, { body })).answer);
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(noon);
  agent = await server.signIn({ states: ['TX', 'CT'] });
});

let line = 0;
const number = (area: string) => `+1${area}55502${String((line += 1)).padStart(2, '0')}`;
const connecticut = () => server.givenLead(lifeInput({ phone: number('203'), state: 'CT' }), agent);
const texan = () => server.givenLead(lifeInput({ phone: number('214'), state: 'TX' }), agent);

type Recorded = Parameters<typeof agent.client.call<typeof recordConsent>>[1]['body'];
const written: Recorded = {
  kind: 'written',
  channels: ['call', 'text'],
  places: ['phone'],
  at: '2026-11-20T16:00:00.000Z',
  wording: 'I agree to be called and texted by Juniper Insurance.',
};
const record = ({ id }: Lead, given: Partial<Recorded> = {}, by = agent) =>
  by.client.call(recordConsent, { params: { id }, body: { ...written, ...given } });
const revoke = ({ id }: Lead, consentId: string, channels?: ('call' | 'text')[], by = agent) =>
  by.client.call(revokeConsent, {
    params: { id, consentId },
    body: { reason: 'Asked not to be texted', ...(channels ? { channels } : {}) },
  });
/** By somebody who has just signed in: the clock goes far. */
const listed = async ({ id }: Lead) =>
  (
    await (
      await server.signIn({ role_id: 1, subroles: [], states: [] })
    ).client.call(listConsents, { params: { id } })
  ).answer.consents;

type Asked = Parameters<typeof server.internal.call<typeof mayContact>>[1]['body'];
const ask = async ({ id, phone }: Lead, given: Partial<Asked> = {}) =>
  (
    await server.internal.call(mayContact, {
      body: { lead_id: id, phone: phone ?? '', channel: 'call', user_id: agent.user.id, ...given },
    })
  ).answer;
const mayBe = async (lead: Lead) => {
  const [called, texted] = [await ask(lead), await ask(lead, { channel: 'text' })];
  return [called.allowed || called.rule, texted.allowed || texted.rule];
};

describe('a consent that somebody records', () => {
  test('is stored once with who asked, and published without its wording', async () => {
    const lead = await connecticut();
    const { status, answer } = await record(lead, { note: 'By the form on paper' });
    expect([status, answer.consent]).toEqual([
      200,
      expect.objectContaining({
        kind: 'written',
        state: 'valid',
        addresses: [lead.phone],
        channels: ['call', 'text'],
        at: written.at,
        received_at: noon,
        received_from: agent.user.fullname,
        asked_by: agent.user.fullname,
        seller: 'Juniper Insurance',
        text: written.wording,
        note: 'By the form on paper',
        expires_at: null,
      }),
    ]);
    expect((await record(lead, { note: 'By the form on paper' })).answer.consent.id).toBe(answer.consent.id);
    expect(await listed(lead)).toHaveLength(1);
    await server.service.outboxIdle();
    const events = server.probe.all(consentRecorded).filter(({ data }) => data.lead_id === lead.id);
    expect(events.map(({ data }) => data)).toEqual([
      {
        consent_id: answer.consent.id,
        lead_id: lead.id,
        kind: 'written',
        channels: ['call', 'text'],
        seller: 'Juniper Insurance',
        at: written.at,
        expires_at: null,
        has_certificate: false,
      },
    ]);
  });

  test('eight times at once is one', async () => {
    const lead = await texan();
    const answers = await Promise.all(Array.from({ length: 8 }, () => record(lead)));
    expect(new Set(answers.map(({ answer }) => answer.consent.id)).size).toBe(1);
    expect(await listed(lead)).toHaveLength(1);
  });

  test.each<[what: string, Partial<Recorded>, field: string]>([
    ['for a number that the lead does not have', { places: ['second_phone'] }, 'places'],
    ['to calls for an e-mail alone', { places: ['email'] }, 'places'],
    ['to e-mails without the e-mail', { channels: ['email'] }, 'places'],
    ['in writing without a wording', { wording: ' ' }, 'wording'],
    ['that is given in the future', { at: '2026-11-20T18:00:00.000Z' }, 'at'],
    ['that ends before it is given', { expires_at: '2026-11-20T15:00:00.000Z' }, 'expires_at'],
    ['to nothing', { channels: [] }, 'channels'],
  ])('%s is refused', async (_what, given, field) => {
    const lead = await texan();
    const { status, refusal } = await record(lead, given);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
    expect(await listed(lead)).toEqual([]);
  });

  test('belongs to whoever works the lead', async () => {
    const lead = await texan();
    const other = await server.signIn();
    expect((await record(lead, {}, other)).status).toBe(404);
    const params = { id: lead.id };
    expect((await server.stranger.call(recordConsent, { params, body: written })).status).toBe(403);
    expect((await record(lead, {}, server.admin)).status).toBe(200);
    const [consent] = await listed(lead);
    expect((await revoke(lead, consent?.id ?? '', undefined, other)).status).toBe(404);
    expect((await revoke(await texan(), consent?.id ?? '')).status).toBe(404);
    expect((await revoke(lead, uniqueId())).status).toBe(404);
  });
});

describe('Connecticut', () => {
  test('asks for a written consent to calls and texts, by any attempt and on the lead page', async () => {
    const lead = await connecticut();
    expect(await ask(lead)).toMatchObject({
      allowed: false,
      rule: 'consent',
      sentence: 'Connecticut asks for a written consent to calls: none is on file',
      next_allowed_at: null,
      purpose: 'sales',
    });
    await record(lead, { kind: 'oral' });
    expect(await mayBe(lead)).toEqual(['consent', 'consent']);
    await record(lead, { channels: ['call'] });
    expect(await mayBe(lead)).toEqual([true, 'consent']);
    await record(lead);
    expect(await mayBe(lead)).toEqual([true, true]);
    const { answer } = await agent.client.call(leadPermission, { params: { id: lead.id } });
    expect(answer.ways.map(({ permission }) => permission.allowed)).toEqual([true, true, true]);
  });

  test('an admin cannot set that aside', async () => {
    const lead = await connecticut();
    const body = {
      place: 'phone' as const,
      channel: 'call' as const,
      reason: 'Asked for it',
      requested_on: '2026-11-20',
      minutes: 60,
    };
    await server.admin.client.call(allowContact, { params: { id: lead.id }, body });
    expect(await ask(lead)).toMatchObject({ allowed: false, rule: 'consent' });
  });

  test('a consent ends when it expires', async () => {
    const lead = await connecticut();
    await record(lead, { expires_at: '2026-11-21T17:00:00.000Z' });
    expect(await mayBe(lead)).toEqual([true, true]);
    await server.advance(dayMs);
    expect((await listed(lead)).map(({ state }) => state)).toEqual(['expired']);
    expect((await ask(lead)).sentence).toBe(
      'Connecticut asks for a written consent to calls: the one on file has expired',
    );
  });

  test('a consent ends where it is revoked, which is stored once and published', async () => {
    const lead = await connecticut();
    const { id } = (await record(lead)).answer.consent;
    const texts = await Promise.all(Array.from({ length: 4 }, () => revoke(lead, id, ['text'])));
    expect(texts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await mayBe(lead)).toEqual([true, 'consent']);
    const { answer } = await revoke(lead, id);
    expect(answer.consent).toMatchObject({
      state: 'revoked',
      revocations: [
        { by: agent.user.fullname, reason: 'Asked not to be texted', channels: ['text'], at: noon },
        { channels: ['call'] },
      ],
    });
    expect(await mayBe(lead)).toEqual(['consent', 'consent']);
    await server.service.outboxIdle();
    const events = server.probe.all(consentRevoked).filter(({ data }) => data.consent_id === id);
    expect(events.map(({ data, sequence }) => [data.channels, sequence])).toEqual([
      [['text'], 2],
      [['call'], 3],
    ]);
  });

  test('an opt-out of the person stands against it for as long as it stands on the list', async () => {
    const lead = await connecticut();
    await record(lead);
    const body = { address: lead.phone ?? '', channel: 'call' as const, lead_id: lead.id, reason: '' };
    await agent.client.call(doNotContact.calls.create, { body });
    expect(await listed(lead)).toMatchObject([
      { state: 'valid', opt_outs: [{ at: noon, channel: 'call', how: 'agent' }] },
    ]);
    expect(await ask(lead)).toMatchObject({ rule: 'do_not_contact' });
  });
});

describe('purpose', () => {
  test('a customer of ours, and whoever wrote or called, needs no consent; each decision says what it was for', async () => {
    const customer = await connecticut();
    await agent.client.call(setLeadStatus, { params: { id: customer.id }, body: { status: 'purchased' } });
    expect(await ask(customer)).toMatchObject({ allowed: true, purpose: 'service' });

    const writer = await connecticut();
    const text = { ...textReceived.example, lead_id: writer.id, customer_phone: writer.phone ?? '' };
    await server.send(textReceived, { data: text }, 2);
    expect(await ask(writer, { channel: 'text' })).toMatchObject({
      allowed: true,
      purpose: 'service',
      sentence: 'May be contacted in answer to them',
    });
    const caller = await connecticut();
    const call = { ...callStarted.example, number: caller.phone ?? '', direction: 'inbound' as const };
    await server.send(callStarted, { data: call });
    expect(await mayBe(caller)).toEqual([true, true]);
    // The attempts are counted as ever, and the answer ends.
    expect(await ask(caller, { attempt_id: uniqueId() })).toMatchObject({ allowed: true });
    await server.advance(2 * dayMs);
    expect(await ask(caller)).toMatchObject({ rule: 'consent', purpose: 'sales' });

    const purposes = await server.service.ctx.contactDecisions
      .find({ address: { $in: [customer.phone, writer.phone] } })
      .lean();
    expect(purposes.map(({ purpose }) => purpose)).toEqual(['service', 'service']);
  });
});

describe('bought leads', () => {
  const bought = async (consent: object = {}) => {
    const body = { ...lifeInput({ phone: number('214'), state: 'TX' }), ...consent };
    const { answer } = await server.stranger.call(
      ingestLead,
      { params: { source: 'clickListing' }, body },
      { 'x-api-key': key, 'idempotency-key': uniqueId() },
    );
    return { id: answer.lead_id ?? '', phone: body.phone };
  };
  const texted = async ({ id, phone }: { id: string; phone: string | null }) =>
    (
      await server.internal.call(mayContact, {
        body: { lead_id: id, phone: phone ?? '', channel: 'text', user_id: null },
      })
    ).answer;

  test('are texted only with a consent that names the agency', async () => {
    expect(await texted(await bought())).toMatchObject({
      allowed: false,
      sentence: 'Texts to bought leads need a consent that names Juniper Insurance: none is on file',
    });
    const shared = { consent_text: 'I agree to texts of partners.', seller: 'Harbor Leads' };
    expect(await texted(await bought({ ...shared, channels: ['text'] }))).toMatchObject({ rule: 'consent' });
    const ours = { consent_text: 'I agree to texts.', seller: 'Juniper Insurance, LLC' };
    expect(await texted(await bought({ ...ours, channels: ['text'] }))).toMatchObject({ allowed: true });
    expect(await texted(await bought(ours))).toMatchObject({ allowed: false });
    expect(
      await texted(
        await bought({ ...ours, channels: ['text'], consent_expires_at: '2026-11-20T16:30:00.000Z' }),
      ),
    ).toMatchObject({ sentence: expect.stringContaining('has expired') as unknown });
  });

  test('a recorded message needs a written consent to calls, whosever lead it is', async () => {
    const lead = await texan();
    expect(await ask(lead)).toMatchObject({ allowed: true });
    expect(await ask(lead, { prerecorded: true })).toMatchObject({ allowed: false, rule: 'consent' });
    await record(lead, { kind: 'oral' });
    expect(await ask(lead, { prerecorded: true })).toMatchObject({ allowed: false });
    await record(lead);
    expect(await ask(lead, { prerecorded: true })).toMatchObject({ allowed: true });
  });
});

describe('that calls may be recorded', () => {
  const recording = async (lead: Lead) =>
    (await listed(lead)).filter(({ channels }) => channels.includes('recording'));
  const save = (lead: { id: string; version: number }, recorded_ok: 0 | 1, by = agent) =>
    by.client.call(restChangeLead, {
      params: { id: lead.id },
      body: { type: 'life', version: lead.version, recorded_ok },
    });

  test('is a consent with who asked and when; taking it back is its revocation', async () => {
    const lead = await texan();
    const saved = (await save(lead, 1)).answer.lead;
    expect(await recording(lead)).toMatchObject([
      { kind: 'oral', channels: ['recording'], asked_by: agent.user.fullname, at: noon, state: 'valid' },
    ]);
    await server.advance(60_000);
    const cleared = (await save(saved, 0, server.admin)).answer.lead;
    expect(await recording(lead)).toMatchObject([
      {
        state: 'revoked',
        revocations: [{ by: server.admin.user.fullname, reason: 'Cleared on the lead' }],
      },
    ]);
    await save(cleared, 1);
    expect((await recording(lead)).map(({ state }) => state)).toEqual(['valid', 'revoked']);
  });

  test('an event that is told late or again adds nothing', async () => {
    const lead = await texan();
    const saved = (await save(lead, 1)).answer.lead;
    const cleared = (await save(saved, 0)).answer.lead;
    await save(cleared, 1);
    await server.service.outboxIdle();
    const told = server.probe.all(leadUpdated).filter(({ data }) => data.lead.id === lead.id);
    expect(told).toHaveLength(3);
    for (const event of told) await server.bus.publish([{ ...event, id: newEventId() }]);
    expect((await recording(lead)).map(({ state }) => state).sort()).toEqual(['revoked', 'valid']);
  });

  test('by a command is told by the bus', async () => {
    const lead = await texan();
    const data = {
      lead_id: lead.id,
      lead: { type: 'life' as const, version: lead.version, recorded_ok: 1 as const },
    };
    await server.send(updateLeadCommand, { subject: lead.id, data }, 2);
    expect(await recording(lead)).toMatchObject([{ asked_by: 'Message bus' }]);
    const external_id = uniqueId();
    const made = { external_id, lead: { ...lifeInput(), recorded_ok: 1 as const } };
    await server.send(createLeadCommand, { subject: external_id, data: made });
    expect(
      await server.service.ctx.consents.countDocuments({ addresses: made.lead.phone, channels: 'recording' }),
    ).toBe(1);
  });

  test('is taken back on the lead alone', async () => {
    const lead = await texan();
    await save(lead, 1);
    const [consent] = await recording(lead);
    expect((await revoke(lead, consent?.id ?? '')).status).toBe(409);
  });
});

/** Uploads a file with what is said of the consent of all of its rows; the import's end. */
async function imported(name: string, csv: string, said: Record<string, string> = {}) {
  const { id } = uploadBulkCsv.answer.parse(await (await sendFile(name, csv, said)).json()).import;
  return until('the import is finished', () =>
    server.probe.all(importFinished).find(({ data }) => data.import_id === id),
  );
}

async function sendFile(name: string, csv: string, said: Record<string, string>): Promise<Response> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ lt: 'life', ...said })) form.set(field, value);
  form.set('file', new Blob([csv]), name);
  return fetch(`${server.service.url}${uploadBulkCsv.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.admin.token}` },
    body: form,
  });
}

describe('a file of leads', () => {
  test('brings the consents of its rows, also of those who are leads already', async () => {
    const known = await texan();
    const [proved, plain, wrong] = [uniquePhone(), uniquePhone(), uniquePhone()];
    const cert = 'https://cert.trustedform.com/0dc2a5a1e7d3f1';
    const csv = [
      'Full Name,Phone,consent_text,consent_at,consent_ip,seller,channels,trustedform_cert_url',
      `Ann Ash,${proved},I agree to texts,2026-11-19 16:03:11,203.0.113.7,Juniper Insurance,"call, sms",${cert}`,
      `Bob Birch,${plain},,,,Harbor,call,`,
      `Cleo Cole,${wrong},I agree,2027-01-01,1.2.3,,post,`,
      `Dan Dale,${known.phone ?? ''},I agree,11/19/2026,,Juniper Insurance,text,`,
    ].join('\n');
    const end = await imported('bought.csv', csv);
    expect(end.data).toMatchObject({ saved: 2, refused: 1, duplicates: 1 });
    const { consents } = server.service.ctx;
    expect(await consents.find({ addresses: proved }).lean()).toMatchObject([
      {
        kind: 'written',
        at: new Date('2026-11-19T16:03:11.000Z'),
        ip: '203.0.113.7',
        seller: 'Juniper Insurance',
        channels: ['call', 'text'],
        received_from: 'bought.csv',
        certificates: [{ by: 'trustedform', id: '0dc2a5a1e7d3f1', url: cert }],
      },
    ]);
    expect(await consents.countDocuments({ addresses: { $in: [plain, wrong] } })).toBe(0);
    expect(await listed(known)).toMatchObject([{ at: '2026-11-19T12:00:00.000Z', channels: ['text'] }]);
    const { imports } = server.service.ctx;
    const [refused] = await imports.refusedRows.find().sort({ line: 1 }).lean();
    expect(refused?.reason).toBe(
      'Consent IP address is not valid: 1.2.3; Consent channels is not valid: post',
    );
  });

  const ofAll = {
    consent_text: `I agree to be called and texted by Juniper Insurance. ${'x'.repeat(4_900)}`,
    consent_url: 'https://quotes.example.com/final-expense',
    consent_at: '2026-11-18T16:00:00.000Z',
    seller: 'Juniper Insurance',
    channels: 'call, text',
    consent_kind: 'oral',
    jornaya_lead_id: '01F3B2C4-9D8E-4A7B-B6C5-D4E3F2A1B0C9',
  };

  test('with a consent for all rows stores it once for each person; what a row says itself wins', async () => {
    const [plain, own, when, wrong] = [uniquePhone(), uniquePhone(), uniquePhone(), uniquePhone()];
    const csv = [
      'Full Name,Phone,consent_text,consent_at',
      `Ann Ash,${plain},,`,
      `Ann Ash again,${plain},,`,
      `Bob Birch,${own},I agree to calls,`,
      `Cleo Cole,${when},,2026-11-17`,
      `Dan Dale,${wrong},,2027-01-01`,
    ].join('\n');
    const { data } = await imported('event.csv', csv, ofAll);
    expect(data).toMatchObject({ saved: 3, refused: 1, duplicates: 1 });
    const { consents } = server.service.ctx;
    const of = (phone: string) => consents.find({ addresses: phone }).lean();
    const ofFile = {
      ...{ kind: 'oral', text: ofAll.consent_text, url: ofAll.consent_url, seller: ofAll.seller },
      ...{ channels: ['call', 'text'], received_from: 'event.csv', at: new Date(ofAll.consent_at) },
      certificates: [{ by: 'jornaya', id: ofAll.jornaya_lead_id }],
      import: { id: new Types.ObjectId(data.import_id), covers: 'file' },
    };
    expect(await of(plain)).toMatchObject([ofFile]);
    expect(await of(when)).toMatchObject([{ ...ofFile, at: new Date('2026-11-17T12:00:00.000Z') }]);
    expect(await of(own)).toMatchObject([
      { kind: 'written', text: 'I agree to calls', url: null, certificates: [], import: { covers: 'row' } },
    ]);
    expect(await of(wrong)).toEqual([]);
  });

  test('names its consent in its report, gives it to rows that are corrected, and each of them to its person', async () => {
    const corrected = uniquePhone();
    const { data } = await imported('expo.csv', 'Full Name,Phone\nEve Elm,123', ofAll);
    const params = { id: data.import_id };
    const client = server.admin.client;
    const { consent } = (await client.call(getImport, { params })).answer;
    expect(consent).toEqual({ ...ofAll, channels: ['call', 'text'] });

    const retried = { params, body: { rows: [{ line: 2, fields: { phone: corrected } }] } };
    expect((await client.call(retryRefusedRows, retried)).answer.rows).toMatchObject([
      { result: 'imported' },
    ]);
    const lead = await server.service.ctx.leads.findOne({ phone: corrected }).lean();
    const shown = await client.call(listConsents, { params: { id: lead?._id.toHexString() ?? '' } });
    expect(shown.answer.consents).toMatchObject([
      { kind: 'oral', import: { ...params, covers: 'file' }, received_from: 'expo.csv' },
    ]);
  });

  test('of a row whose number is corrected is of the person with that number, too', async () => {
    const [first, corrected] = [uniquePhone(), uniquePhone()];
    const lines = [`Fay Fir,${first},I agree`, `Gil Gum,${first},I agree`];
    const { data } = await imported('fair.csv', ['Full Name,Phone,consent_text', ...lines].join('\n'));
    expect(data).toMatchObject({ saved: 1, duplicates: 1 });
    const params = { id: data.import_id };
    const body = { rows: [{ line: 3, fields: { phone: corrected } }] };
    const { answer } = await server.admin.client.call(retryRefusedRows, { params, body });
    expect(answer.rows).toMatchObject([{ line: 3, result: 'imported' }]);
    const { consents } = server.service.ctx;
    expect(await consents.find({ addresses: corrected }).lean()).toMatchObject([
      { kind: 'written', text: 'I agree', import: { covers: 'row' } },
    ]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ['proves nothing', { seller: 'Juniper Insurance', consent_kind: 'written' }, ['consent_text']],
    ['is too long', { consent_text: 'x'.repeat(5_001) }, ['consent_text']],
    ['is of the future', { consent_text: 'I agree', consent_at: '2027-01-01T00:00:00.000Z' }, ['consent_at']],
    ['is for no channel', { consent_text: 'I agree', channels: '' }, ['channels']],
    ['is of no kind that there is', { consent_text: 'I agree', consent_kind: 'hoped' }, ['consent_kind']],
  ])('is refused where the consent for all rows %s', async (_what, said, fields) => {
    const response = await sendFile('event.csv', 'Full Name,Phone', said);
    expect(response.status).toBe(422);
    expect(Object.keys(errorAnswer.parse(await response.json()).errors ?? {})).toEqual(fields);
  });
});
