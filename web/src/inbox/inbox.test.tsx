import {
  exampleConversation,
  exampleNotification,
  exampleText,
  exampleTextFile,
  type Conversation,
} from '@crm/contracts/entities/messaging.js';
import { listConversations } from '@crm/contracts/http/messaging.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
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

test('shows each conversation with its last text, and leads to it', async () => {
  const { pointer, router, server } = openInbox([unread, answered]);
  const link = await screen.findByRole('link', { name: 'Raymond Okafor' });
  const first = link.closest('tr');
  expect(first).toHaveTextContent('2 unread texts');
  expect(first).toHaveTextContent('Can you call me after five?');
  expect(first).toHaveTextContent('(214) 555-0117');
  expect(first).toHaveTextContent('11/20/2026 9:41 AM');
  const second = screen.getByRole('link', { name: 'Odile Brandt' }).closest('tr');
  expect(second).toHaveTextContent('You: Good morning, this is Dana.');
  expect(server.calls(listConversations)[0]?.query).toEqual({ limit: '20', page: '1' });
  await pointer.click(link);
  expect(router.state.location.pathname).toBe(`/lead/${String(unread.lead_id)}/text`);
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
