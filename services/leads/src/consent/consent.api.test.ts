import { createLeadCommand } from '@crm/contracts/bus/commands.js';
import { openLead } from '@crm/contracts/http/opening.js';
import { listConsents } from '@crm/contracts/http/consents.js';
import { ingestLead, type IntakeInput } from '@crm/contracts/http/intake.js';
import { assignLead, deleteLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { partners } from '@crm/contracts/resources/partner.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';

let server: LeadsServer;
let agent: SignedIn;
let key: string;
beforeAll(async () => {
  server = await startLeads();
  agent = await server.signIn();
  const body = { code: 'harbor', name: 'Harbor Leads', sources: ['clickListing' as const] };
  ({ key } = (await server.admin.client.call(partners.calls.create, { body })).answer);
});
afterAll(() => server.stop());

const proof = {
  consent_text: 'I agree to be called and texted by Juniper Insurance.',
  consent_url: 'https://quotes.example.com/final-expense',
  consent_ip: '203.0.113.7',
  trustedform_cert_url: 'https://cert.trustedform.com/0dc2a5a1e7d3f1',
  jornaya_lead_id: '01F3B2C4-9D8E-4A7B-B6C5-D4E3F2A1B0C9',
  seller: 'Juniper Insurance',
  channels: ['call' as const, 'text' as const, 'call' as const],
};
/** When the person agreed: a minute before. */
const agreedAt = () => new Date(server.clock.now().getTime() - 60_000).toISOString();

const deliver = (id: string, body: IntakeInput) =>
  server.stranger.call(
    ingestLead,
    { params: { source: 'clickListing' }, body },
    { 'x-api-key': key, 'idempotency-key': id },
  );
const consentsOf = async (id: string, { client }: SignedIn = server.admin) =>
  client.call(listConsents, { params: { id } });
const listed = async (id: string) => (await consentsOf(id)).answer.consents;
const accepted = async (id: string, body: IntakeInput) => {
  const { answer } = await deliver(id, body);
  if (answer.lead_id === null) throw new Error(`The lead was not taken: ${String(answer.reason)}`);
  return answer.lead_id;
};

describe('a consent that comes with a lead', () => {
  test('is kept as it was received, once, and comes with the lead when it is opened', async () => {
    const lead = lifeInput();
    const body = { ...lead, ...proof, consent_at: agreedAt() };
    const id = await accepted('whole', body);
    expect((await deliver('whole', body)).answer.lead_id).toBe(id);
    const consents = await listed(id);
    expect(consents).toEqual([
      {
        id: expect.any(String) as unknown,
        kind: 'written',
        state: 'valid',
        addresses: [lead.phone, lead.email.toLowerCase()],
        channels: ['call', 'text'],
        at: body.consent_at,
        received_at: server.clock.now().toISOString(),
        received_from: 'Harbor Leads',
        import: null,
        asked_by: null,
        note: null,
        expires_at: null,
        revocations: [],
        opt_outs: [],
        text: proof.consent_text,
        url: proof.consent_url,
        ip: proof.consent_ip,
        seller: proof.seller,
        certificates: [
          { by: 'trustedform', id: '0dc2a5a1e7d3f1', url: proof.trustedform_cert_url, claim: null },
          { by: 'jornaya', id: proof.jornaya_lead_id, url: null, claim: null },
        ],
      },
    ]);
    const opened = await server.admin.client.call(openLead, { params: { id }, body: { holder: 'w1' } });
    expect(opened.answer.consents).toEqual(consents);
  });

  test('eight times at once is one', async () => {
    const body = { ...lifeInput(), ...proof };
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver('eight', body)));
    expect(await listed(answers[0]?.answer.lead_id ?? '')).toHaveLength(1);
  });

  test('is no part of the lead, and a lead without any has none', async () => {
    const id = await accepted('plain', lifeInput());
    expect(await listed(id)).toEqual([]);
    const withProof = await accepted('proved', { ...lifeInput(), ...proof });
    expect(await server.stored(withProof)).not.toHaveProperty('consent_text');
  });

  test('of somebody who is here already is theirs, though the lead is not taken', async () => {
    const known = await server.givenLead();
    const { answer } = await deliver('again', { ...lifeInput({ phone: known.phone ?? '' }), ...proof });
    expect(answer.reason).toBe('duplicate');
    expect(await listed(known.id)).toMatchObject([{ seller: proof.seller }]);
  });

  test('by a command is kept as one by a partner is', async () => {
    const lead = lifeInput();
    const external_id = `bus:${uniqueId()}`;
    const data = { external_id, lead, consent: { consent_url: proof.consent_url } };
    await server.send(createLeadCommand, { subject: external_id, sequence: 1, data }, 2);
    const { _id } = await until(
      'the lead of the command',
      async () => (await server.service.ctx.leads.findOne(alive({ external_id })).lean()) ?? undefined,
    );
    const id = _id.toHexString();
    expect(await listed(id)).toMatchObject([
      { url: proof.consent_url, received_from: 'Message bus', channels: [] },
    ]);
  });

  test('stays when the lead is deleted, and is there again with its person', async () => {
    const lead = lifeInput();
    const id = await accepted('first', { ...lead, ...proof });
    await server.admin.client.call(deleteLead, { body: { lead_id: id } });
    expect((await consentsOf(id)).status).toBe(404);
    const again = await accepted('second', lifeInput({ phone: lead.phone }));
    expect(await listed(again)).toMatchObject([{ seller: proof.seller }]);
  });
});

describe('what is refused', () => {
  test.each([
    ['a consent without wording, page or certificate', { seller: 'Juniper Insurance' }, 'consent_text'],
    ['an address that is none', { ...proof, consent_url: 'javascript:alert(1)' }, 'consent_url'],
    [
      'a certificate of somebody else',
      { ...proof, trustedform_cert_url: 'https://example.com/a' },
      'trustedform_cert_url',
    ],
    ['a time to come', { ...proof, consent_at: '2030-01-01T00:00:00.000Z' }, 'consent_at'],
  ])('%s is named, and nothing is kept', async (what, consent, field) => {
    const lead = lifeInput({ phone: uniquePhone() });
    const { status, refusal } = await deliver(`refused ${what}`, { ...lead, ...consent });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
    expect(await server.service.ctx.consents.countDocuments({ addresses: lead.phone })).toBe(0);
    // Put right, it is taken under the same id.
    expect((await deliver(`refused ${what}`, lead)).answer.result).toBe('accepted');
  });

  test('a field that nobody knows', async () => {
    const body = { ...lifeInput(), ...proof, consent_colour: 'blue' };
    expect((await deliver('unknown', body)).status).toBe(422);
  });

  test('another agent’s lead, and what its status hides', async () => {
    const lead = lifeInput();
    const id = await accepted('own', { ...lead, ...proof });
    const other = await server.signIn();
    await server.admin.client.call(assignLead, { params: { id }, body: { agent: agent.actor.id } });
    expect((await consentsOf(id, other)).status).toBe(404);
    expect((await consentsOf(id, agent)).answer.consents).toHaveLength(1);
    await server.admin.client.call(setLeadStatus, { params: { id }, body: { status: 'doNotCall' } });
    expect((await consentsOf(id, agent)).answer.consents).toMatchObject([
      { addresses: [lead.email.toLowerCase()] },
    ]);
  });
});
