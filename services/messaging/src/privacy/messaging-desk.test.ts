import { leadDeleted } from '@crm/contracts/bus/events.js';
import { notificationRead } from '@crm/contracts/bus/messaging-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { listConversations, sendEmail, sendText } from '@crm/contracts/http/messaging.js';
import type { Person } from '@crm/contracts/http/privacy.js';
import { allowed } from '../test/fake-services.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';
import { Types } from 'mongoose';
import { newText, queueNewText } from '../texts/new-text.js';
import { messagingDesk } from './messaging-desk.js';

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.others.leads.permit = () => allowed;
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const desk = () => messagingDesk(server.service.ctx);
/** What still has events to tell stays until they are told. */
async function erased(person: Person) {
  await server.service.drainOutbox();
  return desk().erase(person);
}
const personOf = ({ lead_id, phones }: LeadToCall): Person => ({ phones, emails: [], lead_ids: [lead_id] });
const stranger = (phone: string): Person => ({ phones: [phone], emails: [], lead_ids: [] });
const send = (text = 'Good morning') =>
  agent.client.call(sendText, {
    body: { lead_id: lead.lead_id, user_id: agent.user.id, text, to: lead.phones[0] ?? '' },
  });
const atCarrier = (phone = '') =>
  server.sim.control.state().messages.filter(({ to, from }) => to === phone || from === phone);
const said = (from: string, body: string) =>
  server.sim.control.inboundSms({ from, to: agent.user.twilio_phone, body });
const conversations = async () =>
  (
    await server.admin.client.call(listConversations, { query: { page: 1, limit: 100 } })
  ).answer.conversations.map(({ customer_phone }) => customer_phone);

test('texts both ways and e-mails are handed out as they were written', async () => {
  await send();
  await server.settled();
  said(lead.phones[0] ?? '', 'Call me at noon');
  await server.settled();
  await agent.client.call(sendEmail, {
    params: { leadId: lead.lead_id, userId: agent.user.id },
    body: { emailClient: 'r@example.com', fullnameClient: 'R', title: 'Your quote', text: '<p>Hello</p>' },
  });
  const records = await desk().collect(personOf(lead));
  expect(records).toMatchObject([
    {
      kind: 'texts',
      items: [
        { from_customer: false, text: 'Good morning', number: lead.phones[0], status: 'delivered' },
        { from_customer: true, text: 'Call me at noon' },
      ],
    },
    { kind: 'emails', items: [{ to: 'r@example.com', title: 'Your quote', text: '<p>Hello</p>' }] },
  ]);
});

test('a queued text of a deleted lead is not sent, and stays as what it is', async () => {
  server.others.leads.permit = () => 'unreachable';
  const { ctx } = server.service;
  const _id = new Types.ObjectId();
  const at = new Date(server.clock.now().getTime() + 60_000);
  await queueNewText(
    ctx,
    newText({
      ...{ _id, send_status: 'queued', text: 'Too late', is_client_message: 0, read_status: 1 },
      lead_id: new Types.ObjectId(lead.lead_id),
      user_id: new Types.ObjectId(agent.user.id),
      ...{
        customer_fullname: 'R',
        customer_phone: lead.phones[0] ?? '',
        agent_fullname: agent.user.fullname,
      },
      ...{ createdAt: server.clock.now(), at },
    }),
  );
  const data = { lead_id: lead.lead_id, type_id: 2, source: 'own', user_id: 0 } as const;
  await server.send(leadDeleted, data, 2);
  server.others.leads.permit = () => allowed;
  await server.later(120_000);
  await server.settled();
  expect(atCarrier(lead.phones[0])).toEqual([]);
  expect(await ctx.texts.findById(_id).lean()).toMatchObject({
    send_status: 'failed',
    reason: 'The lead was deleted',
    at: null,
  });
});

test('everything goes, at the carrier too, and what was told of it is taken back', async () => {
  const other = server.givenLead({ user_id: agent.user.id });
  await send();
  await server.settled();
  said(lead.phones[0] ?? '', 'Who is this');
  said(other.phones[0] ?? '', 'Somebody else');
  await server.settled();
  expect(atCarrier(lead.phones[0])).toHaveLength(2);
  expect(await erased(personOf(lead))).toEqual({
    counts: { texts: 2, emails: 0, notifications: 1 },
    isWhole: true,
  });
  expect(atCarrier(lead.phones[0])).toEqual([]);
  await server.probe.waitFor(
    notificationRead,
    ({ data }) => data.notification.lead_id === lead.lead_id && data.user_id === agent.user.id,
  );
  const left = await conversations();
  expect(left).not.toContain(lead.phones[0]);
  expect(left).toContain(other.phones[0]);
  expect(atCarrier(other.phones[0])).toHaveLength(1);
});

test('a text on its way is left until the carrier has told the last of it', async () => {
  const askedTooEarly = async () => {
    await send();
    return erased(personOf(lead));
  };
  // The carrier's time stands still meanwhile, however busy the machine is.
  expect(await server.sim.clock.hold(askedTooEarly())).toMatchObject({
    counts: { texts: 0 },
    isWhole: false,
  });
  await server.settled();
  expect(await erased(personOf(lead))).toMatchObject({ counts: { texts: 1 }, isWhole: true });
});

test('of a number that no lead has, texts are found by the number; those of a lead at it stay', async () => {
  const phone = customerNumber();
  said(phone, 'Wrong number?');
  said(lead.phones[0] ?? '', 'My own');
  await server.settled();
  expect(await erased(stranger(phone))).toEqual({
    counts: { texts: 1, emails: 0, notifications: 1 },
    isWhole: true,
  });
  expect(await erased(stranger(lead.phones[0] ?? ''))).toMatchObject({ counts: { texts: 0 } });
  const left = await conversations();
  expect([left.includes(phone), left.includes(lead.phones[0] ?? '')]).toEqual([false, true]);
});
