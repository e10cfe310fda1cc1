import { Types } from 'mongoose';
import { textReceived } from '@crm/contracts/bus/messaging-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import {
  listConversations,
  listEmails,
  listStrangerTexts,
  listTexts,
  sendEmail,
  sendText,
} from '@crm/contracts/http/messaging.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import type { Person } from '@crm/contracts/http/privacy.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { dumpDatabase } from '@crm/platform/testing/dump-database.js';
import { messagingDesk } from '../privacy/messaging-desk.js';
import { allowed } from '../test/fake-services.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';
import { sealedMessages } from './sealed-messages.js';

const ours = 'How did the chemotherapy go';
const theirs = 'My angioplasty is on Friday';
const strangers = 'I have a pacemaker since May';
const title = 'Cover beside your insulin pump';
const words = 'About the melanoma that you mentioned';
const markers = /chemotherapy|angioplasty|pacemaker|insulin|melanoma/;

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
let phone: string;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.others.leads.permit = () => allowed;
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
  phone = lead.phones[0] ?? '';
});

const db = () => {
  const { db: stored } = server.service.ctx.texts.db;
  if (stored === undefined) throw new Error('The store is not connected');
  return stored;
};
const keysOf = (...ids: Types.ObjectId[]) =>
  db()
    .collection(dataKeyCollection)
    .find({ _id: { $in: ids } })
    .toArray();

const writes = (from: string, body: string) =>
  server.sim.control.inboundSms({ from, to: agent.user.twilio_phone, body });

/** A text each way and an e-mail. */
async function talk(): Promise<void> {
  const { lead_id } = lead;
  const user_id = agent.user.id;
  await agent.client.call(sendText, { body: { lead_id, user_id, text: ours, to: phone } });
  await server.settled();
  writes(phone, theirs);
  await server.settled();
  await agent.client.call(sendEmail, {
    params: { leadId: lead_id, userId: user_id },
    body: { emailClient: 'r@example.com', fullnameClient: 'R', title, text: `<p>${words}</p>` },
  });
  await server.service.drainOutbox();
}

async function read() {
  const { client, user } = agent;
  const [texts, emails, notices, inbox] = await Promise.all([
    client.call(listTexts, { params: { id: lead.lead_id }, query: {} }),
    client.call(listEmails, { params: { leadId: lead.lead_id } }),
    client.call(listNotifications, { params: { id: user.id } }),
    client.call(listConversations, { query: {} }),
  ]);
  return {
    texts: texts.answer.messages.map(({ text }) => text),
    emails: emails.answer.emails.map((email) => [email.title, email.text]),
    notices: notices.answer.notifications.map(({ body }) => body),
    last: inbox.answer.conversations.map(({ last }) => last.text),
  };
}
const whole = {
  texts: [ours, theirs],
  emails: [[title, `<p>${words}</p>`]],
  notices: [theirs],
  last: [theirs],
};

test('what people write is neither in the store nor in an event nor in the log, goes out and is read as it was written', async () => {
  await talk();
  const stored = await dumpDatabase(db());
  expect(stored).not.toMatch(markers);
  // It would be seen.
  expect(stored).toContain(phone);
  expect(server.lines.text()).not.toMatch(markers);
  const { data } = await server.probe.waitFor(textReceived, (each) => each.data.lead_id === lead.lead_id);
  expect(data).not.toHaveProperty('text');
  expect(await db().collection('events').distinct('type')).toEqual(
    expect.arrayContaining(['email.sent', 'notification.created', 'text.received', 'text.sent']),
  );
  expect(await read()).toEqual(whole);
  const sent = server.sim.control.state().messages.filter(({ to }) => to === phone);
  expect(sent.map(({ body }) => body.includes(ours))).toEqual([true]);
});

test('an erasure destroys the keys of the lead and of what came in: a copy of before says nothing', async () => {
  await talk();
  const lead_id = new Types.ObjectId(lead.lead_id);
  const copies = await Promise.all(
    ['texts', 'emails', 'notifications'].map(async (name) => ({
      name,
      documents: await db().collection(name).find({ lead_id, deletedAt: null }).toArray(),
    })),
  );
  const came = copies[0]?.documents.find(({ is_client_message }) => is_client_message === 1);
  const person: Person = { phones: lead.phones, emails: [], lead_ids: [lead.lead_id] };
  expect(await messagingDesk(server.service.ctx).erase(person)).toMatchObject({ isWhole: true });
  const keys = await keysOf(lead_id, new Types.ObjectId(String(came?._id)));
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(key).toEqual({ _id: key._id, destroyedAt: server.clock.now() });

  // A backup is put back.
  for (const { name, documents } of copies) {
    expect(documents.length).toBeGreaterThan(0);
    await db()
      .collection(name)
      .deleteMany({ _id: { $in: documents.map(({ _id }) => _id) } });
    await db().collection(name).insertMany(documents);
  }
  const back = await read();
  expect(back).toMatchObject({ texts: ['', ''], emails: [['', '']], notices: [''] });
});

test('what a stranger writes has a key of its own, stays readable with the lead that is made, and goes with the person', async () => {
  const number = customerNumber();
  writes(number, strangers);
  await server.settled();
  expect(await dumpDatabase(db())).not.toContain('pacemaker');
  const { answer } = await server.admin.client.call(listStrangerTexts, { params: { number } });
  expect(answer.messages.map(({ text }) => text)).toEqual([strangers]);
  const text = await db().collection('texts').findOne({ customer_phone: number });
  expect(text?.['key_id']).toEqual(text?._id);
  await server.service.drainOutbox();
  await messagingDesk(server.service.ctx).erase({ phones: [number], emails: [], lead_ids: [] });
  expect(await keysOf(new Types.ObjectId(String(text?._id)))).toMatchObject([
    { destroyedAt: server.clock.now() },
  ]);
  // The same person may write again.
  writes(number, strangers);
  await server.settled();
  const again = await server.admin.client.call(listStrangerTexts, { params: { number } });
  expect(again.answer.messages.map((each) => each.text)).toEqual([strangers]);
});

test('what an earlier version stored is sealed, is in no event that is kept, and is read as before', async () => {
  await talk();
  const lead_id = new Types.ObjectId(lead.lead_id);
  const inClear = async (name: string, filter: object, set: object) => {
    const { matchedCount } = await db()
      .collection(name)
      .updateOne({ lead_id, deletedAt: null, ...filter }, { $set: set, $unset: { key_id: 1 } });
    expect(matchedCount).toBe(1);
  };
  await inClear('texts', { is_client_message: 0 }, { text: ours });
  await inClear('texts', { is_client_message: 1 }, { text: theirs });
  await inClear('notifications', {}, { body: theirs });
  await inClear('emails', {}, { title, text: `<p>${words}</p>` });
  await db()
    .collection('events')
    .updateMany({ type: 'text.received' }, { $set: { 'event.data.text': theirs } });
  expect(await read()).toEqual(whole);

  await db().collection('migrations').deleteMany({});
  await server.startReplica();
  await eventually(async () => {
    const params = { service: 'messaging' } as const;
    const { schema } = (await server.admin.client.call(getSystemPart, { params })).answer;
    return schema?.every(({ state }) => state === 'done') ?? false;
  });
  expect(await dumpDatabase(db())).not.toMatch(markers);
  expect(await read()).toEqual(whole);
});

test('each sealed field is one of its collection', () => {
  const { models } = server.service.ctx.texts.db;
  const schemas = new Map(
    Object.values(models).map(({ collection, schema }) => [collection.collectionName, schema]),
  );
  for (const { collection, fields, owner } of sealedMessages)
    for (const field of [...fields, owner])
      expect([collection, field, schemas.get(collection)?.pathType(field)]).toEqual([
        collection,
        field,
        'real',
      ]);
});
