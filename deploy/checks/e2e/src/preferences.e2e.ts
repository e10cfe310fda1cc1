import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noErrors, openWindow, signedIn, signIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';

const house = ownEnvironment({ leads: 20 });

/** A property of the first such element as the browser draws it. */
async function drawn(page: Page, selector: string, property: string): Promise<unknown> {
  await page.locator(selector).first().waitFor();
  return page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);
}

/** Waits until the first such element is drawn so: what that needs is loaded after the page. */
async function becomes(page: Page, selector: string, property: string, value: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  await page.waitForFunction(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property} === '${value}'`,
  );
}

void test('with colours that the system chooses, focus, choices and ticks are told apart', async () => {
  const window = await openWindow(house.browser, house.environment.url, { forcedColors: 'active' });
  const { page } = window;
  await signIn(window, people.admin);
  await page.goto('/statistic');
  await becomes(page, 'nav [aria-current=page]', 'outlineStyle', 'solid');
  assert.equal(await drawn(page, '[role=tab][aria-selected=true]', 'outlineStyle'), 'solid');
  assert.equal(await drawn(page, '[role=tab][aria-selected=false]', 'outlineStyle'), 'none');
  // The ring of what the keyboard has reached is around it, the line of a choice within.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await drawn(page, ':focus-visible', 'outlineStyle'), 'solid');

  await page.goto('/life');
  await page.locator('[data-testid^="row-"]').first().waitFor();
  await page.getByRole('checkbox', { name: 'Check this page' }).check();
  const row = '[data-testid^="row-"] .MuiCheckbox-root';
  await becomes(page, 'main .MuiButton-contained', 'borderTopStyle', 'solid');
  assert.notEqual(await drawn(page, `${row} .filled`, 'fill'), await drawn(page, `${row} .mark`, 'stroke'));
  noErrors(window);
});

void test('nothing moves by itself for whoever asked for less motion', async () => {
  const window = await signedIn(house.browser, house.environment.url, people.lifeAgent);
  const { page } = window;
  for (const address of ['/', '/life', '/inbox', '/follow-ups', '/statistic']) {
    await page.goto(address);
    await page.getByRole('heading').first().waitFor();
    await window.settled();
    // What is over within a millisecond nobody sees.
    const seen =
      'document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime > 1).length';
    assert.equal(await page.evaluate(seen), 0, `Something moves on ${address}`);
  }
  noErrors(window);
});
