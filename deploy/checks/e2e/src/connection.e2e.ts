import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noErrors, openWindow, signedIn, signIn, type Window } from './browser.js';
import { call, callPanel, permit } from './calling-steps.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
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

/** Writes a note on the open lead with the line cut, and answers its refusal and the notice of the lost line. */
async function refusedNote({ page, context }: Window): Promise<{ refusal: Locator; lost: Locator }> {
  await page.getByRole('tab', { name: 'Timeline' }).click();
  // Beside a script there is a field of that name, too, until the tab has changed.
  const timeline = page.getByRole('tabpanel', { name: 'Timeline' });
  const note = timeline.getByRole('textbox', { name: 'New note' });
  await note.fill('Asked to be called after 11');
  await context.setOffline(true);
  const lost = page.getByRole('status').locator('.MuiPaper-root', { hasText: 'Connection lost.' });
  await lost.waitFor();
  await note.press('Control+Enter');
  const refusal = page.locator('[data-type="error"]');
  await refusal.getByText(/^Cannot reach the server/).waitFor();
  // It stays as long as the pointer is on it: a busy machine measures for longer than it is shown.
  await refusal.hover();
  await page.evaluate(`Promise.allSettled(document.getAnimations().map(({ finished }) => finished))`);
  return { refusal, lost };
}

/** What either covers of what one works with on a lead, by name. */
async function coveredBy(covers: Locator[], used: Locator[]): Promise<string[]> {
  const covered: string[] = [];
  for (const each of used) {
    if (!(await each.isVisible())) continue;
    for (const cover of covers)
      if (!(await areApart(cover, each)))
        covered.push((await each.getAttribute('aria-label')) ?? (await each.innerText()));
  }
  return covered;
}

const sizes = [
  [390, 844],
  [768, 1024],
  [900, 720],
  [1280, 720],
  [1920, 1080],
] as const;

for (const [width, height] of sizes) {
  void test(`a refusal covers neither Send, nor a tab, nor that the connection is lost, at ${String(width)} pixels`, async () => {
    const window = await openWindow(house.browser, house.environment.url, { width, height });
    const { page, context } = window;
    await signIn(window, people.lifeAgent);
    await page.goto('/life');
    await page.locator('[data-testid^="row-"] a').first().click();
    await heldHere(page);
    const { refusal, lost } = await refusedNote(window);

    const said = [refusal.getByText(/^Cannot reach the server/), button(refusal, 'Close')];
    assert.deepEqual(await coveredBy([lost], said), []);
    const tabs = await page.getByRole('tab').all();
    const used = [button(page, 'Send'), ...tabs];
    // In one column the way to the field scrolls the tabs past the notice of the lost line, to wherever what is loaded by
    // then leaves them; they are used through it.
    assert.deepEqual(await coveredBy([refusal, lost], width < 900 ? [button(page, 'Send')] : used), []);
    assert.deepEqual(await coveredBy([refusal], tabs), []);
    await page.evaluate(
      `for (const each of document.querySelectorAll('main, main *')) if (each.scrollTop > 0) each.scrollTo(0, 0)`,
    );
    assert.deepEqual(await coveredBy([lost], used), []);
    await context.close();
  });
}

void test('in a call a refusal covers neither the call, nor a tab, nor Send, at any width', async () => {
  const window = await openWindow(house.browser, house.environment.url);
  const { page, context } = window;
  const [dana, boss] = await Promise.all([
    callerFor(house.environment.url, people.lifeAgent),
    callerFor(house.environment.url, people.admin),
  ]);
  const lead = await makeLead(dana, 'Rosalind Achterberg');
  await permit(boss, lead);
  await signIn(window, people.lifeAgent);
  await call(page, lead, 'Single');
  const covered: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const { refusal, lost } = await refusedNote(window);
    // On a phone the tabs are right below the bar then.
    await button(page, 'Send').scrollIntoViewIfNeeded();
    const said = [refusal.getByText(/^Cannot reach the server/), button(refusal, 'Close')];
    const used = [button(page, 'Send'), ...(await callPanel(page).getByRole('button').all())];
    const tabs = await page.getByRole('tab').all();
    // Below 900 pixels the bar has no room beside the call, and the panel leads to the lead.
    const banner = width < 900 ? [] : [page.getByRole('group', { name: 'ON THE CALL' })];
    const all = [
      ...(await coveredBy([lost], said)),
      ...(await coveredBy([refusal, lost], [...used, ...banner])),
      ...(await coveredBy([refusal], tabs)),
    ];
    covered.push(...all.map((name) => `${name} at ${String(width)} pixels`));
    await button(refusal, 'Close').click();
    await refusal.waitFor({ state: 'hidden' });
    await context.setOffline(false);
    await lost.waitFor({ state: 'hidden' });
  }
  assert.deepEqual(covered, []);
  await context.close();
});
