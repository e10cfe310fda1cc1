import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { getSettings } from '@crm/contracts/http/settings.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';
import { button, fromSettings, said } from './steps.js';

const own = ownEnvironment({ leads: 5 });

const tokenOf = (page: Page) => page.evaluate<string>("localStorage.getItem('session.token')");
const statusWith = async (token: string) =>
  (await httpClient(own.environment.url, token).call(getSettings, {})).status;
const sessionsOf = async (page: Page) => {
  await fromSettings(page, 'Sessions');
  return page.getByRole('dialog', { name: 'Sessions' });
};
const signedOut = async (page: Page) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 3_000 });
};

void test('of two browsers of one user one ends the other, whose copied token dies with it', async () => {
  const { browser, environment } = own;
  const first = await signedIn(browser, environment.url, people.lifeAgent);
  const second = await signedIn(browser, environment.url, people.lifeAgent);
  const copied = await tokenOf(second.page);
  assert.equal(await statusWith(copied), 200);

  const dialog = await sessionsOf(first.page);
  await dialog.getByText('This session').waitFor();
  assert.equal(await dialog.getByRole('listitem').count(), 2);
  await button(dialog, /^End the session in Chrome/).click();
  await signedOut(second.page);
  await said(second.page, 'Session ended, please login again').waitFor();
  assert.equal(await statusWith(copied), 403);
  await dialog.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
  assert.equal(await statusWith(await tokenOf(first.page)), 200);
  await first.context.close();
  await second.context.close();
});

void test('signing out everywhere ends both browsers', async () => {
  const { browser, environment } = own;
  const first = await signedIn(browser, environment.url, people.lifeAgent);
  const second = await signedIn(browser, environment.url, people.lifeAgent);
  const tokens = await Promise.all([first, second].map(({ page }) => tokenOf(page)));
  const dialog = await sessionsOf(first.page);
  await button(dialog, 'Sign out everywhere').click();
  await button(
    first.page.getByRole('dialog', { name: 'Sign out everywhere' }),
    'Sign out everywhere',
  ).click();
  await Promise.all([signedOut(first.page), signedOut(second.page)]);
  assert.deepEqual(await Promise.all(tokens.map(statusWith)), [403, 403]);
  await first.context.close();
  await second.context.close();
});
