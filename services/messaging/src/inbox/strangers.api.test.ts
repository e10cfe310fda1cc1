import { leadCreated } from '@crm/contracts/bus/events.js';
import { textStatusChanged } from '@crm/contracts/bus/messaging-events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { listConversations, listStrangerTexts, listTexts } from '@crm/contracts/http/messaging.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';

let server: MessagingServer;
let agent: SignedIn;
let other: SignedIn;
let number: string;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(() => server.stop());
beforeEach(async () => {
  [agent, other] = [await server.signIn(), await server.signIn()];
  number = customerNumber();
});

const writes = async (text: string) => {
  await server.hook('/tw/sms/in', {
    MessageSid: `SM${uniqueId()}${uniqueId().slice(0, 8)}`,
    From: number,
    To: agent.user.twilio_phone,
    Body: text,
  });
  await server.settled();
};
const read = ({ client }: SignedIn) => client.call(listStrangerTexts, { params: { number } });
/** A lead is made that has the number, and everybody hears of it. */
const leadIsMade = async (times = 1) => {
  const made = server.givenLead({ user_id: agent.user.id, phones: [number] });
  const lead = {
    ...exampleLifeLead,
    ...{
      id: made.lead_id,
      fullname: made.fullname,
      user_id: agent.user.id,
      phone: number,
      second_phone: null,
    },
  };
  await server.send(leadCreated, { lead, how: 'person' }, times);
  return lead;
};

test('what a number without a lead wrote is read by whom it wrote to and by admins, the oldest first', async () => {
  await writes('Who is this?');
  await writes('I am interested');
  const texts = (await read(agent)).answer.messages.map(({ text }) => text);
  expect(texts).toEqual(['Who is this?', 'I am interested']);
  expect((await read(server.admin)).answer.messages).toHaveLength(2);
  expect((await read(other)).status).toBe(404);
  number = customerNumber();
  expect((await read(server.admin)).status).toBe(404);
});

test('once a lead is made that has the number all of it is the lead’s, told once however often it is heard of', async () => {
  await writes('Who is this?');
  await writes('I am interested');
  const lead = await leadIsMade(2);
  const { answer } = await agent.client.call(listTexts, { params: { id: lead.id }, query: {} });
  expect(answer.messages.map(({ text, customer_fullname }) => [text, customer_fullname])).toEqual([
    ['Who is this?', lead.fullname],
    ['I am interested', lead.fullname],
  ]);
  expect((await read(agent)).status).toBe(404);
  const inbox = await agent.client.call(listConversations, { query: { search: lead.fullname } });
  expect(inbox.answer.conversations).toMatchObject([{ lead_id: lead.id, unread: 2, customer_phone: number }]);
  const notices = await agent.client.call(listNotifications, { params: { id: agent.user.id } });
  expect(notices.answer.notifications.map(({ lead_id }) => lead_id)).toEqual([lead.id, lead.id]);
  await server.service.drainOutbox();
  const told = server.probe
    .all(textStatusChanged)
    .filter(({ data }) => data.text_message.lead_id === lead.id);
  expect(told).toHaveLength(2);
});

test('a lead with another number takes nothing', async () => {
  await writes('Who is this?');
  const wrote = number;
  number = customerNumber();
  await leadIsMade();
  number = wrote;
  expect((await read(agent)).answer.messages).toHaveLength(1);
});
