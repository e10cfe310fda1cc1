import { randomUUID } from 'node:crypto';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import { optedOut, allowed } from '../test/fake-services.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging({ AGENCY_CONTACT: '(800) 555-0100 or help@juniper.example' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  // Everything is closed but the answer to HELP.
  server.others.leads.permit = ({ purpose }) => (purpose === 'help-reply' ? allowed : optedOut);
  server.others.leads.isAway = false;
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const ourNumber = '+17375550140';
const phoneOf = ({ phones }: LeadToCall) => phones[0] ?? '';
const english =
  'Juniper Insurance: for help, contact (800) 555-0100 or help@juniper.example. Reply STOP to opt out. Message and data rates may apply.';

const texting = (body: string, from = phoneOf(lead)) => ({
  MessageSid: `SM${randomUUID().replaceAll('-', '')}`,
  From: from,
  To: ourNumber,
  Body: body,
});
async function arrives(fields: Readonly<Record<string, string>>): Promise<void> {
  await server.hook('/tw/sms/in', fields);
  await server.settled();
}
const atCarrier = (phone = phoneOf(lead)) =>
  server.sim.control
    .state()
    .messages.filter(({ to }) => to === phone)
    .map(({ from, body }) => ({ from, body }));
const conversation = async () =>
  (await agent.client.call(listTexts, { params: { id: lead.lead_id }, query: {} })).answer.messages;

test('HELP is answered from the number it came to, past a STOP, and stands in the conversation as sent by nobody', async () => {
  // While the clock stands still: nothing waits for a sweep.
  await arrives(texting('HELP'));
  expect(atCarrier()).toEqual([{ from: ourNumber, body: english }]);
  expect(await conversation()).toMatchObject([
    { text: 'HELP', is_client_message: 1 },
    { text: english, is_client_message: 0, user_id: 0, agent_fullname: '', send_status: 'delivered' },
  ]);
  const asked = server.others.leads.asked.filter(({ phone }) => phone === phoneOf(lead));
  expect(asked).toMatchObject([
    { purpose: 'help-reply', channel: 'text', user_id: null, lead_id: lead.lead_id },
  ]);
  expect(asked[0]?.attempt_id).toBeUndefined();
});

test.each(['info', ' Help. '])('%j is answered too', async (body) => {
  await arrives(texting(body));
  expect(atCarrier()).toMatchObject([{ body: english }]);
});

test('AYUDA is answered in Spanish', async () => {
  await arrives(texting('¡Ayuda!'));
  expect(atCarrier()[0]?.body).toMatch(/^Juniper Insurance: para recibir ayuda, .* Responda STOP /);
});

test('HELP of who speaks Spanish is answered in Spanish, of a stranger in English', async () => {
  lead = server.givenLead({ user_id: agent.user.id, language: 'es' });
  await arrives(texting('HELP'));
  expect(atCarrier()[0]?.body).toMatch(/^Juniper Insurance: para recibir ayuda, .* Responda STOP /);
  const stranger = customerNumber();
  await arrives(texting('HELP', stranger));
  expect(atCarrier(stranger)).toMatchObject([{ body: english }]);
});

test('the same delivery again is not answered again', async () => {
  const fields = texting('HELP');
  await arrives(fields);
  await arrives(fields);
  expect(atCarrier()).toHaveLength(1);
});

test('a number is answered once an hour, so that two machines never answer each other', async () => {
  await arrives(texting('HELP'));
  await arrives(texting('INFO'));
  await server.later(3_600_000 - 1);
  await arrives(texting('HELP'));
  expect(atCarrier()).toHaveLength(1);
  await server.later(1);
  await arrives(texting('HELP'));
  expect(atCarrier()).toHaveLength(2);
});

test('what the carrier has answered itself, and a HELP among other words, are not answered', async () => {
  await arrives({ ...texting('HELP'), OptOutType: 'HELP' });
  await arrives(texting('Can you help me with my policy?'));
  expect(atCarrier()).toEqual([]);
});

test('a stranger is answered, and so is who asked while leads was away', async () => {
  const stranger = customerNumber();
  await arrives(texting('HELP', stranger));
  expect(atCarrier(stranger)).toHaveLength(1);
  server.others.leads.isAway = true;
  await arrives(texting('HELP'));
  expect(atCarrier()).toEqual([]);
  server.others.leads.isAway = false;
  await server.later(6_000);
  server.wake();
  await server.settled();
  expect(atCarrier()).toHaveLength(1);
});
