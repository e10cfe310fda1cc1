import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noErrors, openWindow, signedIn, signIn } from './browser.js';
import { ownFloor } from './own-floor.js';
import { people } from './people.js';
import { arrivedAt } from './steps.js';

const house = ownFloor({ leads: 40 });

void test('a page that was never opened comes by itself when the connection is back', async () => {
  const window = await openWindow(house.browser, house.floor.url);
  const { page, context } = window;
  // Nothing of it was fetched ahead.
  await page.route(/\/assets\/(StatisticPage|fetch-ahead)-/, (route) => route.abort('internetdisconnected'));
  await signIn(window, people.admin);
  await page.getByRole('heading', { name: 'Top 10 Core Values:' }).waitFor();

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Statistic' }).click();
  await page.getByText('Connection lost. What you opened appears once it is back.').waitFor();
  // What was there stays, and nothing is said to have failed.
  await page.getByRole('heading', { name: 'Top 10 Core Values:' }).waitFor();
  assert.equal(await page.getByText('This page could not be shown').count(), 0);

  await page.evaluate('window.isTheSamePage = true');
  await page.unroute(/\/assets\/(StatisticPage|fetch-ahead)-/);
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Statistic' }).waitFor();
  await arrivedAt(page, '/statistic');
  await page
    .getByText('Connection lost. What you opened appears once it is back.')
    .waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate('window.isTheSamePage'), true);
  noErrors(window);
  await context.close();
});

void test('the pages of a role are there without a connection, and their rows come with it', async () => {
  const window = await signedIn(house.browser, house.floor.url, people.admin);
  const { page, context } = window;
  const fetched = (part: string) =>
    `performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/${part}-'))`;
  for (const part of [
    'RecordsPage',
    'StatisticPage',
    'SystemPage',
    'LeadPage',
    'StatusDialog',
    'ChangePasswordDialog',
  ])
    await page.waitForFunction(fetched(part));
  assert.equal(await page.evaluate(fetched('GuideLeadsPage')), false);

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

void test('paging without a connection keeps rows and range together and says what waits', async () => {
  const window = await signedIn(house.browser, house.floor.url, people.admin);
  const { page, context } = window;
  await page.getByRole('link', { name: 'Raw Leads' }).click();
  const rows = page.locator('tbody tr[data-testid]');
  await rows.first().waitFor();
  await page.getByText(/^1–10 of/).waitFor();
  const first = await rows.allInnerTexts();

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Go to page 2' }).click();
  await page.getByText('Page 2 comes when the connection is back.').waitFor();
  assert.deepEqual(await rows.allInnerTexts(), first);
  await page.getByText(/^1–10 of/).waitFor();

  await context.setOffline(false);
  await page.getByText(/^11–20 of/).waitFor();
  assert.notDeepEqual(await rows.allInnerTexts(), first);
  noErrors(window);
  await context.close();
});
