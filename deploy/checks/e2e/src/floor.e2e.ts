import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noErrors, openWindow, signedIn, signIn } from './browser.js';
import { answerLater, call, callPanel, goOnline, permit } from './calling-steps.js';
import { withForty } from './floor-of-forty.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button } from './steps.js';

const own = ownEnvironment({ leads: 20 });

/** Waits until the tile of somebody shows a state. */
const shows = (page: Page, id: string, state: string) =>
  page.locator(`[data-testid="tile-${id}"][data-state="${state}"]`).waitFor();

void test('an admin sees an agent go online, talk, wrap up, take a break and come back', async () => {
  const agent = await callerFor(own.environment.url, people.lifeAgent);
  const lead = await makeLead(agent, 'Raymond Watched');
  await permit(await callerFor(own.environment.url, people.admin), lead);
  const office = await signedIn(own.browser, own.environment.url, people.admin);
  await office.page.goto('/floor');
  await office.page.getByText('Service level').waitFor();
  const desk = await signedIn(own.browser, own.environment.url, people.lifeAgent);

  await goOnline(desk.page);
  await shows(office.page, agent.user.id, 'ready');
  await call(desk.page, lead, 'Conference');
  await shows(office.page, agent.user.id, 'in-call');
  await office.page.getByTestId(`tile-${agent.user.id}`).getByText('Raymond Watched').waitFor();

  await button(callPanel(desk.page), 'Hang up').click();
  await shows(office.page, agent.user.id, 'wrap-up');
  await answerLater(desk.page);
  await desk.page.getByText('Wrap-up').waitFor();
  await button(desk.page, 'Ready').click();
  await shows(office.page, agent.user.id, 'ready');

  await button(desk.page, 'Go offline for a while').click();
  await desk.page.getByRole('menuitem', { name: 'Break' }).click();
  await desk.page.getByRole('switch', { checked: false }).waitFor();
  await shows(office.page, agent.user.id, 'break');
  await office.page.goto('/floor/wallboard');
  await shows(office.page, agent.user.id, 'break');
  await goOnline(desk.page);
  await shows(office.page, agent.user.id, 'ready');
  await office.page.keyboard.press('Escape');
  await office.page.waitForURL('**/floor');
  noErrors(office);
  noErrors(desk);
});

void test('forty agents fit a television without scrolling', async () => {
  const window = await openWindow(own.browser, own.environment.url, { width: 1920, height: 1080 });
  await signIn(window, people.admin);
  const { page } = window;
  await withForty(page);
  await page.goto('/floor/wallboard');
  const tiles = page.locator('[data-testid^="tile-"]');
  await tiles.nth(39).waitFor();
  assert.equal(await tiles.count(), 40);
  const boxes = await Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
  for (const box of boxes) {
    assert.ok(box);
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1920 && box.y + box.height <= 1080);
  }
  const firstName = `document.querySelector('[data-testid^="tile-"] strong')`;
  const size = Number(await page.evaluate(`parseFloat(getComputedStyle(${firstName}).fontSize)`));
  assert.ok(size >= 22, `names are ${String(size)} px`);
  noErrors(window);
});
