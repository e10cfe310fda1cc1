import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { noErrors, openWindow, signedIn, signIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';
import { button } from './steps.js';

const house = ownEnvironment({ leads: 20 });

/** A property of an element as the browser draws it. */
const drawn = async (element: Locator, property: string) =>
  String(await element.evaluate(`(node) => getComputedStyle(node).${property}`));

void test('with colours that the system chooses, focus, choices and switches are told apart', async () => {
  const window = await openWindow(house.browser, house.environment.url, { forcedColors: 'active' });
  const { page } = window;
  await signIn(window, people.admin);
  await page.goto('/statistic');
  const tab = (isSelected: boolean) =>
    page.locator(`[role=tab][aria-selected=${String(isSelected)}]`).first();
  await tab(true).waitFor();
  assert.equal(await drawn(tab(true), 'outlineStyle'), 'solid');
  assert.equal(await drawn(tab(false), 'outlineStyle'), 'none');
  const here = page.locator('nav [aria-current=page]').first();
  assert.equal(await drawn(here, 'outlineStyle'), 'solid');

  // The ring of what the keyboard has reached lies outside of it, that of a choice inside.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus-visible');
  assert.equal(await drawn(focused, 'outlineStyle'), 'solid');

  await page.goto('/life');
  await page.locator('[data-testid^="row-"]').first().waitFor();
  const filled = button(page, 'New');
  assert.equal(await drawn(filled, 'borderTopStyle'), 'solid');
  await page.getByRole('checkbox', { name: 'Check this page' }).check();
  const box = page.locator('[data-testid^="row-"] .MuiCheckbox-root svg').first();
  const [ground, mark] = [box.locator('.filled'), box.locator('.mark')];
  assert.notEqual(await drawn(ground, 'fill'), await drawn(mark, 'stroke'));
  noErrors(window);
});

void test('nothing moves by itself for whoever asked for less motion', async () => {
  const window = await signedIn(house.browser, house.environment.url, people.lifeAgent);
  const { page } = window;
  for (const address of ['/', '/life', '/inbox', '/follow-ups', '/statistic']) {
    await page.goto(address);
    await page.getByRole('heading').first().waitFor();
    await window.settled();
    const running = await page.evaluate(
      'document.getAnimations().filter(({ playState }) => playState === "running").length',
    );
    assert.equal(running, 0, `Something moves on ${address}`);
  }
  noErrors(window);
});
