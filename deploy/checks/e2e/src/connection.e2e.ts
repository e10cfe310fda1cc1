import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noErrors, openWindow, signedIn, signIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';
import { arrivedAt } from './steps.js';

const house = ownEnvironment({ leads: 400 });

void test('a page opened while offline loads automatically on reconnect', async () => {
  const window = await openWindow(house.browser, house.environment.url);
  const { page, context } = window;
  // Its chunk could not be prefetched.
  await page.route(/\/assets\/StatisticPage-/, (route) => route.abort('internetdisconnected'));
  await signIn(window, people.admin);
  await page.getByRole('heading', { name: 'Top 10 Core Values:' }).waitFor();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Statistic' }).click();
  await page.getByText('Connection lost. This page loads once you are back online.').waitFor();
  // The previous page stays, and no error is shown.
  await page.getByRole('heading', { name: 'Top 10 Core Values:' }).waitFor();
  assert.equal(await page.getByText('This page failed to load').count(), 0);

  await page.evaluate('window.isTheSamePage = true');
  await page.unroute(/\/assets\/StatisticPage-/);
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Statistic' }).waitFor();
  await arrivedAt(page, '/statistic');
  await page
    .getByText('Connection lost. This page loads once you are back online.')
    .waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate('window.isTheSamePage'), true);
  noErrors(window);
  await context.close();
});

void test('the pages of a role are prefetched and open offline; their rows load on reconnect', async () => {
  const window = await openWindow(house.browser, house.environment.url);
  const { page, context } = window;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const fetched = ['RecordsPage', 'DealsPage', 'SystemPage', 'StatusDialog', 'ChangePasswordDialog'].map(
    (part) => page.waitForResponse((response) => response.url().includes(`/assets/${part}-`)),
  );
  await signIn(window, people.admin);
  await Promise.all(fetched);
  // Pages of other roles are not prefetched.
  assert.ok(!requested.some((url) => url.includes('/assets/GuideLeadsPage-')));

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Deals' }).click();
  await page.getByRole('heading', { name: 'Deals' }).waitFor();
  await page.getByText('Connection lost. Reconnecting…').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);

  await context.setOffline(false);
  await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'hidden' });
  await page.locator('tbody tr:not([aria-hidden])').first().waitFor();
  noErrors(window);
  await context.close();
});

void test('paging while offline keeps rows and range consistent and shows what is pending', async () => {
  const window = await signedIn(house.browser, house.environment.url, people.admin);
  const { page, context } = window;
  await page.getByRole('link', { name: 'Life', exact: true }).click();
  const rows = page.locator('tbody tr[data-testid]');
  await rows.first().waitFor();
  await page.getByText(/^1–10 of/).waitFor();
  const first = await rows.allInnerTexts();

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await page.getByText('Page 2 loads once you are back online.').waitFor();
  assert.deepEqual(await rows.allInnerTexts(), first);
  await page.getByText(/^1–10 of/).waitFor();

  await context.setOffline(false);
  await page.getByText(/^11–20 of/).waitFor();
  assert.notDeepEqual(await rows.allInnerTexts(), first);
  noErrors(window);
  await context.close();
});
