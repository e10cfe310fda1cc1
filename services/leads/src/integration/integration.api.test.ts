import { Types } from 'mongoose';
import { keyScope, type KeyScope } from '@crm/contracts/codes/key-scopes.js';
import { leadCreated, leadStatusChanged } from '@crm/contracts/bus/events.js';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import * as calls from '@crm/contracts/http/integration.js';
import { deleteLead, getLead } from '@crm/contracts/http/leads.js';
import { holdLead } from '@crm/contracts/http/holds.js';
import { listNotes } from '@crm/contracts/http/notes.js';
import { leadTimeline } from '@crm/contracts/http/timeline.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { uniqueId, uniqueName, uniquePhone } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

const key = uniqueId();
const by = (...scopes: KeyScope[]) =>
  server.stranger.as(server.auth.server.tokens.keyTokenFor(scopes, { key }));
const entriesOf = async (action: string) => {
  await server.service.auditIdle();
  const query = { action, actor: `api-key/${key}`, range: '[0,99]' };
  return (await server.admin.client.call(listAuditEntries, { params: { service: 'leads' }, query })).answer;
};

describe('a key that may create leads', () => {
  const sent = (external_id: string) => ({ ...lifeInput(), source: 'clickListing' as const, external_id });

  test('makes one raw lead of an external id, however often it is sent, and is named for it', async () => {
    const body = { ...sent(uniqueName('crm')), consent_text: 'I agree to be called by Juniper Insurance.' };
    const first = await by('leads:create').call(calls.createLeadByKey, { body });
    expect(first.answer).toMatchObject({ status: 'success', result: 'accepted', reason: null });
    const again = await Promise.all(
      [1, 2, 3].map(() => by('leads:create').call(calls.createLeadByKey, { body })),
    );
    for (const { answer } of again) expect(answer).toEqual(first.answer);
    const lead_id = first.answer.lead_id ?? '';
    expect(await server.stored(lead_id)).toMatchObject({
      source_id: 5,
      empty: 1,
      external_id: body.external_id,
    });
    const event = await server.probe.waitFor(leadCreated, ({ data }) => data.lead.id === lead_id);
    expect([event.actorid, event.actorrole]).toEqual([`api-key/${key}`, 'system']);
    expect(await server.service.ctx.consents.findOne({ lead_id }).lean()).toMatchObject({
      received_from: 'API key Policy system',
    });
    expect(await entriesOf('lead.received')).toContainEqual(
      expect.objectContaining({
        actor_id: `api-key/${key}`,
        actor_name: 'API key Policy system',
        subjects: [`lead/${lead_id}`],
        outcome: 'done',
      }),
    );
  });

  test('is told of somebody who is known already, and is refused another lead under the same id', async () => {
    const known = await server.givenLead();
    const body = { ...sent(uniqueName('crm')), phone: known.phone ?? '' };
    const rejected = await by('leads:create').call(calls.createLeadByKey, { body });
    expect(rejected.answer).toMatchObject({ status: 'warning', result: 'rejected', reason: 'duplicate' });
    const other = { ...body, fullname: uniqueName('Other') };
    const { status, refusal } = await by('leads:create').call(calls.createLeadByKey, { body: other });
    expect([status, refusal.code]).toEqual([409, 'already_exists']);
  });

  test('is told every wrong field, and nothing is stored', async () => {
    const body = { ...sent(uniqueName('crm')), phone: '12', source: 'bulk' as unknown as 'own' };
    const { status, refusal } = await by('leads:create').call(calls.createLeadByKey, { body });
    expect([status, Object.keys(refusal.errors ?? {}).sort()]).toEqual([422, ['phone', 'source']]);
    expect(await server.service.ctx.intakes.findById(body.external_id).lean()).toBeNull();
  });
});

describe('a key that may read leads', () => {
  test('reads one without what is sealed, which takes a scope of its own', async () => {
    const { id } = await server.givenLead(healthInput({ medications: ['asthma'] }));
    const open = (await by('leads:read').call(calls.getLeadByKey, { params: { id } })).answer.lead;
    expect(open).toMatchObject({ id, type: 'health', coverage_type: 'Short Term', external_id: null });
    for (const field of ['birth_date', 'age', 'height', 'weight', 'bmi', 'medications', 'asthma', 'busy'])
      expect([field, field in open]).toEqual([field, false]);
    const whole = await by('leads:read', 'leads:read-sealed').call(calls.getLeadByKey, { params: { id } });
    expect(whole.answer.lead).toMatchObject({ birth_date: '1980-02-29', medications: ['asthma'] });
    expect(await entriesOf('lead.opened')).toContainEqual(
      expect.objectContaining({ subjects: [`lead/${id}`], outcome: 'done' }),
    );
  });

  test('has nothing decrypted that it may not read, neither in a lead and a list nor for texts and notes', async () => {
    const [one, other] = [await server.givenLead(), await server.givenLead()];
    const stored = server.service.ctx.leads.db.db?.collection('leads');
    const sealed = await stored?.findOne({ _id: new Types.ObjectId(other.id) });
    // What was encrypted for another lead opens in none: whoever decrypts it fails.
    await stored?.updateOne(
      { _id: new Types.ObjectId(one.id) },
      { $set: { birth_date: sealed?.birth_date } },
    );
    const params = { id: one.id };
    const query = { type: 'life', updated_since: one.updatedAt } as const;
    const read = async (...scopes: KeyScope[]) => [
      (await by(...scopes).call(calls.getLeadByKey, { params })).status,
      (await by(...scopes).call(calls.listLeadsByKey, { query })).status,
    ];
    expect(await read('leads:read', 'leads:read-sealed')).toEqual([500, 500]);
    expect(await read('leads:read')).toEqual([200, 200]);
    // No messaging answers here, which is asked once the lead was read.
    const messages = await by('messages:read').call(calls.listMessagesByKey, { params, query: {} });
    expect([messages.status, messages.refusal.code]).toEqual([503, 'unavailable']);
    const note = await by('leads:status').call(calls.addNoteByKey, { params, body: { message: 'Paid.' } });
    expect(note.status).toBe(200);
    await stored?.deleteOne({ _id: new Types.ObjectId(one.id) });
  });

  test('reads all of a type in the order of their last change, page by page, and what changes later', async () => {
    const since = new Date(server.clock.now().getTime() + 1_000).toISOString();
    const made: string[] = [];
    for (const moment of [1_000, 0, 0, 5, 0]) {
      server.clock.advance(moment);
      made.push((await server.givenLead()).id);
    }
    await server.givenLead(healthInput());
    const listed: string[] = [];
    const page = async (place: { after: string } | { updated_since: string }) => {
      const query = { type: 'life', limit: 2, ...place } as const;
      const { answer } = await by('leads:read').call(calls.listLeadsByKey, { query });
      listed.push(...answer.leads.map(({ id }) => id));
      return { after: answer.next ?? '' };
    };
    const later = await page(await page(await page({ updated_since: since })));
    // At the same moment they come by their ids.
    expect(listed).toEqual([...made.slice(0, 3).sort(), ...made.slice(3).sort()]);
    const query = { type: 'life', ...later } as const;
    const idle = await by('leads:read').call(calls.listLeadsByKey, { query });
    expect(idle.answer).toEqual({ leads: [], next: later.after });
    server.clock.advance(1_000);
    await by('leads:status').call(calls.setStatusByKey, {
      params: { id: made[1] ?? '' },
      body: { status: 'followUp' },
    });
    const changed = await by('leads:read').call(calls.listLeadsByKey, { query });
    expect(changed.answer.leads).toMatchObject([{ id: made[1], status: 'followUp' }]);
  });

  test('finds the lead of an external id, and none that was deleted', async () => {
    const external_id = uniqueName('crm');
    const body = { ...lifeInput(), source: 'own' as const, external_id };
    const { lead_id } = (await by('leads:create').call(calls.createLeadByKey, { body })).answer;
    const asked = () => by('leads:read').call(calls.listLeadsByKey, { query: { external_id } });
    expect((await asked()).answer.leads).toMatchObject([{ id: lead_id, external_id }]);
    await server.admin.client.call(deleteLead, { body: { lead_id: lead_id ?? '' } });
    expect((await asked()).answer.leads).toEqual([]);
    const gone = await by('leads:read').call(calls.getLeadByKey, { params: { id: lead_id ?? '' } });
    expect(gone.refusal.code).toBe('not_found');
  });

  test.each([
    ['neither a type nor an external id', {}, 'type'],
    ['a place that is none', { type: 'life', after: 'yesterday' }, 'after'],
    ['a place without a time', { type: 'life', after: `_${uniqueId()}` }, 'after'],
    ['too many at once', { type: 'life', limit: 101 }, 'limit'],
  ] as const)('is refused %s', async (_what, query, field) => {
    const { status, refusal } = await by('leads:read').call(calls.listLeadsByKey, { query });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });

  test('never sees a number that the status hides', async () => {
    const { id } = await server.givenLead();
    await by('leads:status').call(calls.setStatusByKey, { params: { id }, body: { status: 'doNotCall' } });
    const { lead } = (
      await by('leads:read', 'leads:read-sealed').call(calls.getLeadByKey, { params: { id } })
    ).answer;
    expect(lead).toMatchObject({ phone: null, phone_hidden: true });
  });
});

describe('a key that may set the status', () => {
  test('sets it as the system, in the name of the key', async () => {
    const { id, version } = await server.givenLead();
    const set = await by('leads:status').call(calls.setStatusByKey, {
      params: { id },
      body: { status: 'followUp' },
    });
    expect(set.answer).toEqual({ status: 'success', message: 'Status saved', id, version: version + 1 });
    expect(await server.stored(id)).toMatchObject({ status: 'followUp', changed_by: null });
    const event = await server.probe.waitFor(leadStatusChanged, ({ data }) => data.lead_id === id);
    expect([event.actorid, event.actorrole]).toEqual([`api-key/${key}`, 'system']);
  });

  test('is refused while somebody has the lead open, and a lead that is not there', async () => {
    const { id } = await server.givenLead();
    await server.admin.client.call(holdLead, { params: { id }, body: { holder: 'tab-1' } });
    const body = { status: 'followUp' as const };
    const held = await by('leads:status').call(calls.setStatusByKey, { params: { id }, body });
    expect([held.status, held.refusal.code]).toEqual([423, 'locked']);
    const none = await by('leads:status').call(calls.setStatusByKey, { params: { id: uniqueId() }, body });
    expect(none.refusal.code).toBe('not_found');
  });

  test('adds notes in its own name, which the lead’s notes and its timeline show', async () => {
    const { id } = await server.givenLead();
    const message = 'Paid the first premium.';
    await by('leads:status').call(calls.addNoteByKey, { params: { id }, body: { message } });
    const { notes } = (await server.admin.client.call(listNotes, { params: { leadId: id } })).answer;
    expect(notes).toMatchObject([{ message, fname: 'API key Policy system', lname: '' }]);
    const timeline = await server.admin.client.call(leadTimeline, { params: { id }, query: {} });
    expect(timeline.answer.entries).toContainEqual(
      expect.objectContaining({ kind: 'note', who: 'API key Policy system', text: message }),
    );
  });
});

test('a key that may write the do-not-contact list closes a number once, in its own name', async () => {
  const body = { address: uniquePhone(), channel: 'call', reason: 'Asked us by e-mail' } as const;
  const first = await by('do-not-contact:write').call(calls.addDoNotContactByKey, { body });
  const again = await by('do-not-contact:write').call(calls.addDoNotContactByKey, { body });
  expect(again.answer).toEqual(first.answer);
  const query = { filter: JSON.stringify({ q: body.address }) };
  const entries = (await server.admin.client.call(doNotContact.calls.list, { query })).answer;
  expect(entries).toMatchObject([
    { id: first.answer.id, how: 'api', by: 'API key Policy system', reason: body.reason, own_word: 0 },
  ]);
});

describe('what a key may not', () => {
  const inputs = {
    createLeadByKey: { body: { ...lifeInput(), source: 'own', external_id: 'x' } },
    listLeadsByKey: { query: { type: 'life' } },
    getLeadByKey: { params: { id: uniqueId() } },
    setStatusByKey: { params: { id: uniqueId() }, body: { status: 'followUp' } },
    addNoteByKey: { params: { id: uniqueId() }, body: { message: 'x' } },
    listMessagesByKey: { params: { id: uniqueId() }, query: {} },
    addDoNotContactByKey: { body: { address: '+12145550117', channel: 'call' } },
  } as const;
  const every: KeyScope[] = [...keyScope.options];

  test.each(calls.integrationEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is refused to a key with every scope but its own, and that is entered',
    async (name, endpoint) => {
      const others = every.filter((scope) => scope !== endpoint.scope);
      const input = Object.entries(inputs).find(([each]) => each === name)?.[1];
      const { status, refusal } = await by(...others).call(endpoint, input as never);
      expect([status, refusal.code, refusal.message]).toEqual([
        403,
        'forbidden',
        `This API key lacks the scope ${String(endpoint.scope)}`,
      ]);
      const action = typeof endpoint.audit === 'object' ? endpoint.audit.action : '';
      expect(await entriesOf(action)).toContainEqual(expect.objectContaining({ outcome: 'denied' }));
    },
  );

  test.each(calls.integrationEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is refused to a session, also an admin’s, and to a token that is none of a key any more',
    async (name, endpoint) => {
      const input = Object.entries(inputs).find(([each]) => each === name)?.[1];
      const old = server.clock.now().getTime() / 1000 - 121;
      const expired = server.auth.server.tokens.keyTokenFor(every, {
        iat: Math.floor(old),
        exp: Math.floor(old) + 120,
      });
      const endless = server.auth.server.tokens.keyTokenFor(every, { exp: Math.floor(old) + 86_400 });
      const asked = async (client: typeof server.stranger) => {
        const { status, refusal } = await client.call(endpoint, input as never);
        return [status, refusal.code];
      };
      expect(await asked(server.admin.client)).toEqual([403, 'forbidden']);
      for (const token of [undefined, expired, endless])
        expect(await asked(server.stranger.as(token))).toEqual([403, 'session_ended']);
    },
  );

  test('a call of people is refused to it, whatever its scopes, and that is entered', async () => {
    const { id } = await server.givenLead();
    const { status, refusal } = await by(...every).call(getLead, { params: { id } });
    expect([status, refusal.code, refusal.message]).toEqual([
      403,
      'forbidden',
      'API keys cannot make this call',
    ]);
    expect(await entriesOf('lead.opened')).toContainEqual(
      expect.objectContaining({ subjects: [`lead/${id}`], outcome: 'denied' }),
    );
  });
});
