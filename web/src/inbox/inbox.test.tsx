import {
  exampleConversation,
  exampleNotification,
  exampleReceivedText,
  exampleText,
  exampleTextFile,
  type Conversation,
} from '@crm/contracts/entities/messaging.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { listConversations, listStrangerTexts, listTexts, sendText } from '@crm/contracts/http/messaging.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { fakeObserver } from '../test/fake-observer.js';
import { mayBeContacted, wayTo } from '../test/openCallable.js';
import { openApp, openPart } from '../test/TestApp.js';
import { InboxBadge } from './InboxBadge.js';
import InboxPage from './InboxPage.js';

const user = buildUser();
const unread: Conversation = { ...exampleConversation, unread: 2 };
const answered: Conversation = {
  ...exampleConversation,
  lead_id: '66f0a1b2c3d4e5f6010203aa',
  lead_name: 'Odile Brandt',
  unread: 0,
  last: exampleText,
};

const serverWith = (conversations: Conversation[]) =>
  new FakeServer(user)
    .on(
      listConversations,
      answer(listConversations, { conversations, totalCount: conversations.length, unreadCount: 1 }),
    )
    .on(restGetLead, answer(restGetLead, exampleLifeLead))
    .on(
      leadPermission,
      answer(leadPermission, {
        zones: ['America/Chicago'],
        ways: [wayTo(exampleLifeLead, 'phone', 'text', mayBeContacted)],
        changes_at: null,
        as_of: '2026-11-20T13:12:00.000Z',
      }),
    )
    .on(listTexts, answer(listTexts, { messages: [exampleReceivedText], more: false }));

function openInbox(conversations: Conversation[]) {
  const has = { conversations };
  const server = new FakeServer(user).on(listConversations, (call) =>
    answer(listConversations, {
      conversations: has.conversations,
      totalCount: has.conversations.length,
      unreadCount: 1,
    })(call),
  );
  return { ...openPart(<InboxPage />, { user, server }), has };
}

test('shows each conversation with its last text, and opens it beside the list', async () => {
  const { pointer, router, server } = openInbox([unread, answered]);
  const link = await screen.findByRole('link', { name: 'Raymond Okafor' });
  const first = link.closest('tr') ?? document.body;
  expect(first).toHaveTextContent('2 unread texts');
  expect(first).toHaveTextContent('Can you call me after five?');
  expect(within(first).getByTitle('11/20/2026 9:41 AM')).toBeVisible();
  const second = screen.getByRole('link', { name: 'Odile Brandt' }).closest('tr');
  expect(second).toHaveTextContent('You: Good morning, this is Dana.');
  expect(server.calls(listConversations)[0]?.query).toEqual({ limit: '20', page: '1' });
  await pointer.click(link);
  expect(router.state.location.pathname).toBe(`/inbox/${String(unread.lead_id)}`);
});

const thread = (name: string) => screen.findByRole('region', { name: `Conversation with ${name}` });

beforeEach(() => {
  fakeObserver();
});

async function openConversation(
  conversations: Conversation[],
  key: string,
  server = serverWith(conversations),
) {
  const opened = openApp({ user, server, path: `/inbox/${key}` });
  await screen.findByRole('heading', { name: 'Inbox' });
  return { ...opened, server };
}

test('a conversation is read and answered in the middle, what is known of the customer beside it', async () => {
  const { server, pointer, live } = await openConversation([unread, answered], exampleLifeLead.id);
  server.on(
    sendText,
    answer(sendText, { status: 'success', message: 'Message is being sent', text_message: exampleText }),
  );
  const middle = within(await thread(exampleLifeLead.fullname));
  expect(await middle.findByText(exampleReceivedText.text)).toBeVisible();
  expect(live.sentOf('busyLead')).toEqual([]);
  const reply = await middle.findByRole('textbox', { name: 'New text' });
  await pointer.type(reply, 'At six then');
  const { length: reads } = server.calls(listConversations);
  await pointer.click(middle.getByRole('button', { name: 'Send' }));
  await waitFor(() => {
    expect(server.calls(sendText)[0]?.body).toMatchObject({
      lead_id: exampleLifeLead.id,
      text: 'At six then',
    });
  });
  // What its row shows is the last text.
  await waitFor(() => {
    expect(server.calls(listConversations)).toHaveLength(reads + 1);
  });
  expect(middle.getByRole('link', { name: 'Open lead' })).toHaveAttribute(
    'href',
    `/lead/${exampleLifeLead.id}/text`,
  );
});

test('a stranger is read without a way to answer; a lead is made with the number, and its conversation opens', async () => {
  const number = '+12145550196';
  const stranger = { ...unread, lead_id: null, lead_name: number, customer_phone: number };
  const text = { ...exampleReceivedText, lead_id: null, customer_phone: number, text: 'Who is this?' };
  const server = serverWith([stranger]).on(
    listStrangerTexts,
    answer(listStrangerTexts, { messages: [text] }),
  );
  const { pointer } = await openConversation([stranger], number, server);
  const middle = within(await thread('(214) 555-0196'));
  expect(await middle.findByText('Who is this?')).toBeVisible();
  expect(middle.queryByRole('textbox')).not.toBeInTheDocument();
  await pointer.click(middle.getByRole('button', { name: 'Make life lead' }));
  const form = within(await screen.findByRole('dialog', { name: 'Client information' }));
  expect(await form.findByRole('textbox', { name: /^Phone/ })).toHaveValue('(214)555-0196');
});

test('a conversation that is nobody’s of the user’s says so', async () => {
  const server = serverWith([]).on(listStrangerTexts, refuse({ code: 'not_found', message: 'Not found' }));
  await openConversation([], '+12145550196', server);
  expect(await screen.findByText(/not yours any more/)).toBeVisible();
});

test('a picture without words is named in its row', async () => {
  const last = { ...exampleConversation.last, text: '', files: [exampleTextFile] };
  const ours = { ...answered.last, text: ' ', files: [exampleTextFile, exampleTextFile] };
  openInbox([
    { ...unread, last },
    { ...answered, last: ours },
  ]);
  const row = (await screen.findByRole('link', { name: 'Raymond Okafor' })).closest('tr');
  expect(row).toHaveTextContent('Picture');
  const second = screen.getByRole('link', { name: 'Odile Brandt' }).closest('tr');
  expect(second).toHaveTextContent('You: 2 pictures');
});

test('shows a number without a lead as one reads it', async () => {
  const stranger = { lead_id: null, lead_name: '+12145550196', customer_phone: '+12145550196' };
  openInbox([{ ...unread, ...stranger }]);
  const row = (await screen.findByText('Can you call me after five?')).closest('tr');
  expect(row).toHaveTextContent('(214) 555-0196');
  expect(row).not.toHaveTextContent('+1');
});

test('is searched by what one types', async () => {
  const { server } = openInbox([unread]);
  await screen.findByRole('link', { name: 'Raymond Okafor' });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search by name or number' }), {
    target: { value: 'odi' },
  });
  await waitFor(() => {
    expect(server.calls(listConversations).at(-1)?.query['search']).toBe('odi');
  });
});

test('takes in a text that comes', async () => {
  const { live, has } = openInbox([]);
  expect(await screen.findByText('No texts yet')).toBeVisible();
  has.conversations = [unread];
  const { time_passed: _ago, ...notified } = exampleNotification;
  await live.say('receiveMessage', notified);
  expect(await screen.findByRole('link', { name: 'Raymond Okafor' })).toBeVisible();
});

test('nothing moves under a reader: a text that comes waits for a click', async () => {
  const { live, has, pointer } = openInbox([answered]);
  await pointer.hover(await screen.findByRole('link', { name: 'Odile Brandt' }));
  has.conversations = [unread, answered];
  const { time_passed: _ago, ...notified } = exampleNotification;
  await live.say('receiveMessage', notified);
  const waiting = await screen.findByRole('button', { name: 'Show changes' });
  expect(screen.queryByRole('link', { name: 'Raymond Okafor' })).not.toBeInTheDocument();
  await pointer.click(waiting);
  expect(await screen.findByRole('link', { name: 'Raymond Okafor' })).toBeVisible();
});

test('the badge counts conversations with unread texts, each once', async () => {
  const other = { ...exampleNotification, id: '66f0a1b2c3d4e5f6010209b9' };
  const server = new FakeServer(user).on(
    listNotifications,
    answer(listNotifications, { notifications: [exampleNotification, other] }),
  );
  openPart(<InboxBadge />, { user, server });
  expect(await screen.findByText('1 conversation with unread texts')).toBeInTheDocument();
});
