import type { z } from 'zod';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import { callMissed } from '@crm/contracts/bus/call-events.js';
import { settingsUpdated, userUpdated } from '@crm/contracts/bus/events.js';
import { textSent, textStatusChanged } from '@crm/contracts/bus/messaging-events.js';
import { exampleSettings } from '@crm/contracts/entities/user.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { listConversations, listTexts } from '@crm/contracts/http/messaging.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { allowed, optedOut, tooEarly } from '../test/fake-services.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';
import { ownSentencesIn } from './own-sentences.rules.js';

type Missed = z.input<(typeof callMissed)['data']>;

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
  server.others.leads.permit = () => allowed;
  server.others.leads.isAway = false;
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const ourNumber = '+17375550140';
async function misses(given: Partial<Missed> = {}, times = 1): Promise<void> {
  const missed: Missed = {
    id: uniqueId(),
    number: lead.phones[0] ?? '',
    updated: server.clock.now().toISOString(),
    lead_id: lead.lead_id,
    lead_name: lead.fullname,
    user_id: agent.user.id,
    called: ourNumber,
    direction: 'inbound',
    ...given,
  };
  await server.send(callMissed, missed, times);
  await server.settled();
}
const atCarrier = (phone = lead.phones[0]) =>
  server.sim.control.state().messages.filter(({ to }) => to === phone);
const conversation = async () =>
  (await agent.client.call(listTexts, { params: { id: lead.lead_id }, query: {} })).answer.messages;
const bodyOf = (words: string, language: LanguageCode = 'en') =>
  `Juniper Insurance: ${words}\n${ownSentencesIn[language].optOutNotice}`;

test('a caller whom nobody answered is texted from the number they called, and the text is in the conversation', async () => {
  await misses({}, 2);
  expect(atCarrier()).toMatchObject([
    { from: ourNumber, body: bodyOf(exampleSettings.default_text_message) },
  ]);
  const [text, ...more] = await conversation();
  expect(more).toEqual([]);
  expect(text).toMatchObject({
    text: exampleSettings.default_text_message,
    is_client_message: 0,
    send_status: 'delivered',
    user_id: agent.user.id,
    agent_fullname: agent.user.fullname,
  });
  expect(server.probe.all(textSent).filter(({ data }) => data.id === text?.id)).toHaveLength(1);
  expect(
    server.probe
      .all(textStatusChanged)
      .filter(({ data }) => data.message_id === text?.id)
      .map(({ data }) => data.send_status),
  ).toEqual(['sending', 'sent', 'delivered']);
  const counted = server.others.leads.asked.filter(
    ({ phone, attempt_id }) => phone === lead.phones[0] && attempt_id !== undefined,
  );
  expect(counted).toMatchObject([{ channel: 'text', lead_id: lead.lead_id, attempt_id: text?.id }]);
});

test('the agent’s own words go before those of all', async () => {
  await server.send(userUpdated, { ...agent.user, version: 2, text_message: ' Away until Monday. ' });
  await misses();
  expect(await conversation()).toMatchObject([{ text: 'Away until Monday.' }]);
});

test('who speaks Spanish is sent the Spanish words of all, or English ones where there are none', async () => {
  await server.send(userUpdated, { ...agent.user, version: 2, text_message: 'Away until Monday.' });
  const { default_text_message_es } = exampleSettings;
  lead = server.givenLead({ user_id: agent.user.id, language: 'es' });
  await misses();
  expect(atCarrier()).toMatchObject([{ body: bodyOf(default_text_message_es, 'es') }]);
  await server.send(settingsUpdated, { ...exampleSettings, default_text_message_es: '' });
  lead = server.givenLead({ user_id: agent.user.id, language: 'es' });
  await misses();
  expect(atCarrier()).toMatchObject([{ body: bodyOf('Away until Monday.', 'es') }]);
  await server.send(settingsUpdated, exampleSettings);
});

test('a number is texted about once a day, however many of its calls are missed', async () => {
  await misses();
  await misses();
  await server.later(24 * 3600_000 - 1);
  await misses();
  expect(atCarrier()).toHaveLength(1);
  await server.later(1);
  await misses();
  expect(atCarrier()).toHaveLength(2);
  expect(await conversation()).toHaveLength(2);
});

test('what the rules of contact forbid is not sent, and leaves the day for a later call', async () => {
  server.others.leads.permit = () => tooEarly;
  await misses();
  server.others.leads.permit = () => optedOut;
  await misses();
  expect(await conversation()).toEqual([]);
  server.others.leads.permit = () => allowed;
  await misses();
  expect(atCarrier()).toHaveLength(1);
});

test('what is forbidden by the time it goes out fails with the reason', async () => {
  server.others.leads.permit = ({ attempt_id }) => (attempt_id === undefined ? allowed : tooEarly);
  await misses();
  expect(await conversation()).toMatchObject([{ send_status: 'failed', reason: tooEarly.sentence }]);
  expect(atCarrier()).toEqual([]);
});

test.each<[string, () => Partial<Missed>]>([
  ['one whom we called', () => ({ direction: 'outbound' })],
  ['one who hides the number', () => ({ number: 'anonymous' })],
  [
    'one whose call is long over',
    () => ({ updated: new Date(server.clock.now().getTime() - 31 * 60_000).toISOString() }),
  ],
])('%s is sent none', async (_who, given) => {
  await misses(given());
  expect(await conversation()).toEqual([]);
  expect(atCarrier()).toEqual([]);
});

test('nobody is texted where no words are set', async () => {
  await server.send(settingsUpdated, { ...exampleSettings, default_text_message: ' ' });
  await misses();
  expect(atCarrier()).toEqual([]);
  await server.send(settingsUpdated, exampleSettings);
});

test('a call told while leads is away is told again, and texted about then', async () => {
  server.others.leads.isAway = true;
  await misses();
  expect(atCarrier()).toEqual([]);
  server.others.leads.isAway = false;
  await server.later(2_000);
  await server.probe.waitFor(textSent, ({ data }) => data.lead_id === lead.lead_id);
  await server.settled();
  expect(atCarrier()).toHaveLength(1);
});

test('a stranger’s text is in the admins’ inbox by the number', async () => {
  const number = customerNumber();
  await misses({ number, lead_id: null, lead_name: '', user_id: 0 });
  expect(atCarrier(number)).toHaveLength(1);
  const { answer } = await server.admin.client.call(listConversations, {
    query: { search: number.slice(2) },
  });
  expect(answer.conversations).toMatchObject([
    { lead_id: null, lead_name: number, unread: 0, last: { send_status: 'delivered', user_id: 0 } },
  ]);
});
