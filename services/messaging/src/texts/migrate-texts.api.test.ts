import { notificationCreated, textReceived, textSent } from '@crm/contracts/bus/messaging-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { listConversations, listTexts, migrateTexts } from '@crm/contracts/http/messaging.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';

type Written = InputOf<typeof migrateTexts>['body']['texts'][number];

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(async () => {
  await server.stop();
});
beforeEach(async () => {
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const written = (given: Partial<Written> = {}): Written => ({
  external_id: `office:${uniqueId()}`,
  lead_id: lead.lead_id,
  user_id: agent.user.id,
  text: 'After five is best',
  is_client_message: 1,
  read_status: 1,
  at: '2026-11-18T17:00:00.000Z',
  ...given,
});
const migrate = (texts: Written[]) => server.asService.call(migrateTexts, { body: { texts } });
const conversation = async () =>
  (await agent.client.call(listTexts, { params: { id: lead.lead_id }, query: {} })).answer.messages;

test('texts from elsewhere stand in the order of their own times, whatever order they come in', async () => {
  const { answer } = await migrate([
    written({ text: 'third', at: '2026-11-18T17:20:00.000Z' }),
    written({ text: 'first', at: '2026-11-18T17:00:00.000Z', is_client_message: 0 }),
    written({ text: 'second', at: '2026-11-18T17:10:00.000Z' }),
  ]);
  expect(answer).toEqual({ saved: 3, known: 0 });
  expect(await conversation()).toMatchObject([
    { text: 'first', send_status: 'delivered', is_client_message: 0, can_resend: false },
    { text: 'second', send_status: 'received', createdAt: '2026-11-18T17:10:00.000Z' },
    { text: 'third', customer_fullname: lead.fullname, agent_fullname: agent.user.fullname },
  ]);
});

test('a second delivery of the same texts changes nothing', async () => {
  const texts = [written(), written({ at: '2026-11-18T18:00:00.000Z' })];
  await migrate(texts);
  expect((await migrate(texts)).answer).toEqual({ saved: 0, known: 2 });
  expect(await conversation()).toHaveLength(2);
});

test('nothing is sent or told of as new; what is unread is known to its agent, once', async () => {
  const texts = [written({ is_client_message: 0 }), written({ read_status: 0, text: 'Still waiting' })];
  await migrate(texts);
  await migrate(texts);
  await server.settled();
  expect(server.sim.control.state().messages.filter(({ to }) => to === lead.phones[0])).toEqual([]);
  const mine = ({ data }: { data: { lead_id: string | null } }) => data.lead_id === lead.lead_id;
  expect([...server.probe.all(textSent), ...server.probe.all(textReceived)].filter(mine)).toEqual([]);
  expect(server.probe.all(notificationCreated).filter(mine)).toMatchObject([
    { data: { type: 'message', user_id: agent.user.id } },
  ]);
  const { answer } = await agent.client.call(listConversations, { query: {} });
  expect(answer).toMatchObject({ unreadCount: 1, conversations: [{ lead_id: lead.lead_id, unread: 1 }] });
});

test('texts of a lead or a user that there is none of are refused', async () => {
  await expect(migrate([written({ lead_id: uniqueId() })])).resolves.toMatchObject({ status: 404 });
  await expect(migrate([written({ user_id: uniqueId() })])).resolves.toMatchObject({ status: 404 });
  expect(await conversation()).toEqual([]);
});

test('it is for services alone', async () => {
  const body = { texts: [written()] };
  expect((await server.admin.client.call(migrateTexts, { body })).status).toBe(403);
  expect((await server.stranger.call(migrateTexts, { body })).status).toBe(403);
  expect(await conversation()).toEqual([]);
});
