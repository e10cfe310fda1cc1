import { createLeadCommand } from '@crm/contracts/bus/commands.js';
import { leadCreated } from '@crm/contracts/bus/events.js';
import { ingestLead, type IntakeInput } from '@crm/contracts/http/intake.js';
import { partners, renewPartnerKey } from '@crm/contracts/resources/partner.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { deleteLead, restChangeLead } from '@crm/contracts/http/leads.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { ingestLead as ingest } from './ingest-lead.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { createLead } from '../editing/create-lead.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';

let server: LeadsServer;
const rejected: Envelope[] = [];
beforeAll(async () => {
  server = await startLeads();
  const { live } = await server.bus.consume({
    queue: 'test.rejected',
    exchange: 'rejected',
    types: [`${createLeadCommand.type}.rejected`],
    handle: async (envelope) => {
      rejected.push(envelope);
    },
  });
  await live;
});
afterAll(() => server.stop());

let codes = 0;
async function givenPartner(sources: ('clickListing' | 'liveTransfer')[] = ['clickListing']) {
  codes += 1;
  const code = `partner-${String(codes)}`;
  const { answer } = await server.admin.client.call(partners.calls.create, {
    body: { code, name: `Partner ${String(codes)}`, sources },
  });
  return answer;
}

function deliver(
  key: string,
  id: string,
  body: IntakeInput,
  source: 'clickListing' | 'liveTransfer' = 'clickListing',
) {
  const headers = { 'x-api-key': key, 'idempotency-key': id };
  return server.stranger.call(ingestLead, { params: { source }, body }, headers);
}

/** A member of an object as it is called on it. */
function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? (value.bind(target) as unknown) : value;
}

const leadsUnder = (external_id: string) =>
  server.service.ctx.leads.find(evenDeleted({ external_id })).lean();

describe("a partner's delivery", () => {
  test('makes one raw lead of the source, however often it comes, with one answer', async () => {
    const { key, code } = await givenPartner();
    const lead = lifeInput();
    const first = await deliver(key, '120934', lead);
    expect(first.answer).toMatchObject({ status: 'success', message: 'Lead accepted', result: 'accepted' });
    const again = await Promise.all([deliver(key, '120934', lead), deliver(key, '120934', lead)]);
    for (const { answer } of again) expect(answer).toEqual(first.answer);
    expect(await leadsUnder(`${code}:120934`)).toMatchObject([
      { source_id: 5, empty: 1, status: 'newLead', changed_by: null },
    ]);
    const published = await server.probe.waitFor(
      leadCreated,
      ({ data }) => data.lead.id === first.answer.lead_id,
    );
    expect(published.data.how).toBe('intake');
    expect((await server.admin.client.call(partners.calls.list, { query: {} })).answer).toContainEqual(
      expect.objectContaining({
        code,
        accepted: 1,
        rejected: 0,
        last_used_at: expect.any(String) as unknown,
      }),
    );
  });

  test('that comes twice at the same moment makes one lead', async () => {
    const { key, code } = await givenPartner();
    const lead = healthInput();
    const answers = await Promise.all(Array.from({ length: 6 }, () => deliver(key, 'same', lead)));
    expect(new Set(answers.map(({ answer }) => answer.lead_id)).size).toBe(1);
    expect(await leadsUnder(`${code}:same`)).toHaveLength(1);
  });

  test('of somebody who is here already is rejected with the reason, and stays so', async () => {
    const { key, code } = await givenPartner();
    const known = await server.givenLead();
    const samePhone = { ...lifeInput(), phone: known.phone ?? '' };
    const first = await deliver(key, 'p', samePhone);
    expect(first.answer).toEqual({
      status: 'warning',
      message: 'A lead with this phone or e-mail already exists',
      result: 'rejected',
      lead_id: null,
      reason: 'duplicate',
    });
    const sameEmail = { ...lifeInput(), email: (known.email ?? '').toUpperCase() };
    expect((await deliver(key, 'e', sameEmail)).answer.reason).toBe('duplicate');
    // Of the other type the person is a lead of its own.
    expect((await deliver(key, 'h', healthInput({ phone: known.phone ?? '' }))).answer.result).toBe(
      'accepted',
    );
    await server.admin.client.call(deleteLead, { body: { lead_id: known.id } });
    expect((await deliver(key, 'p', samePhone)).answer).toEqual(first.answer);
    expect(await leadsUnder(`${code}:p`)).toEqual([]);
  });

  test.each([
    ['phone and e-mail', (lead: IntakeInput) => lead],
    ['phone', (lead: IntakeInput) => ({ ...lead, email: lifeInput().email })],
    ['e-mail', (lead: IntakeInput) => ({ ...lead, phone: uniquePhone() })],
  ])(
    'of one person by their %s, eight at once under ids of their own, makes one lead',
    async (_by, another) => {
      const [one, two] = [await givenPartner(), await givenPartner()];
      const { source: _source, ...lead } = lifeInput();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          deliver((number % 2 === 0 ? one : two).key, `p${String(number)}`, another(lead)),
        ),
      );
      const results = answers.map(({ answer }) => answer.reason ?? answer.result).sort();
      expect(results).toEqual(['accepted', ...Array.from({ length: 7 }, () => 'duplicate')]);
      const same = { $or: [{ phone: lead.phone }, { email: lead.email }] };
      expect(await server.service.ctx.leads.countDocuments(same)).toBe(1);
    },
  );

  test('of a person who is entered by a form at the same moment makes no lead beside that one', async () => {
    const { key } = await givenPartner();
    const { source: _source, ...lead } = lifeInput();
    const [entered, delivered] = await Promise.all([server.givenLead(lead), deliver(key, 'form', lead)]);
    // Whichever was first: a form is a person's own decision, a delivery beside it is none.
    const stored = await server.service.ctx.leads.find({ phone: lead.phone }).lean();
    expect(stored.map(({ _id }) => _id.toHexString())).toContain(entered.id);
    expect(stored).toHaveLength(delivered.answer.result === 'accepted' ? 2 : 1);
    expect((await deliver(key, 'after', lead)).answer.reason).toBe('duplicate');
  });

  test('of a person whose lead was deleted, or has another number and address since, makes a lead', async () => {
    const { key } = await givenPartner();
    const { source: _source, ...lead } = lifeInput();
    const { answer: first } = await deliver(key, 'first', lead);
    await server.admin.client.call(deleteLead, { body: { lead_id: first.lead_id ?? '' } });
    const { answer: second } = await deliver(key, 'second', lead);
    expect(second.result).toBe('accepted');
    const moved = { phone: uniquePhone(), email: lifeInput().email };
    await server.admin.client.call(restChangeLead, {
      params: { id: second.lead_id ?? '' },
      body: { ...lead, type: 'life', version: 1, ...moved },
    });
    expect((await deliver(key, 'moved', { ...lead, ...moved })).answer.reason).toBe('duplicate');
    expect((await deliver(key, 'third', lead)).answer.result).toBe('accepted');
  });

  test('of a person whose lead was written before claims were kept is known all the same', async () => {
    const { key } = await givenPartner();
    const known = await server.givenLead();
    await server.service.ctx.leads.updateOne({ phone: known.phone }, { $unset: { claims: 1 } });
    expect((await deliver(key, 'old', { ...lifeInput(), phone: known.phone ?? '' })).answer.reason).toBe(
      'duplicate',
    );
  });

  test('with wrong fields is refused with all of them and may be sent again, mended', async () => {
    const { key, code } = await givenPartner();
    const wrong = await deliver(
      key,
      'w',
      lifeInput({ email: 'none', birth_date: '2099-01-01', phone: '123' }),
    );
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.refusal.errors ?? {}).sort()).toEqual(['email', 'phone']);
    const late = await deliver(key, 'w', lifeInput({ birth_date: '2099-01-01' }));
    expect(late.refusal.errors).toEqual({ birth_date: 'Please enter a valid year' });
    expect(await leadsUnder(`${code}:w`)).toEqual([]);
    expect((await deliver(key, 'w', lifeInput())).answer.result).toBe('accepted');
  });

  test('with values of another kind is refused with a sentence for each, never with a changed value', async () => {
    const { key, code } = await givenPartner();
    const { source: _source, ...lead } = lifeInput();
    const sent = {
      ...lead,
      fullname: 'x'.repeat(501),
      birth_date: '2026-02-30',
      term: '12',
      total_income: '85,000.50',
      mortgage_remaining: 85_000.505,
      coverage_amount: -50_000,
      married: 'yes',
      score: 9,
    };
    const { refusal } = await deliver(key, 'k', sent as unknown as IntakeInput);
    expect(refusal.errors).toEqual({
      fullname: 'At most 500 characters',
      birth_date: 'Enter a valid date, for example 2026-11-20',
      term: 'Choose 10, 15, 20, 25, 30 or fex',
      total_income: 'Must be a number',
      mortgage_remaining: 'At most two decimals',
      coverage_amount: 'An amount cannot be negative',
      married: 'Choose 0 or 1',
      score: 'Unknown field',
    });
    const auto = await deliver(key, 'k', { ...lead, type: 'auto' } as unknown as IntakeInput);
    expect(auto.refusal.errors).toEqual({ type: 'Choose life or health' });
    expect(await leadsUnder(`${code}:k`)).toEqual([]);
  });

  test('under an id that stands for another lead is refused', async () => {
    const { key } = await givenPartner();
    await deliver(key, 'x', lifeInput());
    const other = await deliver(key, 'x', lifeInput());
    expect([other.status, other.refusal.code]).toEqual([409, 'already_exists']);
  });

  test('without headers, with a wrong key, for a source that is not the partner’s, or set by hand is refused', async () => {
    const { key } = await givenPartner(['clickListing']);
    const body = lifeInput();
    const bare = await server.stranger.call(ingestLead, { params: { source: 'clickListing' }, body });
    expect(Object.keys(bare.refusal.errors ?? {}).sort()).toEqual(['idempotency-key', 'x-api-key']);
    expect((await deliver(`${key}x`, 'k', body)).refusal.code).toBe('forbidden');
    expect((await deliver(key, 'k', body, 'liveTransfer')).refusal.code).toBe('forbidden');
    const withStatus = { ...body, status: 'approved' } as IntakeInput;
    expect((await deliver(key, 'k', withStatus)).refusal.errors).toEqual({
      status: 'Unknown field',
    });
  });
});

describe('partners', () => {
  test('are kept by admins alone', async () => {
    const agent = await server.signIn();
    const body = { code: 'not-mine', name: 'X', sources: ['clickListing' as const] };
    expect((await agent.client.call(partners.calls.create, { body })).refusal.code).toBe('forbidden');
    expect((await agent.client.call(partners.calls.list, { query: {} })).refusal.code).toBe('forbidden');
  });

  test('never show their key again, and have a code of their own', async () => {
    const { key, code } = await givenPartner();
    const { body } = await server.admin.client.call(partners.calls.list, { query: {} });
    expect(JSON.stringify(body)).not.toContain(key);
    const twin = await server.admin.client.call(partners.calls.create, {
      body: { code, name: 'Twin', sources: ['clickListing'] },
    });
    expect([twin.status, twin.refusal.errors]).toEqual([
      409,
      { code: 'This code is already used by another partner' },
    ]);
  });

  test('that are switched off, or whose key was renewed, are refused from the next call on', async () => {
    const { id, key } = await givenPartner();
    const { answer } = await server.admin.client.call(renewPartnerKey, { params: { id } });
    expect((await deliver(key, 'a', lifeInput())).refusal.code).toBe('forbidden');
    expect((await deliver(answer.key, 'a', lifeInput())).answer.result).toBe('accepted');
    await server.admin.client.call(partners.calls.change, { params: { id }, body: { ...answer, active: 0 } });
    expect((await deliver(answer.key, 'b', lifeInput())).refusal.code).toBe('forbidden');
    const lost = await server.admin.client.call(renewPartnerKey, { params: { id: uniqueId() } });
    expect(lost.status).toBe(404);
  });
});

test('a delivery that comes again while the first one is under way is no duplicate of itself', async () => {
  const { ctx } = server.service;
  const delivered = {
    external_id: 'slow:1',
    lead: lifeInput(),
    received_from: 'Test',
    how: 'intake' as const,
  };
  let isFirst = true;
  // What was looked for was not there yet; then the first delivery makes its lead, and has not written its answer down.
  const leadCollection = new Proxy(ctx.leadCollection, {
    get: (target, name) =>
      name === 'countDocuments'
        ? async (...input: Parameters<typeof target.countDocuments>) => {
            const count = await target.countDocuments(...input);
            if (isFirst) await createLead(ctx, 'system', { ...delivered, refusesKnown: true });
            isFirst = false;
            return count;
          }
        : bound(target, name),
  });
  const taken = await ingest({ ...ctx, leadCollection }, delivered);
  const [made, ...others] = await leadsUnder('slow:1');
  expect(others).toEqual([]);
  expect(taken).toMatchObject({ result: 'accepted', lead_id: String(made?._id) });
});

test('the same lead by call and by command, twice each: one lead, four clear answers', async () => {
  const { key, code } = await givenPartner();
  const { source: _source, ...lead } = { ...lifeInput(), source: 'clickListing' as const };
  const calls = [await deliver(key, '7', lead), await deliver(key, '7', lead)];
  const data = { external_id: `${code}:7`, lead: { ...lead, source: 'clickListing' as const } };
  const commands = [
    await server.send(createLeadCommand, { data }),
    await server.send(createLeadCommand, { data }),
  ];
  const [made] = await leadsUnder(`${code}:7`);
  const id = String(made?._id);
  expect(calls.map(({ answer }) => [answer.result, answer.lead_id])).toEqual([
    ['accepted', id],
    ['accepted', id],
  ]);
  const answers = commands.map(
    (command) => rejected.find(({ causationid }) => causationid === command.id)?.data,
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({
      code: 'already_exists',
      message: `This lead already exists as ${id}`,
    });
  }
  expect(await server.service.ctx.leads.countDocuments({ phone: made?.phone })).toBe(1);
});

test('a command brought twice by the broker is answered once; one of a known person is refused aloud', async () => {
  const lead = lifeInput({ phone: uniquePhone() });
  const made = await server.send(createLeadCommand, { data: { external_id: 'bus:1', lead } }, 2);
  expect(rejected.filter(({ causationid }) => causationid === made.id)).toEqual([]);
  const again = await server.send(createLeadCommand, { data: { external_id: 'bus:2', lead } }, 2);
  expect(
    rejected.filter(({ causationid }) => causationid === again.id).map(({ data }) => data),
  ).toMatchObject([{ code: 'already_exists', message: 'A lead with this phone or e-mail already exists' }]);
});
