import { textReceived } from '@crm/contracts/bus/messaging-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { listConversations, listTexts } from '@crm/contracts/http/messaging.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { takingInOf } from './ingest-texts.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';

const customers = Number(process.env['FLOOD_CUSTOMERS'] ?? 40);
const textsOfEach = 10;

let server: MessagingServer;
let agent: SignedIn;
let leads: LeadToCall[];
beforeEach(async () => {
  server = await startMessaging();
  agent = await server.signIn();
  leads = Array.from({ length: customers }, () => server.givenLead({ user_id: agent.user.id }));
});
afterEach(async () => {
  await server.stop();
});

/** Numbers from 0 up to, not including, 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const line = (index: number) => `line ${String(index)}`;
const lines = Array.from({ length: textsOfEach }, (_, index) => line(index));

/** What a customer writes, as the carrier brings it: some texts again, some of those behind later ones. */
function deliveries(lead: LeadToCall, random: () => number): Record<string, string>[] {
  const written = lines.map((Body) => ({
    MessageSid: `SM${uniqueId()}${uniqueId().slice(0, 8)}`,
    From: lead.phones[0] ?? '',
    To: agent.user.twilio_phone,
    Body,
  }));
  return written.flatMap((text, index) => {
    const earlier = written[Math.floor(random() * (index + 1))] ?? text;
    return random() < 0.3 ? [text, earlier] : [text];
  });
}

/** All customers write at once; each one's texts come one after another. */
const flood = (from: readonly LeadToCall[], seed: number) =>
  Promise.all(
    from.map(async (lead, index) => {
      for (const fields of deliveries(lead, seeded(seed + index)))
        expect((await server.hook('/tw/sms/in', fields)).status).toBe(200);
    }),
  );

async function expectWhole(of: readonly LeadToCall[]): Promise<void> {
  for (const { lead_id, phones } of of) {
    const { answer } = await agent.client.call(listTexts, { params: { id: lead_id }, query: {} });
    expect(answer.messages.map(({ text }) => text)).toEqual(lines);
    const inbox = await agent.client.call(listConversations, {
      query: { search: phones[0]?.slice(2) ?? '' },
    });
    expect(inbox.answer.conversations).toMatchObject([
      { lead_id, unread: textsOfEach, last: { text: lines.at(-1) } },
    ]);
  }
  const about = new Set(of.map(({ lead_id }) => lead_id));
  const { notifications } = server.service.ctx;
  expect(await notifications.countDocuments({ type: 'message', deletedAt: null })).toBe(
    of.length * textsOfEach,
  );
  const published = server.probe.all(textReceived).filter(({ data }) => about.has(data.lead_id ?? ''));
  expect(new Set(published.map(({ data }) => data.id)).size).toBe(of.length * textsOfEach);
}

test('texts of many customers at once are each taken in once, and in order', async () => {
  await flood(leads, 7);
  await server.settled();
  await expectWhole(leads);
  expect(server.probe.all(textReceived)).toHaveLength(customers * textsOfEach);
  for (const { lead_id } of leads) {
    const published = server.probe.all(textReceived).filter(({ data }) => data.lead_id === lead_id);
    expect(await server.wordsOf(published.map(({ data }) => data.id))).toEqual(lines);
  }
});

test('a crash in the midst of them loses none, doubles none, and keeps the order', async () => {
  const half = customers / 2;
  await flood(leads.slice(0, half), 11);
  await server.crash();
  await flood(leads.slice(half), 13);
  // What was being taken in has a lease that nobody ends.
  await server.later(61_000);
  server.wake();
  await server.settled();
  await expectWhole(leads);
});

test('the texts of one customer that cannot be taken in hold up nobody else’s', async () => {
  const [broken, ...others] = leads;
  if (broken === undefined) throw new Error('There are leads');
  // An answer that breaks its contract, for this one alone.
  Object.assign(broken, { fullname: 7 });
  await flood([broken, ...others.slice(0, 5)], 17);
  await server.settled();
  await expectWhole(others.slice(0, 5));
  Object.assign(broken, { fullname: 'Raymond Okafor' });
  await server.later(6_000);
  server.wake();
  await server.settled();
  await expectWhole([broken, ...others.slice(0, 5)]);
});

describe('beside another process of the service', () => {
  const lease = { _id: 'taking-in' } as const;
  const inFuture = () => new Date(server.clock.now().getTime() + 10_000);
  const bring = (lead: LeadToCall, Body: string) =>
    server.hook('/tw/sms/in', {
      ...{ MessageSid: `SM${uniqueId()}${uniqueId().slice(0, 8)}`, Body },
      ...{ From: lead.phones[0] ?? '', To: agent.user.twilio_phone },
    });

  test('a text that comes while the other takes texts in is taken in as soon as that releases it', async () => {
    const { leases } = server.service.ctx;
    const [lead] = leads;
    if (lead === undefined) throw new Error('There are leads');
    await server.settled();
    await leases.updateOne(lease, { $set: { until: inFuture() } }, { upsert: true });
    await bring(lead, 'Is anybody there?');
    await server.settled();
    expect(server.probe.all(textReceived)).toEqual([]);
    await leases.updateOne(lease, { $set: { until: server.clock.now() } });
    await eventually(() => server.probe.all(textReceived).length === 1);
  });

  test('a round that outlived its lease leaves it to the other who has it by now', async () => {
    const { ctx } = server.service;
    const [lead] = leads;
    if (lead === undefined) throw new Error('There are leads');
    await server.settled();
    const until = inFuture();
    const call: typeof ctx.services.call = async (...given) => {
      await ctx.leases.updateOne(lease, { $set: { until } });
      return ctx.services.call(...given);
    };
    const round = takingInOf({ ...ctx, services: { call } });
    // The service's own rounds find the lease taken until this one has it.
    await ctx.leases.updateOne(lease, { $set: { until } }, { upsert: true });
    await bring(lead, 'Is anybody there?');
    await server.settled();
    await ctx.leases.updateOne(lease, { $set: { until: server.clock.now() } });
    expect(await round.run()).toBe(true);
    expect((await ctx.leases.findById(lease._id).lean())?.until).toEqual(until);
  });
});
