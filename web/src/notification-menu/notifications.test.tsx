import {
  eventNotification,
  exampleNotification,
  type Notification,
} from '@crm/contracts/entities/messaging.js';
import { listNotifications, readNotification } from '@crm/contracts/http/notifications.js';
import { exampleCustomerVoicemail } from '@crm/contracts/entities/telephony.js';
import { getCustomerVoicemail } from '@crm/contracts/http/recordings.js';
import { screen, waitFor, within } from '@testing-library/react';
import { LiveEvents } from '../layout/LiveEvents.js';
import { buildUser } from '../test/builders.js';
import { fakeAudio } from '../test/fake-audio.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import NotificationsBell from './NotificationsBell.js';

const user = buildUser();
const message: Notification = { ...exampleNotification, body: 'a'.repeat(60) };
const voicemail: Notification = {
  ...exampleNotification,
  id: '66f0a1b2c3d4e5f6010209b1',
  type: 'voicemail',
  lead_name: 'Odile Brandt',
  body: 'Please call me back',
  createdAt: '2026-11-20T17:40:00.000Z',
  message_id: null,
  voicemail_id: '66f0a1b2c3d4e5f6010209b2',
};
const followup: Notification = {
  ...voicemail,
  id: '66f0a1b2c3d4e5f6010209b3',
  type: 'followup',
  lead_name: 'Nils Aber',
  createdAt: '2026-11-20T17:39:00.000Z',
  voicemail_id: null,
  followup_id: '66f0a1b2c3d4e5f6010209b4',
};
const notified = (each: Notification) => eventNotification.parse(each);

function openBell(notifications: Notification[]) {
  const has = { notifications };
  const server = new FakeServer(user).on(listNotifications, (call) => answer(listNotifications, has)(call));
  const parts = (
    <>
      <LiveEvents />
      <NotificationsBell />
    </>
  );
  return { ...openPart(parts, { user, server }), has };
}
const bell = (name: string) => screen.findByRole('button', { name });

describe('the notifications menu', () => {
  it('says from whom, the beginning of what, how long ago, and leads there', async () => {
    const { pointer, router } = openBell([message, voicemail, followup]);
    await pointer.click(await bell('Notifications, 3 unread'));
    const menu = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    const [first, second, third] = menu.getAllByRole('listitem');
    expect(first).toHaveTextContent(`Message from Raymond Okafor${'a'.repeat(47)}…`);
    expect(first).toHaveTextContent(/ago$/);
    expect(second).toHaveTextContent('Voicemail from Odile Brandt');
    expect(third).toHaveTextContent('Follow-up with Nils Aber');
    await pointer.click(menu.getByRole('link', { name: 'Message from Raymond Okafor' }));
    expect(router.state.location.pathname).toBe(`/lead/${String(message.lead_id)}`);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('plays the voicemail of a number that belongs to no lead', async () => {
    const { played } = fakeAudio();
    const { pointer, server } = openBell([
      voicemail,
      { ...voicemail, id: followup.id, lead_id: null, lead_name: '+12145550196' },
    ]);
    server.on(getCustomerVoicemail, answer(getCustomerVoicemail, { vm: exampleCustomerVoicemail }));
    await pointer.click(await bell('Notifications, 2 unread'));
    const [player, ...more] = await screen.findAllByRole('group');
    expect(more).toEqual([]);
    expect(player).toHaveAccessibleName('the voicemail from (214) 555-0196');
    await pointer.click(screen.getByRole('button', { name: 'Play the voicemail from (214) 555-0196' }));
    await waitFor(() => {
      expect(played).toHaveLength(1);
    });
    expect(server.calls(getCustomerVoicemail)[0]?.params).toEqual({ id: voicemail.voicemail_id });
  });

  it('leads from a licence that ends to the licences', async () => {
    const { pointer, router } = openBell([
      { ...followup, type: 'licence', lead_id: null, lead_name: 'Nils Aber', followup_id: null },
    ]);
    await pointer.click(await bell('Notifications, 1 unread'));
    await pointer.click(await screen.findByRole('link', { name: 'Licences of Nils Aber' }));
    expect(router.state.location.pathname).toBe('/licences');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('says that there is none', async () => {
    const { pointer } = openBell([]);
    await pointer.click(await bell('Notifications'));
    expect(await screen.findByText('No notifications')).toBeVisible();
  });

  it('drops one that is marked as read', async () => {
    const { pointer, server } = openBell([followup]);
    server.on(readNotification, answer(readNotification, { status: 'success', message: 'Marked as read' }));
    await pointer.click(await bell('Notifications, 1 unread'));
    await pointer.click(
      await screen.findByRole('button', { name: 'Mark as read: Follow-up with Nils Aber' }),
    );
    expect(await screen.findByText('No notifications')).toBeVisible();
    expect(server.calls(readNotification)[0]?.params).toEqual({ id: followup.id });
  });
});

describe('what comes live', () => {
  it('a text is said and counted, once though it is told twice', async () => {
    const { live, has } = openBell([]);
    await bell('Notifications');
    has.notifications = [message];
    await live.say('receiveMessage', notified(message));
    await live.say('notificationsUpdate', { added: [notified(message)], removed: [] });
    expect(await bell('Notifications, 1 unread')).toBeVisible();
    expect(
      await screen.findByText(
        'Raymond Okafor just left you a new message. Please check it as soon as possible.',
      ),
    ).toBeVisible();
  });

  it('what was read elsewhere leaves the count', async () => {
    const { live } = openBell([message, voicemail]);
    await bell('Notifications, 2 unread');
    await live.say('notificationsUpdate', { added: [], removed: [notified(message)] });
    expect(await bell('Notifications, 1 unread')).toBeVisible();
  });

  it('a voicemail has the list read anew', async () => {
    const { live, has } = openBell([]);
    await bell('Notifications');
    has.notifications = [voicemail];
    const { url: _url, ...left } = exampleCustomerVoicemail;
    await live.say('createCustomerVoiceMail', { voicemail: left });
    expect(await bell('Notifications, 1 unread')).toBeVisible();
  });

  it('it is read anew after a lost connection', async () => {
    const { live, has } = openBell([message]);
    await bell('Notifications, 1 unread');
    await live.goDown();
    has.notifications = [message, voicemail, followup];
    await live.comeUp();
    expect(await bell('Notifications, 3 unread')).toBeVisible();
  });
});
