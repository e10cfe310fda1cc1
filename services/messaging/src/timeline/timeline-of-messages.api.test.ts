import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { sendEmail, sendText } from '@crm/contracts/http/messaging.js';
import { timelineOfMessages } from '@crm/contracts/http/timeline.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});
afterAll(() => server.stop());

const timeline = (given: object = {}) =>
  server.asService.call(timelineOfMessages, {
    body: {
      lead_id: lead.lead_id,
      before: null,
      limit: 10,
      kinds: ['text', 'email'],
      refused: [],
      ...given,
    },
  });

test('texts and e-mails of a lead come the newest first, e-mails as words', async () => {
  const { user, client } = agent;
  const { text_message } = (
    await client.call(sendText, {
      body: { lead_id: lead.lead_id, user_id: user.id, text: 'May I call at nine?', to: 'phone' },
    })
  ).answer;
  server.clock.advance(1_000);
  const sent = await client.call(sendEmail, {
    params: { leadId: lead.lead_id, userId: user.id },
    body: {
      emailClient: 'r.okafor@example.com',
      fullnameClient: 'Raymond Okafor',
      title: 'Your quote',
      text: '<p>Good morning</p><p><b>Raymond</b></p>',
    },
  });
  expect(sent.status).toBe(200);
  const { entries, stored } = (await timeline({ refused: [text_message.id, uniqueId()] })).answer;
  expect(entries).toMatchObject([
    { kind: 'email', title: 'Your quote', text: 'Good morning\nRaymond', to: 'r.okafor@example.com' },
    { kind: 'text', id: `text:${text_message.id}`, text: 'May I call at nine?', who: user.fullname },
  ]);
  expect(stored).toEqual([text_message.id]);
  const [newest] = entries;
  expect(
    (await timeline({ before: newest && { at: newest.at, id: newest.id } })).answer.entries,
  ).toMatchObject([{ kind: 'text' }]);
  expect((await timeline({ kinds: ['email'] })).answer.entries).toMatchObject([{ kind: 'email' }]);
});

test('nobody but a service is told', async () => {
  const body = { lead_id: lead.lead_id, before: null, limit: 10, kinds: ['text' as const], refused: [] };
  expect((await agent.client.call(timelineOfMessages, { body })).status).toBe(403);
});
