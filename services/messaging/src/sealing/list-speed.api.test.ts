import { listConversations } from '@crm/contracts/http/messaging.js';
import { allowed } from '../test/fake-services.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';

const rows = 50;
const rounds = 40;

let server: MessagingServer;
beforeAll(async () => {
  server = await startMessaging();
  server.others.leads.permit = () => allowed;
});
afterAll(() => server.stop());

/** An agent to whom as many customers wrote as a page has. */
async function inboxOf(): Promise<SignedIn> {
  const agent = await server.signIn();
  for (let index = 0; index < rows; index += 1) {
    const phone = customerNumber();
    server.givenLead({ user_id: agent.user.id, phones: [phone] });
    server.sim.control.inboundSms({
      ...{ from: phone, to: agent.user.twilio_phone },
      body: `Call me after five, ${String(index)}`,
    });
  }
  await server.settled();
  return agent;
}

/** What a page of the inbox takes of the processor, in milliseconds: other work beside it lengthens everything else. */
async function pageOf({ client }: SignedIn): Promise<number> {
  const before = process.cpuUsage();
  const { answer } = await client.call(listConversations, { query: { limit: rows } });
  const { user, system } = process.cpuUsage(before);
  expect(answer.conversations).toHaveLength(rows);
  expect(answer.conversations[0]?.last.text).toMatch(/^Call me after five/);
  return (user + system) / 1_000;
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;

test('a page of conversations whose last texts are sealed costs at most a fifth more than one in clear, in the same run', async () => {
  const [sealed, clear] = [await inboxOf(), await inboxOf()];
  const { ctx } = server.service;
  const stored = ctx.texts.db.db?.collection('texts');
  for (const text of await ctx.texts.find({ our_number: clear.user.twilio_phone }).lean())
    await stored?.updateOne({ _id: text._id }, { $set: { text: text.text } });
  const took: { sealed: number[]; clear: number[] } = { sealed: [], clear: [] };
  for (let round = 0; round < rounds; round += 1) {
    took.sealed.push(await pageOf(sealed));
    took.clear.push(await pageOf(clear));
  }
  expect(medianOf(took.sealed) / medianOf(took.clear)).toBeLessThan(1.2);
});
