import { Types } from 'mongoose';
import { envelope } from '@crm/contracts/bus/envelope.js';
import { leadCreated, leadPriceChanged } from '@crm/contracts/bus/events.js';
import { followupDue } from '@crm/contracts/bus/followup-events.js';
import { notificationCreated } from '@crm/contracts/bus/messaging-events.js';
import {
  renewWebhookSecret,
  replayWebhook,
  testWebhook,
  webhooks,
} from '@crm/contracts/resources/webhook.js';
import { replayDelivery, webhookDeliveries } from '@crm/contracts/resources/webhook-delivery.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { uniqueId, uniqueName } from '@crm/platform/testing/unique.js';
import { startMessaging, type MessagingServer } from '../test/messaging-server.js';
import { messagingDesk } from '../privacy/messaging-desk.js';
import { isSignedBy, startReceiver, type Receiver } from '../test/webhook-receiver.js';
import { leaseMs } from './deliver.js';

const { create, change, one, list, remove } = webhooks.calls;
const [second, hour, day] = [1_000, 3_600_000, 24 * 3_600_000];

let server: MessagingServer;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startMessaging({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

let path = '';
beforeEach(() => {
  path = `/${uniqueId()}`;
});

const admin = () => server.admin.client;
const given = (more: Partial<{ url: string; events: ('lead.created' | 'followup.due')[] }> = {}) => ({
  name: uniqueName('Policy'),
  url: `${receiver.url}${path}`,
  events: ['lead.created' as const],
  ...more,
});
const newWebhook = async (more: Parameters<typeof given>[0] = {}) => {
  const made = await admin().call(create, { body: given(more) });
  return made.answer;
};
const aLead = (id = uniqueId()) => ({ ...leadCreated.example, lead: { ...leadCreated.example.lead, id } });
/** An event of the bus, and everything that follows from it. */
const happens = async (id?: string, times = 1) => {
  const event = await server.send(leadCreated, aLead(id), times);
  await server.settled();
  return event;
};
/** Lets time pass, and what is due meanwhile be done. */
const after = async (ms: number) => {
  await server.later(ms);
  server.wake();
  await server.settled();
};
const deliveriesOf = async (name: string) => {
  const filter = JSON.stringify({ q: name });
  return (await admin().call(webhookDeliveries.calls.list, { query: { filter } })).answer;
};
const webhookOf = async (id: string) => (await admin().call(one, { params: { id } })).answer;
const switchOff = async ({ id }: { id: string }, active: 0 | 1 = 0) => {
  const { version, name, url, events } = await webhookOf(id);
  return admin().call(change, { params: { id }, body: { version, name, url, events, active } });
};

test('an event arrives as it is on the bus, signed so that anybody with the secret can verify it', async () => {
  const { secret, name } = await newWebhook();
  const event = await happens();
  const [got, ...more] = receiver.at(path);
  if (got === undefined) throw new Error('Nothing arrived');
  expect(more).toEqual([]);
  expect(envelope.parse(JSON.parse(got.body))).toEqual(envelope.parse(event));
  expect(got.headers).toMatchObject({
    'content-type': 'application/cloudevents+json',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(server.clock.now().getTime() / 1000)),
  });
  expect(isSignedBy(secret, got)).toBe(true);
  expect(isSignedBy('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', got)).toBe(false);
  expect(await deliveriesOf(name)).toMatchObject([
    {
      type: 'lead.created',
      event_id: event.id,
      state: 'delivered',
      attempts: 1,
      result: '204',
      next_at: null,
    },
  ]);
});

test('a second delivery by the bus sends nothing again, and events that were not chosen are not sent', async () => {
  await newWebhook();
  await happens(undefined, 2);
  await server.send(leadPriceChanged, leadPriceChanged.example);
  await server.settled();
  expect(receiver.at(path)).toHaveLength(1);
});

test('each of several webhooks gets its own, and one that is switched off or deleted none', async () => {
  await newWebhook();
  const other = await newWebhook({
    url: `${receiver.url}${path}/other`,
    events: ['lead.created', 'followup.due'],
  });
  const off = await newWebhook({ url: `${receiver.url}${path}/off` });
  const gone = await newWebhook({ url: `${receiver.url}${path}/gone` });
  await switchOff(off);
  await admin().call(remove, { params: { id: gone.id } });
  await happens();
  await server.send(followupDue, followupDue.example);
  await server.settled();
  expect(receiver.at(path)).toHaveLength(1);
  expect(receiver.at(`${path}/other`)).toHaveLength(2);
  expect([...receiver.at(`${path}/off`), ...receiver.at(`${path}/gone`)]).toEqual([]);
  expect((await deliveriesOf(other.name)).map(({ type }) => type).sort()).toEqual([
    'followup.due',
    'lead.created',
  ]);
});

test('the secret is in no answer but the first, and encrypted in the store', async () => {
  const { id, secret } = await newWebhook();
  const read = await admin().call(one, { params: { id } });
  const listed = await admin().call(list, { query: {} });
  expect(JSON.stringify([read.body, listed.body])).not.toContain(secret.slice(6));
  const stored = await server.service.ctx.webhooks.findOne(alive({ _id: new Types.ObjectId(id) })).lean();
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
  expect(stored?.secret).toMatch(/^m1:/);
});

test('a renewed secret signs beside the old one for a day, then alone', async () => {
  const { id, secret } = await newWebhook();
  const renewed = await admin().call(renewWebhookSecret, { params: { id } });
  const { secret: fresh, old_secret_until } = renewed.answer;
  expect(old_secret_until).toBe(new Date(server.clock.now().getTime() + day).toISOString());
  await happens();
  await after(day);
  await happens();
  const signed = receiver.at(path).map((got) => [isSignedBy(secret, got), isSignedBy(fresh, got)]);
  expect(signed).toEqual([
    [true, true],
    [false, true],
  ]);
});

test('what failed is tried again under its id, after growing pauses, until it goes through', async () => {
  const { name, id } = await newWebhook();
  receiver.answers.set(path, 500);
  const event = await happens();
  expect(await deliveriesOf(name)).toMatchObject([{ state: 'waiting', attempts: 1, result: '500' }]);
  expect((await webhookOf(id)).failing_since).not.toBeNull();
  await after(4 * second);
  expect(receiver.at(path)).toHaveLength(1);
  await after(2 * second);
  expect(receiver.at(path)).toHaveLength(2);
  receiver.answers.delete(path);
  await after(61 * second);
  expect(receiver.at(path).map(({ headers }) => headers['webhook-id'])).toEqual([
    event.id,
    event.id,
    event.id,
  ]);
  expect(await deliveriesOf(name)).toMatchObject([{ state: 'delivered', attempts: 3, result: '204' }]);
  expect(await webhookOf(id)).toMatchObject({ active: 1, failing_since: null });
});

test('while a webhook fails the others get theirs, and its own events wait for one that finds out', async () => {
  const failing = await newWebhook();
  await newWebhook({ url: `${receiver.url}${path}/well` });
  receiver.answers.set(path, 500);
  await happens();
  await happens();
  expect(receiver.at(path)).toHaveLength(1);
  expect(receiver.at(`${path}/well`)).toHaveLength(2);
  receiver.answers.delete(path);
  await after(6 * second);
  expect(receiver.at(path)).toHaveLength(3);
  expect((await deliveriesOf(failing.name)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test('a webhook that fails for three days is switched off, and the admins are told; switched on it begins anew', async () => {
  const { id, name } = await newWebhook();
  receiver.answers.set(path, 503);
  await happens();
  for (let turn = 0; turn < 6; turn += 1) await after(11 * hour);
  expect(await webhookOf(id)).toMatchObject({ active: 1 });
  await happens();
  await after(12 * hour);
  await after(hour);
  expect(await webhookOf(id)).toMatchObject({ active: 0 });
  const notices = server.probe.all(notificationCreated).filter(({ data }) => data.lead_name === name);
  expect(notices.map(({ data: { type, user_id } }) => ({ type, user_id }))).toEqual([
    { type: 'webhook', user_id: 0 },
  ]);
  expect((await deliveriesOf(name)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  await switchOff({ id }, 1);
  await happens();
  expect(await webhookOf(id)).toMatchObject({ active: 1 });
});

test('a receiver that says that it is gone is switched off at once', async () => {
  const { id, name } = await newWebhook();
  receiver.answers.set(path, 410);
  await happens();
  expect(await webhookOf(id)).toMatchObject({ active: 0 });
  expect(await deliveriesOf(name)).toMatchObject([{ state: 'failed', result: '410' }]);
});

test('a redirect is not followed, and a response that never ends is cut', async () => {
  const { name } = await newWebhook();
  receiver.answers.set(path, (res) => {
    res.writeHead(307, { location: `${receiver.url}${path}/elsewhere` }).end();
  });
  await happens();
  expect(receiver.at(`${path}/elsewhere`)).toEqual([]);
  expect(await deliveriesOf(name)).toMatchObject([
    { state: 'waiting', result: '307, redirects are not followed' },
  ]);
  receiver.answers.set(path, (res) => {
    res.writeHead(200);
    const pour = () => {
      while (res.write('x'.repeat(16_384)));
    };
    res.on('drain', pour);
    pour();
  });
  await after(6 * second);
  expect(await deliveriesOf(name)).toMatchObject([{ state: 'delivered', result: '200' }]);
});

test('what a process was sending as it died is sent by the next one, under the same id', async () => {
  const { name } = await newWebhook();
  let arrived: () => void = () => undefined;
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // The receiver has it and never answers.
  receiver.answers.set(path, () => {
    arrived();
  });
  const event = await server.send(leadCreated, aLead());
  await isThere;
  await server.crash();
  receiver.answers.delete(path);
  await after(leaseMs + second);
  expect(receiver.at(path).map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
  expect(await deliveriesOf(name)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
});

test('a test event says how an address answers', async () => {
  const { id, name, secret } = await newWebhook();
  expect((await admin().call(testWebhook, { params: { id } })).answer.message).toBe('Test event sent');
  await server.settled();
  const [got] = receiver.at(path);
  if (got === undefined) throw new Error('Nothing arrived');
  expect(isSignedBy(secret, got)).toBe(true);
  expect(envelope.parse(JSON.parse(got.body))).toMatchObject({
    type: 'webhook.test',
    data: { webhook_id: id },
  });
  expect(await deliveriesOf(name)).toMatchObject([{ type: 'webhook.test', state: 'delivered' }]);
});

describe('sending again', () => {
  test('one delivery is sent again under its id', async () => {
    const { name } = await newWebhook();
    const event = await happens();
    const [delivery] = await deliveriesOf(name);
    await admin().call(replayDelivery, { params: { id: delivery?.id ?? '' } });
    await server.settled();
    expect(receiver.at(path).map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
    expect(await deliveriesOf(name)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('of a period all or the failed ones are sent again, and nothing outside of it', async () => {
    const { id, name } = await newWebhook();
    await happens();
    await after(hour);
    const from = server.clock.now().toISOString();
    await happens();
    receiver.answers.set(path, 410);
    await happens();
    receiver.answers.delete(path);
    await switchOff({ id }, 1);
    await after(hour);
    const to = server.clock.now().toISOString();
    const replay = async (which: 'failed' | 'all') => {
      const before = receiver.at(path).length;
      const { answer } = await admin().call(replayWebhook, { params: { id }, body: { from, to, which } });
      await server.settled();
      return [answer.replayed, answer.more, receiver.at(path).length - before];
    };
    expect(await replay('failed')).toEqual([1, false, 1]);
    expect(await replay('failed')).toEqual([0, false, 0]);
    expect(await replay('all')).toEqual([2, false, 2]);
    expect((await deliveriesOf(name)).map(({ state }) => state)).toEqual(
      Array.from({ length: 3 }, () => 'delivered'),
    );
  });

  test('it is refused while the webhook is switched off or once it is deleted, and for a period that ends before it begins', async () => {
    const { id, name } = await newWebhook();
    await happens();
    const [delivery] = await deliveriesOf(name);
    const again = async () =>
      (await admin().call(replayDelivery, { params: { id: delivery?.id ?? '' } })).status;
    const period = {
      from: '2026-01-01T00:00:00.000Z',
      to: '2030-01-01T00:00:00.000Z',
      which: 'all' as const,
    };
    const whole = async (body = period) =>
      (await admin().call(replayWebhook, { params: { id }, body })).status;
    expect(await whole({ ...period, from: period.to, to: period.from })).toBe(422);
    await switchOff({ id });
    expect([await again(), await whole()]).toEqual([409, 409]);
    expect((await admin().call(testWebhook, { params: { id } })).status).toBe(409);
    await admin().call(remove, { params: { id } });
    expect([await again(), await whole()]).toEqual([409, 404]);
    expect((await admin().call(replayDelivery, { params: { id: uniqueId() } })).status).toBe(404);
  });
});

test('an erasure takes the bodies that name the person, sent or not', async () => {
  const { name } = await newWebhook();
  const leadId = uniqueId();
  await happens(leadId);
  await happens();
  const { webhookDeliveries: model } = server.service.ctx;
  const lead = new Types.ObjectId(leadId);
  const of = { lead_ids: lead, webhook: name };
  expect(await model.countDocuments(of)).toBe(1);
  await messagingDesk(server.service.ctx).erase({ lead_ids: [leadId], phones: [], emails: [] });
  expect(await model.countDocuments({ lead_ids: lead })).toBe(0);
  expect(await deliveriesOf(name)).toHaveLength(1);
});

test.each([
  'ftp://example.com/',
  'http://10.0.0.1/',
  'https://169.254.169.254/latest/meta-data',
  `https://${['user', 'word'].join(':')}@example.com/`,
])('the address %s is refused at its field, new and as a change', async (url) => {
  const { status, refusal } = await admin().call(create, { body: given({ url }) });
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['url']]);
  const { id, version, name, events } = await newWebhook();
  const body = { version, name, url, events, active: 1 as const };
  expect((await admin().call(change, { params: { id }, body })).status).toBe(422);
});

test('webhooks and deliveries are for admins alone', async () => {
  const agent = (await server.signIn()).client;
  const { id } = await newWebhook();
  await happens();
  const params = { id };
  const body = { from: '2026-01-01T00:00:00.000Z', to: '2030-01-01T00:00:00.000Z', which: 'all' as const };
  const tried = [
    await agent.call(list, { query: {} }),
    await agent.call(one, { params }),
    await agent.call(create, { body: given() }),
    await agent.call(remove, { params }),
    await agent.call(renewWebhookSecret, { params }),
    await agent.call(testWebhook, { params }),
    await agent.call(replayWebhook, { params, body }),
    await agent.call(webhookDeliveries.calls.list, { query: {} }),
    await agent.call(replayDelivery, { params }),
  ];
  expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 403));
});
