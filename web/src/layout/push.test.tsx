import {
  pushSubscription,
  readPushKey,
  subscribeToPush,
  unsubscribeFromPush,
} from '@crm/contracts/http/push.js';
import { z } from 'zod';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openApp } from '../test/TestApp.js';

const { subscription } = z.object({ subscription: pushSubscription }).parse(subscribeToPush.example.body);
const { key } = readPushKey.answer.parse(readPushKey.example.answer);

/** A browser with a push service, which takes what the page asks for, or has none. */
class FakeWorkers extends EventTarget {
  subscribed: unknown[] = [];
  hasService = true;
  held: { endpoint: string; toJSON: () => unknown } | null = null;
  readonly registration = {
    pushManager: {
      subscribe: async (options: unknown) => {
        if (!this.hasService) throw new DOMException('No push service', 'AbortError');
        this.subscribed.push(options);
        this.held = { endpoint: subscription.endpoint, toJSON: () => subscription };
        return this.held;
      },
      getSubscription: async () => this.held,
    },
  };
  register = async () => this.registration;
  getRegistration = async () => this.registration;
}

let workers: FakeWorkers;
beforeEach(() => {
  workers = new FakeWorkers();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers });
  Object.defineProperty(window, 'PushManager', { configurable: true, value: class {} });
});
afterEach(() => {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

async function open(permission: NotificationPermission) {
  const notices = { permission, requestPermission: async () => (notices.permission = 'granted') };
  Object.defineProperty(window, 'Notification', { configurable: true, value: notices });
  const user = buildUser();
  const server = new FakeServer(user)
    .on(readPushKey, answer(readPushKey, { key }))
    .on(subscribeToPush, answer(subscribeToPush, { status: 'success', message: 'On' }))
    .on(unsubscribeFromPush, answer(unsubscribeFromPush, { status: 'success', message: 'Off' }));
  const opened = openApp({ user, server });
  await screen.findByRole('navigation');
  const settings = async () => {
    await opened.pointer.click(screen.getByRole('button', { name: 'Settings' }));
    return within(await screen.findByRole('menu'));
  };
  const notice = async () => {
    await opened.pointer.click((await settings()).getByRole('menuitem', { name: 'Sound' }));
    return within(await screen.findByRole('region', { name: 'Notices' }));
  };
  const subscriptions = () => server.calls(subscribeToPush).map(({ body }) => body);
  return { ...opened, server, settings, notice, subscriptions };
}

it('has notices pushed to a browser that may show them, by the key of the office', async () => {
  const { subscriptions, notice } = await open('granted');
  await waitFor(() => {
    expect(subscriptions()).toEqual([{ subscription }]);
  });
  expect(workers.subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: key }]);
  expect((await notice()).getByRole('status')).toHaveTextContent(/also while the application is closed/);
});

it('asks for nothing before somebody turned notices on in the settings', async () => {
  const { subscriptions, notice, pointer } = await open('default');
  const part = await notice();
  expect(subscriptions()).toEqual([]);
  await pointer.click(part.getByRole('button', { name: 'Turn on notices' }));
  await waitFor(() => {
    expect(subscriptions()).toEqual([{ subscription }]);
  });
});

it('says that notices come while the application is open, where the browser has no push service', async () => {
  workers.hasService = false;
  const { subscriptions, notice } = await open('granted');
  expect((await notice()).getByRole('status')).toHaveTextContent(/while the application is open/);
  expect(subscriptions()).toEqual([]);
});

it('goes to what a clicked notice is about', async () => {
  const { router, subscriptions } = await open('granted');
  await waitFor(() => {
    expect(subscriptions()).toHaveLength(1);
  });
  act(() => {
    workers.dispatchEvent(new MessageEvent('message', { data: { path: '/follow-ups' } }));
  });
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/follow-ups');
  });
});

it('is given up by whoever signs out', async () => {
  const { server, settings, subscriptions, pointer } = await open('granted');
  await waitFor(() => {
    expect(subscriptions()).toHaveLength(1);
  });
  await pointer.click((await settings()).getByRole('menuitem', { name: /Log ?out|Sign out/i }));
  await waitFor(() => {
    expect(server.calls(unsubscribeFromPush).map(({ body }) => body)).toEqual([
      { endpoint: subscription.endpoint },
    ]);
  });
});
