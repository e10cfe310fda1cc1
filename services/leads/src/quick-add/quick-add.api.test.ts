import { z } from 'zod';
import { consentRecorded } from '@crm/contracts/bus/consent-events.js';
import { leadAssigned, leadCreated, leadOffered, settingsUpdated } from '@crm/contracts/bus/events.js';
import { openQuickAdd, quickAddLead, type QuickAddInput } from '@crm/contracts/http/quick-add.js';
import { listRawLeads } from '@crm/contracts/http/lead-lists.js';
import { changeReferenceList, getReferenceList } from '@crm/contracts/http/reference.js';
import type { HttpClient } from '@crm/platform/testing/http-client.js';
import { uniqueEmail, uniqueName, uniquePhone } from '@crm/platform/testing/unique.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

const created = { status: 'success', message: 'Lead created successfully!' };
const openAnew = 'This form could not be submitted. Please send it again.';

type Filled = Omit<QuickAddInput, 'form_token'>;
const filled = (given: Partial<Filled> = {}): Filled => ({
  fullname: uniqueName('Raymond'),
  email: uniqueEmail('walk-in'),
  phone: uniquePhone(),
  state: 'TX',
  birth_date: '1957-06-02',
  term: 'fex',
  rate_class: 'lb',
  coverage_amount: 5_000,
  disability: 'Cremation',
  checking_account: 1,
  ...given,
});

/** Opens the form; it may be sent once this resolves. */
async function opened(at = server, client: HttpClient = at.stranger): Promise<string> {
  const { answer } = await client.call(openQuickAdd, {});
  await at.advance(answer.ready_in * 1000);
  return answer.form_token;
}

/** The id that a token bears. */
const idOf = (token: string) =>
  z
    .object({ jti: z.string() })
    .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))).jti;

const send = (form_token: string, lead: Filled, at = server) =>
  at.stranger.call(quickAddLead, { body: { ...lead, form_token } });
const leadsOf = (lead: Filled, at = server) =>
  at.service.ctx.leads.find({ email: lead.email }).lean<Record<string, unknown>[]>();

describe('the quick-add form', () => {
  test('makes a lead of source liveTransfer that is no raw lead, for whoever is not signed in', async () => {
    const lead = filled();
    const sent = await send(await opened(), lead);
    expect([sent.status, sent.body]).toEqual([200, created]);
    expect(sent.headers.get('set-cookie')).toBeNull();
    const [stored, ...others] = await leadsOf(lead);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      type_id: 2,
      source_id: 6,
      status: 'newLead',
      empty: 0,
      user_id: null,
      gender: 'm',
      changed_by: null,
    });
    const published = await server.probe.waitFor(leadCreated, ({ data }) => data.lead.email === lead.email);
    expect(published.data.how).toBe('intake');
    const { answer } = await server.admin.client.call(listRawLeads, { query: { search: lead.fullname } });
    expect(answer.rawLeads).toEqual([]);
  });

  test('offers the medications that an admin keeps, in their order, to whoever opens it', async () => {
    const { client } = server.admin;
    const params = { list: 'medications' } as const;
    const { answer: kept } = await client.call(getReferenceList, { params });
    const [first, second, ...rest] = kept.entries;
    if (!first || !second) throw new Error('The list has entries');
    const entries = [{ ...second, text: 'Renamed' }, { ...first, active: false }, ...rest];
    const body = { ...params, version: kept.version, entries };
    await client.call(changeReferenceList, { params, body });
    const { answer } = await server.stranger.call(openQuickAdd, {});
    expect(answer.medications).toEqual([
      { code: second.code, text: 'Renamed' },
      ...rest.map(({ code, text }) => ({ code, text })),
    ]);
  });

  describe('with its statement of consent', () => {
    const from = {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'crm.example.com',
    };
    const agree = async (token: string, lead: Filled, agreed_to: string) =>
      server.stranger.call(quickAddLead, { body: { ...lead, form_token: token, agreed_to } }, from);
    const consentsOf = (lead: Filled) =>
      server.service.ctx.consents.find({ addresses: lead.email.toLowerCase() }).lean();

    test('agreed to stores it with the lead, once, with page, address and time as the server knows them', async () => {
      const { answer } = await server.stranger.call(openQuickAdd, {});
      const statement = answer.consent_statement;
      expect(statement).toContain('Juniper Insurance');
      const [token, lead] = [await opened(), filled()];
      const at = server.clock.now();
      expect((await agree(token, lead, statement)).status).toBe(200);
      await server.advance(1_000);
      expect((await agree(token, lead, statement)).status).toBe(200);
      const [stored] = await leadsOf(lead);
      expect(await consentsOf(lead)).toMatchObject([
        {
          lead_id: stored?.['_id'],
          ...{ kind: 'written', channels: ['call', 'text'], text: statement, at, ip: '203.0.113.7' },
          ...{ url: 'https://crm.example.com/leads/upload', seller: 'Juniper Insurance' },
          received_from: 'Add new lead',
        },
      ]);
      await server.probe.waitFor(
        consentRecorded,
        ({ data }) => data.lead_id === String(stored?.['_id']) && data.seller === 'Juniper Insurance',
      );
    });

    test('not agreed to stores none', async () => {
      const lead = filled();
      expect((await send(await opened(), lead)).status).toBe(200);
      expect(await consentsOf(lead)).toEqual([]);
    });

    test('in other words than the agency’s is refused, and nothing is stored', async () => {
      const lead = filled();
      const refused = await agree(await opened(), lead, 'I agree to anything');
      expect([refused.status, refused.refusal.errors]).toEqual([
        422,
        { agreed_to: 'The statement has changed. Please read it again' },
      ]);
      expect([await leadsOf(lead), await consentsOf(lead)]).toEqual([[], []]);
    });

    test('may be the agency’s own', async () => {
      const apart = await startLeads({ CONSENT_STATEMENT: 'Juniper Insurance may call me.' });
      const { answer } = await apart.stranger.call(openQuickAdd, {});
      expect(answer.consent_statement).toBe('Juniper Insurance may call me.');
      await apart.stop();
    });
  });

  test('sent twice, one after the other or at the same moment, makes one lead with one answer', async () => {
    const token = await opened();
    const lead = filled();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(token, lead)));
    answers.push(await send(token, lead));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, created]));
    expect(await leadsOf(lead)).toHaveLength(1);
  });

  test('sent again with other values is refused, and the lead stays as it was sent first', async () => {
    const token = await opened();
    const lead = filled();
    await send(token, lead);
    const again = await send(token, { ...lead, fullname: 'Somebody Else' });
    expect([again.status, again.refusal.code]).toEqual([409, 'already_exists']);
    expect(await leadsOf(lead)).toMatchObject([{ fullname: lead.fullname }]);
  });

  test('mended after it was refused is taken', async () => {
    const token = await opened();
    const lead = filled();
    expect((await send(token, { ...lead, checking_account: 0 })).status).toBe(422);
    // As after a crash between the claim and the lead: newer values count then.
    await server.service.ctx.quickAdds.create({
      _id: idOf(token),
      fingerprint: 'of other values',
      at: server.clock.now(),
      forgetAt: server.clock.now(),
    });
    expect((await send(token, lead)).status).toBe(200);
    expect(await leadsOf(lead)).toHaveLength(1);
  });

  test('answers the same for somebody who is known', async () => {
    const lead = filled();
    const first = await send(await opened(), lead);
    const second = await send(await opened(), lead);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await leadsOf(lead)).toHaveLength(2);
  });

  test('finds its agent by itself where the setting says so, and is offered at once', async () => {
    const apart = await startLeads();
    const agent = await apart.signIn({ states: ['TX'], subroles: [1] });
    await apart.send(settingsUpdated, {
      data: { ...settingsUpdated.example, assignment: 1 },
      sequence: 99,
    });
    const lead = filled();
    await send(await opened(apart), lead, apart);
    expect(await leadsOf(lead, apart)).toMatchObject([
      { agent_fullname: agent.user.fullname, assigned_why: expect.any(String) as unknown },
    ]);
    await apart.probe.waitFor(leadAssigned, ({ data }) => data.to === agent.user.id);
    await apart.probe.waitFor(leadOffered, ({ data }) => data.user_id === agent.user.id);
    await apart.stop();
  });

  test.each<[string, Partial<Filled>, Record<string, string>]>([
    ['the year 1900', { birth_date: '1900-12-31' }, { birth_date: 'Please enter a valid year' }],
    ['this year', { birth_date: '2026-01-01' }, { birth_date: 'Please enter a valid year' }],
    [
      'an amount of no list',
      { coverage_amount: 5_500 },
      { coverage_amount: 'Please choose an amount from the list' },
    ],
    ['BANK ACCOUNT off', { checking_account: 0 }, { checking_account: 'Please switch BANK ACCOUNT on' }],
    ['no funeral type', { disability: null }, { disability: 'This field is required' }],
    ['no product', { term: null }, { term: 'This field is required' }],
    [
      'a term without job status',
      { term: '20', rate_class: 's', coverage_amount: 50_000 },
      { jobstatus: 'This field is required' },
    ],
    [
      'a rate class of the other product',
      { rate_class: 's' },
      { rate_class: 'This rate class is not available for this product type' },
    ],
    ['a short zip', { zipcode: '752' }, { zipcode: 'Please enter a valid 5-digit zipcode' }],
    ['a short phone', { phone: '(214)555' }, { phone: 'Please enter a valid 13-digit phone number' }],
    ['no e-mail', { email: '' }, { email: 'E-mail is required' }],
  ])('with %s is refused at its field, and nothing is stored', async (_what, change, errors) => {
    const lead = filled(change);
    const { status, refusal } = await send(await opened(), lead);
    expect([status, refusal.errors]).toEqual([422, errors]);
    expect(await server.service.ctx.leads.countDocuments({ fullname: lead.fullname })).toBe(0);
  });

  test.each([
    'source',
    'status',
    'user_id',
    'empty',
    'policy_number',
    'military',
    'price',
    'type',
    'recorded_ok',
  ])('that sets %s by hand is refused', async (field) => {
    const body = { ...filled(), form_token: await opened(), [field]: 1 };
    const { status, refusal } = await server.stranger.call(quickAddLead, { body });
    expect([status, refusal.errors]).toEqual([422, { [field]: 'Unknown field' }]);
  });

  test('opened at one instance of the service is taken by another', async () => {
    const replica = await server.replica();
    const token = await opened();
    const response = await fetch(`${replica.url}/api/lead/upload/quick-add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...filled(), form_token: token }),
    });
    expect(response.status).toBe(200);
  });

  test('over 16 KB is not read', async () => {
    const body = {
      ...filled(),
      form_token: 'x',
      medications: Array.from({ length: 60 }, () => 'y'.repeat(400)),
    };
    expect((await server.stranger.call(quickAddLead, { body })).refusal.code).toBe('too_large');
  });
});

describe('a robot', () => {
  const refused = { code: 'invalid', message: openAnew, errors: { form_token: openAnew } };

  test('that fills what nobody sees gets nothing', async () => {
    const lead = filled({ website: 'http://buy.example' });
    const sent = await send(await opened(), lead);
    expect([sent.status, sent.refusal]).toMatchObject([422, refused]);
    expect(await leadsOf(lead)).toEqual([]);
  });

  test('that did not open the form, or made a token up, gets the same', async () => {
    const lead = filled();
    expect((await send('made-up', lead)).refusal).toMatchObject(refused);
    const bare = await server.stranger.call(quickAddLead, { body: lead as QuickAddInput });
    expect(bare.refusal.errors).toEqual({ form_token: 'This field is required' });
    expect(await leadsOf(lead)).toEqual([]);
  });

  test('that is faster than a person, or keeps a form for a day, gets the same', async () => {
    const lead = filled();
    const { answer } = await server.stranger.call(openQuickAdd, {});
    await server.advance(answer.ready_in * 1000 - 1000);
    expect((await send(answer.form_token, lead)).refusal).toMatchObject(refused);
    await server.advance(answer.good_for * 1000);
    expect((await send(answer.form_token, lead)).refusal).toMatchObject(refused);
    expect(await leadsOf(lead)).toEqual([]);
  });
});

test('over so many in an hour all are refused until it is past, but those that were taken', async () => {
  const busy = await startLeads({ QUICK_ADD_PER_HOUR: '2' });
  const first = filled();
  const token = await opened(busy);
  expect((await send(token, first, busy)).status).toBe(200);
  expect((await send(await opened(busy), filled(), busy)).status).toBe(200);
  const third = await send(await opened(busy), filled(), busy);
  expect([third.status, third.refusal.code]).toEqual([429, 'too_many']);
  const wait = third.refusal.retry_after ?? 0;
  expect(wait).toBeGreaterThan(3_500);
  expect(wait).toBeLessThanOrEqual(3_600);
  expect((await send(token, first, busy)).status).toBe(200);
  await busy.advance(wait * 1000);
  expect((await send(await opened(busy), filled(), busy)).status).toBe(200);
  await busy.stop();
});
