import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noErrors, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';

const own = ownEnvironment({ leads: 5 });
const notice = {
  title: 'Call back Pia Push',
  body: 'About the quote',
  tag: 'followup-1',
  path: '/follow-ups',
};
/** The notices that the system shows of the application. */
const shown = `navigator.serviceWorker.getRegistration().then(
  (registration) => registration.getNotifications()).then(
  (notices) => notices.map(({ title, body, tag }) => ({ title, body, tag })))`;

void test('a notice that is pushed is shown where nobody looks at the application, and only there', async (running) => {
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page, context } = window;
  await context.grantPermissions(['notifications']);
  if ((await page.evaluate('Notification.permission')) !== 'granted') {
    running.skip('This browser shows no notices; CHROMIUM=/usr/bin/chromium does.');
    return;
  }
  const client = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  await page.goto('/');
  const registrationId = await registered;
  const push = () =>
    client.send('ServiceWorker.deliverPushMessage', {
      origin: own.environment.url,
      registrationId,
      data: JSON.stringify(notice),
    });

  await push();
  await window.settled();
  assert.deepEqual(await page.evaluate(shown), []);

  // No window of the application is left.
  await page.goto('about:blank');
  await push();
  await page.goto('/');
  await page.waitForFunction(`${shown}.then(({ length }) => length > 0)`);
  const { title, body, tag } = notice;
  assert.deepEqual(await page.evaluate(shown), [{ title, body, tag }]);
  noErrors(window);
});
