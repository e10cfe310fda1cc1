import { jest } from '@jest/globals';
import mongoose, { Types } from 'mongoose';
import { textReceived } from '@crm/contracts/bus/messaging-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { listConversations, listTexts } from '@crm/contracts/http/messaging.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';
import type { MessagingService } from '../service.js';

let server: MessagingServer;
let replica: MessagingService;
let agent: SignedIn;
let lead: LeadToCall;

/** Later documents get smaller ids, as those of another process may. */
function descendingIds(): void {
  const generate = Types.ObjectId.generate.bind(Types.ObjectId);
  let left = 0xffffff;
  jest.spyOn(Types.ObjectId, 'generate').mockImplementation((time?: number) => {
    const bytes = generate(time);
    left -= 1;
    bytes.set([...new Array<number>(5).fill(0), (left >> 16) & 255, (left >> 8) & 255, left & 255], 4);
    return bytes;
  });
}

interface Tied {
  outboxAt?: Date;
}

/** Documents whose events wait since the same instant come in the other order: the store owes none. */
function reversedTies(): void {
  const { FindCursor } = mongoose.mongo;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on each cursor below
  const toArray = FindCursor.prototype.toArray;
  jest.spyOn(FindCursor.prototype, 'toArray').mockImplementation(async function (
    this: InstanceType<typeof FindCursor>,
  ) {
    const found = (await toArray.call(this)) as Tied[];
    if (!found.every(({ outboxAt }) => outboxAt instanceof Date)) return found;
    return found.reverse().sort((a, b) => Number(a.outboxAt) - Number(b.outboxAt));
  });
}

beforeEach(async () => {
  server = await startMessaging();
  replica = await server.startReplica();
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
  descendingIds();
  reversedTies();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.stop();
});

const lines = Array.from({ length: 8 }, (_, index) => `line ${String(index)}`);

const bring = (Body: string, to: MessagingService) =>
  server.hook(
    '/tw/sms/in',
    {
      MessageSid: `SM${uniqueId()}${uniqueId().slice(0, 8)}`,
      From: lead.phones[0] ?? '',
      To: agent.user.twilio_phone,
      Body,
    },
    to,
  );

/** What was told of the customer's texts, each where it was told first. */
function published(): Promise<string[]> {
  return server.wordsOf([...new Set(server.probe.all(textReceived).map(({ data }) => data.id))]);
}

async function conversation(): Promise<string[]> {
  const { answer } = await agent.client.call(listTexts, { params: { id: lead.lead_id }, query: {} });
  return answer.messages.map(({ text }) => text);
}

test('a customer’s texts are told of and shown as they came, whichever process they came to', async () => {
  for (const [index, line] of lines.entries()) {
    expect((await bring(line, index % 2 === 0 ? server.service : replica)).status).toBe(200);
  }
  await eventually(async () => (await published()).length === lines.length);
  await server.settled();
  expect(await published()).toEqual(lines);
  expect(await conversation()).toEqual(lines);
  const { answer } = await agent.client.call(listConversations, { query: {} });
  expect(answer.conversations).toMatchObject([{ unread: lines.length, last: { text: lines.at(-1) } }]);
});

test('texts that come at once to two processes are told of in the one order in which they were stored', async () => {
  // Nobody takes them in until all of them are there.
  await server.settled();
  const until = new Date(server.clock.now().getTime() + 10_000);
  const { leases, texts } = server.service.ctx;
  await leases.updateOne({ _id: 'taking-in' }, { $set: { until } }, { upsert: true });
  await Promise.all(lines.map((line, index) => bring(line, index % 2 === 0 ? server.service : replica)));
  const stored = await texts.find({ is_client_message: 1 }).sort({ arrival: 1 }).lean();
  expect(stored.map(({ arrival }) => arrival)).toEqual(lines.map((_line, index) => index + 1));
  await leases.updateOne({ _id: 'taking-in' }, { $set: { until: server.clock.now() } });
  server.wake();
  await eventually(async () => (await published()).length === lines.length);
  await server.settled();
  expect(await published()).toEqual(stored.map(({ text }) => text));
  expect(await conversation()).toEqual(await published());
});

test('a page of a conversation begins where the one before it ends', async () => {
  for (const line of lines) await bring(line, replica);
  await eventually(async () => (await published()).length === lines.length);
  const { answer } = await agent.client.call(listTexts, { params: { id: lead.lead_id }, query: {} });
  const before = answer.messages[4]?.id ?? '';
  const older = await agent.client.call(listTexts, { params: { id: lead.lead_id }, query: { before } });
  expect(older.answer.messages.map(({ text }) => text)).toEqual(lines.slice(0, 4));
});
