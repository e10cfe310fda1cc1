import { stateCode } from '@crm/contracts/codes/states.js';
import { optOutCommand } from '@crm/contracts/bus/commands.js';
import { callStarted } from '@crm/contracts/bus/call-events.js';
import { contactOptedOut, contactOverridden } from '@crm/contracts/bus/events.js';
import { textSent } from '@crm/contracts/bus/messaging-events.js';
import { exampleText } from '@crm/contracts/entities/messaging.js';
import type { SavableStatus } from '@crm/contracts/codes/statuses.js';
import type { RefusedChannel } from '@crm/contracts/customers/contact.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { restChangeLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import * as calls from '@crm/contracts/http/permission.js';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { doNotContact, liftDoNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { licencesFor, lifeInput } from '../test/builders.js';
import { askPermission } from './ask-permission.js';
import { contactRuleModel } from './contact.model.js';
import { createRulesAtHand } from './rules-at-hand.js';
import { commandsAbout } from '../test/commands-about.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';

let server: LeadsServer;
let agent: SignedIn;
// Friday, 12:00 in New York, 11:00 in Texas.
const noon = '2026-11-20T17:00:00.000Z';
beforeEach(async () => {
  server = await startLeads();
  server.clock.set(noon);
  agent = await server.signIn({ licences: licencesFor(stateCode.options) });
});
afterEach(() => server.stop());

/** Moves the clock, by which the sessions are too old to be believed until they are read anew. */
async function itIs(time: string): Promise<void> {
  server.clock.set(time);
  await server.advance(0);
}

let line = 0;
const number = (area: string) => `+1${area}55501${String((line += 1)).padStart(2, '0')}`;
const givenLead = (given: Parameters<typeof lifeInput>[0] = {}) =>
  server.givenLead(lifeInput({ phone: number('214'), state: 'TX', ...given }), agent);

type Body = Parameters<typeof server.internal.call<typeof calls.mayContact>>[1]['body'];
const ask = async (given: Partial<Body> & Pick<Body, 'lead_id'>) =>
  (
    await server.internal.call(calls.mayContact, {
      body: { channel: 'call', user_id: agent.user.id, ...given },
    })
  ).answer;
const askOf = ({ id, phone }: Lead, given: Partial<Body> = {}) =>
  ask({ lead_id: id, phone: phone ?? '', ...given });
const decisions = () => server.service.ctx.contactDecisions.find().sort({ _id: 1 }).lean();
const saveStatus = async (lead: Lead, status: SavableStatus) =>
  (await agent.client.call(setLeadStatus, { params: { id: lead.id }, body: { status } })).answer;
const listed = (q: string) =>
  server.admin.client
    .call(doNotContact.calls.list, { query: { filter: JSON.stringify({ q }) } })
    .then(({ answer }) => answer);

describe('may-contact', () => {
  test('answers yes in the hours of the place and no outside of them, with when', async () => {
    const lead = await givenLead();
    expect(await askOf(lead)).toMatchObject({ allowed: true, rule: null });
    await itIs('2026-11-20T14:59:00.000Z');
    expect(await askOf(lead)).toMatchObject({
      allowed: false,
      rule: 'hours',
      // No ZIP code: Texas by both of its clocks.
      next_allowed_at: '2026-11-20T16:00:00.000Z',
      sentence: 'It is 8:59 AM CT there; calls may begin at 10:00 AM CT',
    });
  });

  test('every answer is kept with what it was based on', async () => {
    const lead = await givenLead();
    const { decision_id } = await askOf(lead, { channel: 'text' });
    const [kept] = await decisions();
    expect(kept).toMatchObject({
      address: lead.phone,
      channel: 'text',
      asked_by: 'telephony',
      allowed: true,
      attempt_id: null,
      based_on: {
        status: 'newLead',
        places: [{ by: 'state', state: 'TX' }],
        rules: [
          { id: 'TX', version: 1 },
          { id: 'default', version: 1 },
        ],
      },
    });
    expect(kept?._id.toHexString()).toBe(decision_id);
    await agent.client.call(calls.leadPermission, { params: { id: lead.id } });
    expect(await decisions()).toHaveLength(1);
  });

  test("somebody else's lead, a banned user, a gone lead and a number of nobody's are refused", async () => {
    const lead = await givenLead();
    const other = await server.signIn();
    const banned = await server.signIn({ banned: 1, role_id: 1 });
    expect(await askOf(lead, { user_id: other.user.id })).toMatchObject({ allowed: false, rule: 'actor' });
    expect(await askOf(lead, { user_id: banned.user.id })).toMatchObject({ rule: 'actor' });
    expect(await askOf(lead, { user_id: uniqueId() })).toMatchObject({ rule: 'actor' });
    expect(await askOf(lead, { user_id: null })).toMatchObject({ allowed: true });
    expect(await askOf(lead, { phone: number('214') })).toMatchObject({ rule: 'lead' });
    expect(await ask({ lead_id: uniqueId(), phone: lead.phone ?? '' })).toMatchObject({ rule: 'lead' });
    expect(await askOf(lead, { phone: 'abc' })).toMatchObject({ rule: 'number' });
  });

  test('a number without a lead is judged by its area code', async () => {
    expect(await ask({ lead_id: null, phone: number('212') })).toMatchObject({ allowed: true });
    expect(await ask({ lead_id: null, phone: number('808') })).toMatchObject({ rule: 'hours' });
    expect(await ask({ lead_id: null, phone: number('800') })).toMatchObject({ rule: 'place' });
  });

  test('for somebody who is rung into a call asks whether no lead has the number, and whether it wants no calls', async () => {
    const third = { lead_id: null, purpose: 'third-party' as const };
    expect(await ask({ ...third, phone: number('800') })).toMatchObject({ allowed: true });
    expect(await ask({ ...third, phone: number('808') })).toMatchObject({ allowed: true });
    expect(await ask({ ...third, phone: number('808'), channel: 'text' })).toMatchObject({ rule: 'hours' });
    expect(await ask({ ...third, phone: '+19005550117' })).toMatchObject({ rule: 'number' });
    const customer = number('808');
    await givenLead({ phone: customer });
    expect(await ask({ ...third, phone: customer })).toMatchObject({ rule: 'hours' });
    const listed = number('800');
    const body = { address: listed, channel: 'all' as const, reason: 'They asked' };
    expect((await server.admin.client.call(doNotContact.calls.create, { body })).status).toBe(200);
    expect(await ask({ ...third, phone: listed })).toMatchObject({ rule: 'do_not_contact' });
  });

  test('the dialler may not ring in Wyoming, nor a number that has its area code; a person may', async () => {
    const lead = await givenLead({ phone: number('307'), state: 'WY' });
    const moved = await givenLead({ phone: number('307') });
    const automated = { user_id: null, automated: true };
    expect(await askOf(lead, automated)).toMatchObject({ allowed: false, rule: 'dialler' });
    expect(await askOf(moved, automated)).toMatchObject({ rule: 'dialler', next_allowed_at: null });
    expect(await askOf(lead)).toMatchObject({ allowed: true });
    expect(await askOf(await givenLead(), automated)).toMatchObject({ allowed: true });
    const [kept] = await decisions();
    expect(kept).toMatchObject({ rule: 'dialler', based_on: { isAutomated: true } });
    const { version, ...wyoming } = (
      await server.admin.client.call(contactRules.calls.one, { params: { id: 'WY' } })
    ).answer;
    const { id: _id, state: _state, ...body } = { ...wyoming, version, no_automated_dialling: 0 as const };
    await server.admin.client.call(contactRules.calls.change, { params: { id: 'WY' }, body });
    expect(await askOf(lead, automated)).toMatchObject({ allowed: true });
  });

  test('without a service’s token it answers nobody', async () => {
    const body = { lead_id: null, phone: number('212'), channel: 'call' as const, user_id: null };
    expect((await agent.client.call(calls.mayContact, { body })).status).toBe(403);
    expect(await decisions()).toEqual([]);
  });

  test('without its table of rules it says no', async () => {
    const lead = await givenLead();
    await server.service.ctx.contactRules.deleteMany({});
    expect(await askOf(lead)).toMatchObject({ allowed: false, rule: 'rules' });
  });
});

describe('attempts', () => {
  const inFlorida = () => givenLead({ phone: number('305'), state: 'FL', zipcode: '33101' });
  const attempt = (lead: Lead, attempt_id: string) => askOf(lead, { attempt_id });

  test('of two at once that both would be the third one is refused', async () => {
    const lead = await inFlorida();
    for (const id of ['a', 'b']) expect(await attempt(lead, id)).toMatchObject({ allowed: true });
    const answers = await Promise.all(['c', 'd', 'e'].map((id) => attempt(lead, id)));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(1);
    expect(answers.filter(({ rule }) => rule === 'attempts')).toHaveLength(2);
    expect((await decisions()).map(({ attempt_id }) => attempt_id)).toHaveLength(5);
    await server.advance(24 * 3_600_000);
    expect(await attempt(lead, 'f')).toMatchObject({ allowed: true });
  });

  describe('per person', () => {
    const second = () => number('305');
    const withTwo = () =>
      givenLead({ phone: number('305'), second_phone: second(), state: 'FL', zipcode: '33101' });
    const tryAt = (lead: Lead, phone: string | null | undefined, attempt_id: string) =>
      askOf(lead, { phone: phone ?? '', attempt_id });

    test('two phones of one lead in Florida take three attempts together, calls and texts, and say so', async () => {
      const lead = await withTwo();
      await tryAt(lead, lead.phone, 'a');
      await askOf(lead, { phone: lead.second_phone ?? '', channel: 'text', attempt_id: 'b' });
      expect(await tryAt(lead, lead.second_phone, 'c')).toMatchObject({ allowed: true });
      for (const phone of [lead.phone, lead.second_phone]) {
        expect(await tryAt(lead, phone, 'd')).toMatchObject({
          rule: 'attempts',
          next_allowed_at: '2026-11-21T17:00:00.000Z',
          sentence:
            'Tried 3 times in 24 hours, Florida allows 3 for each person; again from Saturday 12:00 PM ET',
        });
      }
      const { ways } = (await agent.client.call(calls.leadPermission, { params: { id: lead.id } })).answer;
      const numbers = ways.filter(({ channel }) => channel !== 'email');
      expect(numbers.map(({ permission }) => permission.rule)).toEqual(Array(4).fill('attempts'));
      // An attempt that was allowed stays allowed when it is asked about again.
      expect(await tryAt(lead, lead.second_phone, 'c')).toMatchObject({ allowed: true });
    });

    test('of many at once on both phones, asked of two processes, three are allowed', async () => {
      const lead = await withTwo();
      const other = await server.replica();
      const attempts = Array.from({ length: 16 }, (_, index) => index);
      const answers = await Promise.all(
        attempts.map((index) => {
          const phone = (index % 2 === 0 ? lead.phone : lead.second_phone) ?? '';
          const body = { lead_id: lead.id, phone, channel: 'call' as const, user_id: null };
          // A process works off its own attempts in turn: each has one phone, so that the two phones meet.
          const ctx = index % 2 === 0 ? server.service.ctx : other.ctx;
          return askPermission(ctx, 'telephony', {
            ...body,
            purpose: 'sales',
            prerecorded: false,
            automated: false,
            attempt_id: String(index),
          });
        }),
      );
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3);
      expect(answers.filter(({ rule }) => rule === 'attempts')).toHaveLength(13);
      const kept = await server.service.ctx.contactAttempts.find().lean();
      expect(kept.flatMap(({ attempts: made }) => made)).toHaveLength(3);
    });

    test('leads that share a number share the attempts at it; the other number of either is its own', async () => {
      const shared = number('305');
      const first = await givenLead({ phone: shared, second_phone: second(), state: 'FL', zipcode: '33101' });
      const other = await givenLead({ phone: second(), second_phone: shared, state: 'FL', zipcode: '33101' });
      await tryAt(first, shared, 'a');
      await tryAt(first, shared, 'b');
      await tryAt(first, first.second_phone, 'c');
      expect(await tryAt(other, other.phone, 'd')).toMatchObject({ allowed: true });
      expect(await tryAt(other, shared, 'e')).toMatchObject({ rule: 'attempts' });
      expect(await tryAt(first, first.second_phone, 'f')).toMatchObject({ rule: 'attempts' });
    });

    test('Oklahoma counts each number for itself', async () => {
      const lead = await givenLead({ phone: number('405'), second_phone: number('405'), state: 'OK' });
      for (const id of ['a', 'b', 'c']) await tryAt(lead, lead.phone, id);
      expect(await tryAt(lead, lead.phone, 'd')).toMatchObject({ rule: 'attempts' });
      expect(await tryAt(lead, lead.second_phone, 'e')).toMatchObject({ allowed: true });
    });

    test('a customer in Oregon is free of the limit for 18 months from the lead’s beginning, nobody else is', async () => {
      const lead = await givenLead({ phone: number('503'), state: 'OR' });
      await itIs('2026-11-20T20:00:00.000Z');
      for (const id of ['a', 'b', 'c'])
        expect(await tryAt(lead, lead.phone, id)).toMatchObject({ allowed: true });
      expect(await tryAt(lead, lead.phone, 'd')).toMatchObject({ rule: 'attempts' });
      await saveStatus(lead, 'in-force');
      expect(await tryAt(lead, lead.phone, 'd')).toMatchObject({ allowed: true });
      await itIs('2028-05-19T20:00:00.000Z');
      for (const id of ['e', 'f', 'g', 'h']) {
        expect(await askOf(lead, { user_id: null, attempt_id: id })).toMatchObject({ allowed: true });
      }
      await itIs('2028-05-20T20:00:00.000Z');
      for (const id of ['i', 'j', 'k']) {
        await askOf(lead, { user_id: null, attempt_id: id });
      }
      expect(await askOf(lead, { user_id: null, attempt_id: 'l' })).toMatchObject({ rule: 'attempts' });
    });
  });

  test('asking first counts nothing; the same attempt counts once, with its event too', async () => {
    const lead = await inFlorida();
    for (let asked = 0; asked < 4; asked += 1) expect(await askOf(lead)).toMatchObject({ allowed: true });
    await attempt(lead, 'call-1');
    await attempt(lead, 'call-1');
    const call = {
      call_id: 'call-1',
      lead_id: lead.id,
      user_id: agent.user.id,
      number: lead.phone ?? '',
      direction: 'outbound' as const,
      kind: 'single' as const,
    };
    await server.send(callStarted, { data: call }, 2);
    await server.send(callStarted, { data: { ...call, call_id: 'in', direction: 'inbound' } });
    expect(await attempt(lead, 'call-2')).toMatchObject({ allowed: true });
    const text = { ...exampleText, customer_phone: call.number };
    await server.send(textSent, { data: text }, 2);
    await until('the text is counted', async () =>
      (await askOf(lead)).rule === 'attempts' ? true : undefined,
    );
    const kept = await server.service.ctx.contactAttempts.findById(lead.phone).lean();
    expect(kept?.attempts.map(({ id }) => id)).toEqual(['call-1', 'call-2', text.id]);
  });

  test('what is told of an attempt that was counted with its permission asks the store for nothing', async () => {
    const lead = await inFlorida();
    await attempt(lead, 'call-1');
    const call = {
      ...{ call_id: 'call-1', lead_id: lead.id, user_id: agent.user.id, number: lead.phone ?? '' },
      ...{ direction: 'outbound' as const, kind: 'single' as const },
    };
    const commands = await commandsAbout(server, [call.number], () =>
      server.send(callStarted, { data: call }),
    );
    expect(commands).toEqual([]);
    const elsewhere = { ...call, call_id: 'call-2' };
    await server.send(callStarted, { data: elsewhere }, 2);
    const kept = await server.service.ctx.contactAttempts.findById(lead.phone).lean();
    expect(kept?.attempts.map(({ id }) => id)).toEqual(['call-1', 'call-2']);
  });

  test('a refused attempt is not counted', async () => {
    const lead = await inFlorida();
    await itIs('2026-11-20T10:00:00.000Z');
    expect(await attempt(lead, 'x')).toMatchObject({ rule: 'hours' });
    expect(await server.service.ctx.contactAttempts.countDocuments()).toBe(0);
  });
});

describe('the list of those not to be contacted', () => {
  test('doNotCall closes all numbers of a lead for every lead that has them, and stays when the status goes', async () => {
    const second = number('214');
    const lead = await givenLead({ second_phone: second });
    await saveStatus(lead, 'doNotCall');
    const published = await server.probe.waitFor(contactOptedOut, ({ data }) => data.phone === second);
    expect(published.data).toMatchObject({ channel: 'all', how: 'status', lifted: false });
    expect(await listed(lead.phone ?? '')).toMatchObject([
      { channel: 'all', how: 'status', by: agent.user.fullname, lead_id: lead.id },
    ]);
    await saveStatus(lead, 'followUp');
    expect(await askOf(lead)).toMatchObject({ rule: 'do_not_contact', next_allowed_at: null });
    expect(await ask({ lead_id: null, phone: second, channel: 'text' })).toMatchObject({
      rule: 'do_not_contact',
    });
  });

  test('its event names every lead that has the number or the e-mail, and nobody else’s', async () => {
    const address = 'shared@example.com';
    const [main, other] = [number('214'), number('214')];
    const first = await givenLead({ phone: main, email: 'Shared@Example.com' });
    const second = await givenLead({ second_phone: main, email: 'somebody@example.com' });
    const third = await givenLead({ phone: other, email: address });
    const add = (listed: string, channel: RefusedChannel) =>
      server.admin.client.call(doNotContact.calls.create, {
        body: { address: listed, channel, reason: '' },
      });
    const idsOf = ({ data }: { data: { lead_ids: string[] } }) => [...data.lead_ids].sort();
    await add(main, 'call');
    const closed = await server.probe.waitFor(contactOptedOut, ({ data }) => data.phone === main);
    expect(idsOf(closed)).toEqual([first.id, second.id].sort());
    await add(address, 'email');
    const mail = await server.probe.waitFor(contactOptedOut, ({ data }) => data.email === address);
    expect(idsOf(mail)).toEqual([first.id, third.id].sort());
    const [entry] = await listed(main);
    await server.admin.client.call(liftDoNotContact, {
      params: { id: entry?.id ?? '' },
      query: { reason: 'He called us' },
    });
    const lifted = await server.probe.waitFor(contactOptedOut, ({ data }) => data.lifted);
    expect(idsOf(lifted)).toEqual([first.id, second.id].sort());
  });

  test('while the status is doNotCall another number is closed too', async () => {
    const lead = await givenLead();
    await saveStatus(lead, 'doNotCall');
    const phone = number('214');
    const { version } = (await server.stored(lead.id)) ?? {};
    const body = { type: 'life' as const, version: Number(version), phone };
    expect((await agent.client.call(restChangeLead, { params: { id: lead.id }, body })).status).toBe(200);
    await server.probe.waitFor(contactOptedOut, ({ data }) => data.phone === phone);
  });

  test('wrongPhoneNumber closes the main number alone, and a lead entered so closes it at once', async () => {
    const second = number('214');
    const lead = await givenLead({ second_phone: second, status: 'wrongPhoneNumber' });
    expect(await listed('')).toHaveLength(1);
    expect(await ask({ lead_id: lead.id, phone: second })).toMatchObject({ rule: 'status' });
    await saveStatus(lead, 'followUp');
    expect(await ask({ lead_id: lead.id, phone: second })).toMatchObject({ allowed: true });
  });

  test('a word closes texts, twice delivered once told; the word that opens them leaves what an agent closed', async () => {
    const phone = number('214');
    const stop = { phone, channel: 'text' as const, how: 'keyword' as const };
    const sent = await server.send(optOutCommand, { data: stop }, 2);
    await server.probe.waitFor(contactOptedOut, ({ data }) => data.phone === phone);
    expect(await ask({ lead_id: null, phone, channel: 'text' })).toMatchObject({ rule: 'do_not_contact' });
    expect(await ask({ lead_id: null, phone })).toMatchObject({ allowed: true });
    await server.send(optOutCommand, { data: { ...stop, lift: true } }, 2);
    await server.probe.waitFor(contactOptedOut, ({ data }) => data.phone === phone && data.lifted);
    // The first word comes once more, late: it was carried out before.
    await server.bus.publish([sent]);
    expect(await ask({ lead_id: null, phone, channel: 'text' })).toMatchObject({ allowed: true });
    expect(server.probe.all(contactOptedOut)).toHaveLength(2);

    await server.admin.client.call(doNotContact.calls.create, {
      body: { address: phone, channel: 'text', reason: '' },
    });
    await server.send(optOutCommand, { data: { ...stop, lift: true } });
    expect(await ask({ lead_id: null, phone, channel: 'text' })).toMatchObject({ rule: 'do_not_contact' });
  });

  test('an e-mail is closed however it is written on the lead', async () => {
    const lead = await givenLead({ email: 'R.Okafor@Example.com' });
    const mail = { lead_id: lead.id, email: 'R.Okafor@Example.com', channel: 'email' as const };
    expect(await ask(mail)).toMatchObject({ allowed: true });
    await server.send(optOutCommand, {
      data: { email: 'r.okafor@example.com', channel: 'email', how: 'keyword' },
    });
    expect(await ask(mail)).toMatchObject({ rule: 'do_not_contact' });
  });

  test('an agent lists numbers of an own lead alone; a guide and a stranger none of it', async () => {
    const lead = await givenLead();
    const other = await server.signIn();
    const add = (by: SignedIn, phone: string, lead_id?: string) =>
      by.client.call(doNotContact.calls.create, {
        body: { address: phone, channel: 'all', reason: '', ...(lead_id ? { lead_id } : {}) },
      });
    const phone = lead.phone ?? '';
    expect((await add(agent, phone)).status).toBe(403);
    expect((await add(agent, number('214'), lead.id)).status).toBe(403);
    expect((await add(other, phone, lead.id)).status).toBe(404);
    expect(await listed('')).toEqual([]);
    expect((await add(agent, phone, lead.id)).answer).toMatchObject({
      how: 'agent',
      by: agent.user.fullname,
    });
    // Once more: it stays as it is.
    await add(server.admin, phone);
    expect(await listed(`1 (${phone.slice(2, 5)})`)).toMatchObject([{ by: agent.user.fullname }]);
    expect((await agent.client.call(doNotContact.calls.list, { query: {} })).status).toBe(403);
  });

  test('is narrowed by channel and origin, and whoever reads it hears of what comes and goes', async () => {
    const [closed, texts] = [number('214'), number('214')];
    const add = async (address: string, channel: 'all' | 'text') =>
      (
        await server.admin.client.call(doNotContact.calls.create, {
          body: { address, channel, reason: 'By letter' },
        })
      ).answer;
    const entry = await add(closed, 'all');
    await add(texts, 'text');
    const found = async (filter: object) =>
      (
        await server.admin.client.call(doNotContact.calls.list, {
          query: { filter: JSON.stringify(filter), sort: JSON.stringify(['address', 'ASC']) },
        })
      ).answer.map(({ address }) => address);
    expect(await found({})).toEqual([closed, texts]);
    expect(await found({ channel: ['text'] })).toEqual([texts]);
    expect(await found({ how: ['keyword'] })).toEqual([]);
    expect(await found({ how: ['agent'], q: closed })).toEqual([closed]);
    const told = (change: string) =>
      server.probe.waitFor(
        recordChanged,
        ({ data }) => data.resource === 'do-not-contact' && data.id === entry.id && data.change === change,
      );
    await told('created');
    const params = { id: entry.id };
    await server.admin.client.call(liftDoNotContact, { params, query: { reason: 'He called us' } });
    await told('deleted');
    expect((await server.admin.client.call(doNotContact.calls.one, { params })).status).toBe(404);
  });

  test('an admin lifts with a reason, which stays on record; anybody else may not', async () => {
    const lead = await givenLead();
    await saveStatus(lead, 'doNotCall');
    const [entry] = await until('it is listed', async () => {
      const entries = await listed('');
      return entries.length > 0 ? entries : undefined;
    });
    const lift = (by: SignedIn, reason: string) =>
      by.client.call(liftDoNotContact, { params: { id: entry?.id ?? '' }, query: { reason } });
    expect((await lift(agent, 'Why not')).status).toBe(403);
    expect((await lift(server.admin, ' ')).refusal.errors).toEqual({ reason: 'Say why' });
    expect((await lift(server.admin, 'He called us')).status).toBe(200);
    expect((await lift(server.admin, 'He called us')).status).toBe(404);
    expect(await listed('')).toEqual([]);
    await server.probe.waitFor(contactOptedOut, ({ data }) => data.lifted);
    const stored = await server.service.ctx.doNotContact.findOne().lean();
    expect(stored?.history).toMatchObject([
      { what: 'added', how: 'status' },
      { what: 'lifted', how: 'admin', by: server.admin.user.fullname, reason: 'He called us' },
    ]);
    await saveStatus(lead, 'followUp');
    expect(await askOf(lead)).toMatchObject({ allowed: true });
  });
});

describe('the answer to HELP', () => {
  test('goes through at any hour and past a STOP, is kept as a decision and not counted', async () => {
    const lead = await givenLead();
    const phone = lead.phone ?? '';
    await server.send(optOutCommand, { data: { phone, channel: 'text', how: 'keyword' } });
    await itIs('2026-11-20T10:00:00.000Z');
    const asked = { channel: 'text', user_id: null, purpose: 'help-reply' } as const;
    expect(await askOf(lead, asked)).toMatchObject({ allowed: true, rule: null, sentence: 'Answers HELP' });
    expect((await decisions()).at(-1)).toMatchObject({ allowed: true, based_on: { isHelpReply: true } });
    expect(await server.service.ctx.contactAttempts.countDocuments()).toBe(0);
    expect(await askOf(lead, { ...asked, purpose: 'sales' })).toMatchObject({ rule: 'do_not_contact' });
    expect(await askOf(lead, { ...asked, channel: 'call' })).toMatchObject({ allowed: false });
    expect(await askOf(lead, { ...asked, phone: 'abc' })).toMatchObject({ rule: 'number' });
  });
});

describe('overrides', () => {
  const body = {
    ...{ place: 'phone' as const, channel: 'call' as const, reason: 'He asked for it' },
    ...{ requested_on: '2026-11-20', minutes: 60 },
  };

  test('an admin allows one number and channel of a lead for a while', async () => {
    const lead = await givenLead();
    const params = { id: lead.id };
    await itIs('2026-11-20T10:00:00.000Z');
    expect((await agent.client.call(calls.allowContact, { params, body })).status).toBe(403);
    const { override } = (await server.admin.client.call(calls.allowContact, { params, body })).answer;
    expect(override).toMatchObject({
      ...{ by: server.admin.user.fullname, requested_on: '2026-11-20', until: '2026-11-20T11:00:00.000Z' },
    });
    await server.probe.waitFor(contactOverridden, ({ data }) => data.lead_id === lead.id);
    expect(await askOf(lead)).toMatchObject({ allowed: true, rule: 'hours', override_id: override.id });
    expect(await askOf(lead, { channel: 'text' })).toMatchObject({ allowed: false });
    expect((await decisions())[0]).toMatchObject({ override_id: override.id });
    await itIs('2026-11-20T11:00:00.000Z');
    expect(await askOf(lead)).toMatchObject({ allowed: false });
  });

  test('it can be ended before its time, once; a place that the lead has not is refused', async () => {
    const lead = await givenLead();
    await itIs('2026-11-20T10:00:00.000Z');
    const params = { id: lead.id };
    const { override } = (await server.admin.client.call(calls.allowContact, { params, body })).answer;
    const end = () =>
      server.admin.client.call(calls.endContactOverride, { params: { ...params, overrideId: override.id } });
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(404);
    const told = () => server.probe.all(contactOverridden).filter(({ data }) => data.lead_id === lead.id);
    await until('the end is told', () => (told().length === 2 ? true : undefined));
    expect(await askOf(lead)).toMatchObject({ allowed: false });
    const second = { ...body, place: 'second_phone' as const };
    expect((await server.admin.client.call(calls.allowContact, { params, body: second })).status).toBe(422);
    const mixed = { ...body, channel: 'email' as const };
    expect((await server.admin.client.call(calls.allowContact, { params, body: mixed })).status).toBe(422);
  });

  test.each([
    ['2026-11-20', undefined],
    ['2026-08-22', undefined],
    ['2026-11-21', 'The date of the request is in the future'],
    ['2026-08-21', 'The request is more than 90 days old'],
    ['', 'Enter the date of the request'],
  ])('a request of %j is refused with %j', async (requested_on, sentence) => {
    const lead = await givenLead();
    const answered = await server.admin.client.call(calls.allowContact, {
      params: { id: lead.id },
      body: { ...body, requested_on },
    });
    expect(answered.status).toBe(sentence === undefined ? 200 : 422);
    if (sentence !== undefined) expect(answered.refusal.errors).toEqual({ requested_on: sentence });
  });
});

describe('the lead page', () => {
  const permissionOf = async (lead: Lead, by: SignedIn = agent) =>
    by.client.call(calls.leadPermission, { params: { id: lead.id } });

  test('is told of each number and channel, and of the clocks', async () => {
    const lead = await givenLead({ zipcode: '79901', second_phone: number('213') });
    await itIs('2026-11-21T04:30:00.000Z');
    const { answer } = await permissionOf(lead);
    expect(answer.zones).toEqual(['America/Denver', 'America/Chicago']);
    expect(answer.ways.map(({ place, channel, permission }) => [place, channel, permission.rule])).toEqual([
      ['phone', 'call', 'hours'],
      ['phone', 'text', 'hours'],
      ['second_phone', 'call', 'hours'],
      ['second_phone', 'text', 'hours'],
      ['email', 'email', null],
    ]);
  });

  test('is told what an admin may allow: hours, and never the customer’s own word', async () => {
    const lead = await givenLead();
    const overridable = async () =>
      (await permissionOf(lead)).answer.ways.map(({ overridable }) => overridable);
    expect(await overridable()).toEqual([false, false, false]);
    await itIs('2026-11-20T10:00:00.000Z');
    expect(await overridable()).toEqual([true, true, false]);
    const data = { phone: lead.phone ?? '', channel: 'text' as const, how: 'keyword' as const };
    await server.send(optOutCommand, { data });
    expect(await overridable()).toEqual([true, false, false]);
  });

  test('is told who set the rules aside, why and until when, for as long as it is in force', async () => {
    const lead = await givenLead();
    const params = { id: lead.id };
    await itIs('2026-11-20T10:00:00.000Z');
    const body = {
      place: 'phone' as const,
      channel: 'call' as const,
      reason: 'He asked for it',
      requested_on: '2026-11-19',
      minutes: 60,
    };
    const allow = async (minutes: number) =>
      (await server.admin.client.call(calls.allowContact, { params, body: { ...body, minutes } })).answer
        .override;
    const first = await allow(60);
    const longer = await allow(90);
    const end = (overrideId: string) =>
      server.admin.client.call(calls.endContactOverride, { params: { ...params, overrideId } });
    const shown = async () => (await permissionOf(lead)).answer.ways.map(({ override }) => override);
    expect(await shown()).toEqual([longer, null, null]);
    expect(longer).toMatchObject({ by: server.admin.user.fullname, reason: 'He asked for it' });
    await end(longer.id);
    expect((await permissionOf(lead)).answer.ways[0]).toMatchObject({
      override: first,
      permission: { allowed: true, override_id: first.id },
    });
    await itIs('2026-11-20T10:59:59.000Z');
    expect(await shown()).toEqual([first, null, null]);
    await itIs('2026-11-20T11:00:00.000Z');
    expect(await shown()).toEqual([null, null, null]);
    expect((await permissionOf(lead)).answer.ways[0]).toMatchObject({ permission: { allowed: false } });
  });

  test('carries no hidden number and tells nobody of another’s lead', async () => {
    const lead = await givenLead();
    await saveStatus(lead, 'doNotCall');
    const { answer, body } = await permissionOf(lead);
    expect(answer.ways).toMatchObject([
      { place: 'phone', address: null, permission: { allowed: false } },
      { place: 'phone', address: null },
      { place: 'email', permission: { allowed: true } },
    ]);
    expect(JSON.stringify(body)).not.toContain(lead.phone);
    expect((await permissionOf(lead, await server.signIn())).status).toBe(404);
  });
});

describe('contact rules', () => {
  const { list, create, change } = contactRules.calls;
  const rules = async () => (await server.admin.client.call(list, { query: { range: '[0,99]' } })).answer;

  test('the default comes first; an edit holds at once, and the row before stays on record', async () => {
    const [first, ...others] = await rules();
    expect(first?.id).toBe('default');
    expect(others.map(({ id }) => id)).toEqual(others.map(({ id }) => id).sort());
    const texas = others.find(({ id }) => id === 'TX');
    if (texas === undefined) throw new Error('Texas has a rule of its own');
    const { id, state: _state, ...fields } = texas;
    const save = (version: number) =>
      server.admin.client.call(change, {
        params: { id },
        body: { ...fields, closed_days: ['2026-11-20'], version },
      });
    expect((await save(1)).answer).toMatchObject({ version: 2, closed_days: ['2026-11-20'] });
    const { data } = await server.probe.waitFor(recordChanged, (event) => event.data.id === 'TX');
    expect(data).toEqual({ resource: 'contact-rules', id: 'TX', change: 'updated', user_id: null });
    expect(await askOf(await givenLead())).toMatchObject({ rule: 'hours' });
    const late = await server.admin.client.call(change, {
      params: { id },
      body: { ...fields, max_attempts: 2, version: 1 },
    });
    expect([late.status, late.refusal.conflict]).toEqual([
      409,
      {
        version: 2,
        changed_by: server.admin.user.fullname,
        fields: [
          { field: 'closed_days', yours: [], theirs: ['2026-11-20'] },
          { field: 'max_attempts', yours: 2, theirs: null },
        ],
      },
    ]);
    const stored = await server.service.ctx.contactRules.findById('TX').lean();
    expect(stored?.history).toMatchObject([{ by: server.admin.user.fullname, before: { closed_days: [] } }]);
    // A start of the service leaves what an admin made of them.
    await server.replica();
    expect((await rules()).find((rule) => rule.id === 'TX')).toMatchObject({ version: 2 });
  });

  test('a state can be given a rule of its own, once, and wrong hours are refused', async () => {
    const hours = Array.from({ length: 7 }, () => ({ from: '13:00', until: '14:00' }));
    const body = {
      state: 'NY' as const,
      channels: ['call' as const],
      hours,
      closed_days: [],
      max_attempts: null,
      attempts_per_person: 0 as const,
      customer_months: null,
      no_automated_dialling: 0 as const,
      consent_for: [],
      source: 'A law of its own',
      counsel: '',
      checked_on: '2026-11-20',
    };
    expect((await agent.client.call(create, { body })).status).toBe(403);
    expect((await server.admin.client.call(create, { body })).answer).toMatchObject({ id: 'NY', hours });
    const again = await server.admin.client.call(create, { body });
    expect([again.status, Object.keys(again.refusal.errors ?? {})]).toEqual([409, ['state']]);
    expect((await server.admin.client.call(create, { body: { ...body, state: null } })).status).toBe(409);
    expect(await ask({ lead_id: null, phone: number('212') })).toMatchObject({ rule: 'hours' });
    expect(await ask({ lead_id: null, phone: number('212'), channel: 'text' })).toMatchObject({
      allowed: true,
    });
    const wrong = {
      ...body,
      hours: [{ from: '20:00', until: '08:00' }, ...hours.slice(1)],
      closed_days: ['someday'],
    };
    const { refusal } = await server.admin.client.call(create, { body: wrong });
    expect(Object.keys(refusal.errors ?? {})).toEqual(['hours.0.until', 'closed_days.0']);
  });

  test('are read once for the decisions of half a second; what another process changed holds after a second', async () => {
    // A connection of its own: what the service reads beside it is not counted.
    const { db } = server.service.ctx.contactRules;
    const model = contactRuleModel(db.useDb(db.name, { useCache: false }));
    let now = 0;
    let reads = 0;
    model.db.set('debug', (collection: string, method: string) => {
      if (collection === 'contactrules' && method === 'find') reads += 1;
    });
    const rulesOf = createRulesAtHand(() => now);
    const most = async () =>
      (await rulesOf(model, ['TX', 'FL'])).map(({ id, max_attempts }) => [id, max_attempts]);
    const before = await most();
    expect(before.map(([id]) => id)).toEqual(['FL', 'TX', 'default']);
    // Past that connection, as another process does.
    await server.service.ctx.contactRules.collection.updateOne(
      { _id: 'TX' as never },
      { $set: { max_attempts: 2 }, $inc: { version: 1 } },
    );
    now = 500;
    expect([await most(), reads]).toEqual([before, 1]);
    now = 1_001;
    expect((await most())[1]).toEqual(['TX', 2]);
    // Looked at, and read because one has changed; unchanged they are only looked at.
    expect(reads).toBe(3);
    now = 2_002;
    await most();
    expect(reads).toBe(4);
  });

  test('that could not be read are asked for again', async () => {
    const { collection, db } = server.service.ctx.contactRules;
    let isAway = true;
    const away = { toArray: () => Promise.reject(new Error('out of reach')) };
    const find = () => (isAway ? away : collection.find());
    const stored = {
      db,
      collection: Object.assign(Object.create(collection), { find }) as typeof collection,
    };
    const rulesOf = createRulesAtHand();
    await expect(rulesOf(stored, [])).rejects.toThrow('out of reach');
    isAway = false;
    expect(await rulesOf(stored, [])).toMatchObject([{ id: 'default' }]);
  });

  test('from before they had a place of their own are read and changed all the same', async () => {
    await server.service.ctx.contactRules.collection.updateOne(
      { _id: 'FL' as never },
      { $unset: { state: 1, createdAt: 1, created_by: 1 }, $set: { changed_by: null } },
    );
    await server.replica();
    expect((await rules()).find(({ id }) => id === 'FL')).toMatchObject({ state: 'FL', max_attempts: 3 });
  });

  test('are nobody’s but an admin’s', async () => {
    expect((await agent.client.call(list, { query: {} })).status).toBe(403);
    expect((await server.stranger.call(list, { query: {} })).status).toBe(403);
  });
});
