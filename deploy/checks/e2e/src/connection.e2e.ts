import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noErrors, openWindow, signedIn, signIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';
import { arrivedAt, button, heldHere } from './steps.js';

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
  await page.getByText('Connection lost. Loading resumes once you are back online.').waitFor();
  // The previous page stays, and no error is shown.
  await page.getByRole('heading', { name: 'Top 10 Core Values:' }).waitFor();
  assert.equal(await page.getByText('This page failed to load').count(), 0);

  await page.evaluate('window.isTheSamePage = true');
  await page.unroute(/\/assets\/StatisticPage-/);
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Statistic' }).waitFor();
  await arrivedAt(page, '/statistic');
  await page
    .getByText('Connection lost. Loading resumes once you are back online.')
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

/** What one works with, or has to read, under a box: looked for every few pixels. */
const under = (page: Page, box: { x: number; y: number; width: number; height: number }) =>
  page.evaluate<string[]>(`(() => {
    const { x, y, width, height } = ${JSON.stringify(box)};
    const found = new Set();
    for (let left = x; left < x + width; left += 4)
      for (let top = y; top < y + height; top += 4)
        for (const element of document.elementsFromPoint(left, top)) {
          const used = element.closest('button, a, input, textarea, [role="tab"], [role="alert"], .MuiAlert-root');
          if (used) found.add(used.getAttribute('aria-label') ?? used.textContent);
        }
    return [...found];
  })()`);

/** The pages whose foot has something to work with, or to read. */
const withFoot: [string, string, (page: Page) => Promise<void>][] = [
  ['home', people.admin, (page) => page.getByText(/licences? to be checked/).waitFor()],
  [
    'a list',
    people.admin,
    async (page) => {
      await page.goto('/life');
      await page.getByText(/^1–10 of/).waitFor();
    },
  ],
  [
    'a lead',
    people.lifeAgent,
    async (page) => {
      await page.goto('/life');
      await page.locator('tbody tr[data-testid] a').first().click();
      await heldHere(page);
    },
  ],
  [
    'a conversation',
    people.lifeAgent,
    async (page) => {
      await page.goto('/inbox');
      await page.getByRole('table', { name: 'Inbox' }).getByRole('link').first().click();
      await page.getByPlaceholder('Write a text').waitFor();
    },
  ],
];

for (const [width, height] of [
  [390, 844],
  [1280, 720],
] as const) {
  void test(`a lost connection is said where nothing is covered, at ${String(width)} pixels`, async () => {
    const covered: Record<string, string[]> = {};
    for (const [name, who, open] of withFoot) {
      const window = await openWindow(house.browser, house.environment.url, { width, height });
      const { page, context } = window;
      await signIn(window, who);
      await page.locator('[data-type]').getByRole('button', { name: 'Close' }).click();
      await open(page);
      await context.setOffline(true);
      const said = page.getByRole('status').locator('.MuiPaper-root', { hasText: 'Connection lost.' });
      await said.waitFor();
      const box = await said.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width);
      covered[name] = await under(page, box);
      await context.close();
    }
    assert.deepEqual(covered, { home: [], 'a list': [], 'a lead': [], 'a conversation': [] });
  });
}

/** Whether no part of one lies on the other. */
async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  assert.ok(a && b);
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [900, 720],
  [1280, 720],
  [1920, 1080],
] as const) {
  void test(`a refusal covers neither Send, nor a tab, nor that the connection is lost, at ${String(width)} pixels`, async () => {
    const window = await openWindow(house.browser, house.environment.url, { width, height });
    const { page, context } = window;
    await signIn(window, people.lifeAgent);
    await page.goto('/life');
    await page.locator('[data-testid^="row-"] a').first().click();
    await heldHere(page);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const note = page.getByRole('textbox', { name: 'New note' });
    await note.fill('Asked to be called after 11');
    await context.setOffline(true);
    const lost = page.getByRole('status').locator('.MuiPaper-root', { hasText: 'Connection lost.' });
    await lost.waitFor();
    await note.press('Control+Enter');
    const refusal = page.locator('[data-type="error"]');
    await refusal.getByText(/^Cannot reach the server/).waitFor();
    await page.evaluate(`Promise.allSettled(document.getAnimations().map(({ finished }) => finished))`);

    assert.ok(await areApart(refusal.getByText(/^Cannot reach the server/), lost));
    assert.ok(await areApart(button(refusal, 'Close'), lost));
    for (const used of [button(page, 'Send'), ...(await page.getByRole('tab').all())])
      if (await used.isVisible()) {
        assert.ok(await areApart(refusal, used));
        assert.ok(await areApart(lost, used));
      }
    await context.close();
  });
}
