import { optOutCommand } from '@crm/contracts/bus/commands.js';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import * as calls from '@crm/contracts/http/messaging.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';
import { notFoundReason, unknownReason } from '../text/reduce-text.rules.js';

let server: MessagingServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startMessaging();
  agent = await server.signIn();
});
afterAll(async () => {
  expect(server.sim.control.apiProblems()).toEqual([]);
  await server.stop();
});
beforeEach(() => {
  server.sim.control.fault({ kind: 'none' });
});

/** A text to a number of the outcome table, sent and settled. */
async function sentTo(row: string) {
  const phone = customerNumber(row);
  const lead = server.givenLead({ user_id: agent.user.id, phones: [phone] });
  await agent.client.call(calls.sendText, {
    body: { lead_id: lead.lead_id, user_id: agent.user.id, text: 'Good morning', to: 'phone' },
  });
  await server.settled();
  return { lead, phone };
}

async function textOf({ lead }: Awaited<ReturnType<typeof sentTo>>): Promise<TextMessage> {
  const { answer } = await agent.client.call(calls.listTexts, { params: { id: lead.lead_id }, query: {} });
  const [text] = answer.messages;
  if (text === undefined) throw new Error('There is no text');
  return text;
}

const requestsAt = (phone: string) =>
  server.sim.control.state().messages.filter(({ to, direction }) => to === phone && direction !== 'inbound');

/** So much later, once whatever fell due is done. */
async function after(ms: number): Promise<void> {
  await server.later(ms);
  server.wake();
  await server.settled();
}

const minute = 60_000;

test('a text whose last webhook is lost is asked about at the carrier, and says what became of it', async () => {
  const sent = await sentTo('32');
  expect(await textOf(sent)).toMatchObject({ send_status: 'sent' });
  await after(4 * minute);
  expect(await textOf(sent)).toMatchObject({ send_status: 'sent' });
  await after(minute);
  expect(await textOf(sent)).toMatchObject({ send_status: 'delivered', reason: '' });
  expect(requestsAt(sent.phone)).toHaveLength(1);
});

test('one that failed unheard says the carrier’s reason, and whoever wants none is listed', async () => {
  server.sim.control.fault({ kind: 'hook', url: '/tw/sms/status', event: 'failed', outcome: 'drop' });
  const sent = await sentTo('53');
  expect(await textOf(sent)).toMatchObject({ send_status: 'sending' });
  await after(5 * minute);
  expect(await textOf(sent)).toMatchObject({
    send_status: 'failed',
    reason: 'The carrier could not deliver it: no reason is known (30008)',
    can_resend: true,
  });
  expect(server.probe.all(optOutCommand).filter(({ data }) => data.phone === sent.phone)).toEqual([]);
});

test('the carrier is asked ever more rarely, and again while it does not answer', async () => {
  server.sim.control.fault({ kind: 'hook', url: '/tw/sms/status', event: 'delivered', outcome: 'drop' });
  const sent = await sentTo('60');
  server.sim.control.fault({ kind: 'rest', method: 'GET', path: '/Messages/', outcome: { status: 500 } });
  await after(5 * minute);
  expect(await textOf(sent)).toMatchObject({ send_status: 'sent' });
  await after(minute);
  expect(await textOf(sent)).toMatchObject({ send_status: 'delivered' });
});

test('a send that timed out and of which nothing was heard is found at the carrier, and not sent twice', async () => {
  server.sim.control.fault({ kind: 'hook', url: '/tw/sms/status', times: 2, outcome: 'drop' });
  const sent = await sentTo('22');
  expect(await textOf(sent)).toMatchObject({ send_status: 'failed', reason: unknownReason });
  await after(15_000);
  expect(await textOf(sent)).toMatchObject({ send_status: 'delivered', reason: '', can_resend: false });
  expect(requestsAt(sent.phone)).toHaveLength(1);
});

test('a send that never reached the carrier says so in the end, and can be sent again', async () => {
  const sent = await sentTo('20');
  for (const ms of [15_000, minute]) {
    await after(ms);
    expect(await textOf(sent)).toMatchObject({ send_status: 'failed', reason: unknownReason });
  }
  await after(5 * minute);
  const text = await textOf(sent);
  expect(text).toMatchObject({ send_status: 'failed', reason: notFoundReason, can_resend: true });
  expect(requestsAt(sent.phone)).toEqual([]);

  // Should the carrier know it after all, that is what stands.
  const published = { MessageSid: `SM${'2'.repeat(32)}`, MessageStatus: 'delivered' };
  await server.hook(`/tw/sms/status/${text.id}?a=1`, published);
  expect(await textOf(sent)).toMatchObject({ send_status: 'delivered', reason: '' });
});

test('the same words of another text are not taken for the one that is looked for', async () => {
  const first = await sentTo('60');
  await server.later(11_000);
  server.sim.control.fault({ kind: 'rest', method: 'POST', path: '/Messages', outcome: { status: 500 } });
  await agent.client.call(calls.sendText, {
    body: { lead_id: first.lead.lead_id, user_id: agent.user.id, text: 'Good morning', to: 'phone' },
  });
  await server.settled();
  for (const ms of [15_000, minute, 5 * minute]) await after(ms);
  const { answer } = await agent.client.call(calls.listTexts, {
    params: { id: first.lead.lead_id },
    query: {},
  });
  expect(answer.messages).toMatchObject([
    { send_status: 'delivered' },
    { send_status: 'failed', reason: notFoundReason },
  ]);
});
