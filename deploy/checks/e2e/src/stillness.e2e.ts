import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noErrors, openWindow, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, heldHere, leadBar, openLead, setStatus } from './steps.js';

const house = ownEnvironment({ leads: 20 });

/** Cumulative layout shift (CLS), but including shifts right after user input. */
const observe = `window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  }).observe({ type: 'layout-shift' });`;

void test('the header of a lead causes no layout shift when its status gets a longer name', async () => {
  const dana = await callerFor(house.environment.url, people.lifeAgent);
  const lead = await makeLead(dana, 'Keeps Still');
  const agent = await signedIn(house.browser, house.environment.url, people.lifeAgent);
  const admin = await signedIn(house.browser, house.environment.url, people.admin);
  await openLead(agent.page, lead);
  await admin.page.goto(`/lead/${lead.id}`);
  await admin.page.getByText('has this lead open. You can read it').waitFor();
  await admin.settled();
  await admin.page.evaluate(observe);

  for (const title of ['Contact attempt 1', 'Agreement', 'Thinking about it']) {
    await setStatus(agent.page, title);
    await admin.page.locator('main').getByText(title).first().waitFor();
    await admin.settled();
  }
  const shifted = Number(await admin.page.evaluate('window.shifted'));
  assert.ok(shifted < 0.02, `The page moved by ${String(shifted)}`);
  await heldHere(agent.page);
  noErrors(agent);
  noErrors(admin);
});

void test('the font is asked for once, with the scripts of the first page: none is drawn without it first', async () => {
  const window = await openWindow(house.browser, house.environment.url);
  await window.page.goto('/');
  await button(window.page, 'Sign in').waitFor();
  const fonts = await window.page
    .evaluate(`document.fonts.ready.then(() => performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.woff2')).map(({ initiatorType }) => initiatorType))`);
  assert.deepEqual(fonts, ['link']);
  noErrors(window);
});

void test('a tab of the life form opens even if the field that loses focus becomes invalid', async () => {
  const agent = await signedIn(house.browser, house.environment.url, people.lifeAgent);
  const { page } = agent;
  await page.goto('/life');
  await button(page, 'New').click();
  const form = page.getByRole('dialog', { name: 'Client information' });
  await form.getByRole('textbox', { name: 'Full Name' }).focus();
  const quote = form.getByRole('tab', { name: 'Quote' });
  await quote.click();
  await form.getByLabel('1 field to correct').waitFor();
  assert.equal(await quote.getAttribute('aria-selected'), 'true');
  noErrors(agent);
});

void test('from tab to tab neither the tabs nor the buttons of the life form move', async () => {
  const dana = await callerFor(house.environment.url, people.lifeAgent);
  const lead = await makeLead(dana, 'Stays In Place');
  const agent = await signedIn(house.browser, house.environment.url, people.lifeAgent);
  const { page } = agent;
  const form = page.getByRole('dialog', { name: 'Client information' });
  const placesIn = async (tab: string) => {
    await form.getByRole('tab', { name: tab }).click();
    await agent.settled();
    const parts = [form.getByRole('tablist'), button(form, 'Close').last()];
    return Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
  };
  const stays = async () => {
    const places = await placesIn('Basic data');
    assert.deepEqual(await placesIn('Quote'), places);
    assert.deepEqual(await placesIn('Basic data'), places);
  };
  await page.goto('/life');
  await button(page, 'New').click();
  await stays();
  await openLead(page, lead);
  await button(leadBar(page), 'Edit').click();
  await stays();
  noErrors(agent);
});

/** What everybody opens in a day, and what an admin has beside it. */
const pages: Record<string, readonly string[]> = {
  [people.lifeAgent]: ['/', '/life', '/follow-ups', '/inbox', '/statistic', '/missed-calls'],
  [people.admin]: [
    '/',
    '/health',
    '/raw-leads',
    '/records',
    '/agents',
    '/floor',
    '/audit',
    '/system',
    '/licences',
    '/contact-rules',
    '/do-not-contact',
    '/suppression-lists',
    '/legal-holds',
    '/calls',
  ],
};
/** In a window of its own, from the first moment on. */
const fromStart = observe.replace("type: 'layout-shift'", "type: 'layout-shift', buffered: true");

/** On a first visit nothing is known of the heights; on a second each part knows how high it was. */
for (const [email, addresses] of Object.entries(pages)) {
  void test(`no page moves while it loads, whether it was seen before or not, for ${email}`, async () => {
    const first = await signedIn(house.browser, house.environment.url, email);
    const storageState = await first.context.storageState();
    // What Home has learned of itself by signing in is a first visit, too.
    for (const origin of storageState.origins)
      origin.localStorage = origin.localStorage.filter(({ name }) => !name.includes('height.'));
    const moved: string[] = [];
    for (const address of addresses) {
      const window = await openWindow(house.browser, house.environment.url, { storageState });
      const { page } = window;
      await window.context.addInitScript(fromStart);
      for (const visit of ['first', 'second']) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).or(page.locator('main h2')).first().waitFor();
        await window.settled();
        const shifted = Number(await page.evaluate('window.shifted'));
        if (shifted >= 0.02) moved.push(`${address} by ${String(shifted)} on the ${visit} visit`);
      }
      noErrors(window);
      await window.context.close();
    }
    assert.deepEqual(moved, []);
  });
}
