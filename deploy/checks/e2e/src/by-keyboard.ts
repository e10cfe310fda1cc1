import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** How a dialog is opened, and what is expected of it. */
interface Opening {
  opener: Locator;
  title: string | RegExp;
  /** A menu item to choose after the opener has opened its menu; focus must return to the menu's button. */
  item?: RegExp;
  /** The key to press on the opener instead of Enter. */
  key?: string;
  /** Minimum number of tab stops. */
  stops?: number;
  /** Whether Escape leaves it open. */
  isPersistent?: boolean;
}

// When a dialog opens, its container has the focus; Tab moves to its content.
export const isInside = async (dialog: Locator) =>
  (await dialog.locator('xpath=..').and(dialog.page().locator(':focus-within')).count()) === 1;
export const hasFocus = async (named: Locator) =>
  (await named.and(named.page().locator(':focus')).count()) === 1;
/** The focused element, numbered in order of the first visit, and the heading id of the dialog that contains it. */
const place = (page: Page) =>
  page.evaluate<{ at: string; title: string | null }>(`(() => {
    const here = document.activeElement;
    const visited = document.querySelectorAll('[data-visited]').length;
    here.dataset.visited ??= String(visited);
    const dialog = here.closest('[role="dialog"]');
    return { at: here.dataset.visited, title: dialog && dialog.getAttribute('aria-labelledby') };
  })()`);

/** Polls a condition that becomes true after an animation or lazy loading. */
export async function comesTrue(what: string | (() => string), ask: () => Promise<unknown>): Promise<void> {
  for (const started = Date.now(); (await ask()) !== true;) {
    assert.ok(Date.now() - started < 3_000, typeof what === 'string' ? what : what());
  }
}

/** Checks the focus trap of a dialog: presses Tab through all tab stops, then Shift+Tab once. */
export async function walk(page: Page, dialog: Locator, name: string, stops: number): Promise<void> {
  const title = await dialog.getAttribute('aria-labelledby');
  const seen = new Set<string>();
  for (let at = ''; !seen.has(at);) {
    seen.add(at);
    await page.keyboard.press('Tab');
    const now = await place(page);
    assert.equal(now.title, title, `Tab leaves the dialog ${name}`);
    at = now.at;
  }
  assert.ok(seen.size > stops, `Tab reaches ${String(seen.size - 1)} places of the dialog ${name}`);
  await page.keyboard.press('Shift+Tab');
  assert.equal((await place(page)).title, title, `Shift and Tab leave the dialog ${name}`);
}

/** Opens a dialog by keyboard, checks its focus trap and closes it; focus must return to its opener. */
export async function byKeyboard(
  page: Page,
  { opener, title, item, key, stops = 1, isPersistent = false }: Opening,
): Promise<void> {
  const name = String(title);
  await opener.focus();
  await page.keyboard.press(key ?? 'Enter');
  if (item) {
    const chosen = page.getByRole('menuitem', { name: item });
    await chosen.waitFor();
    for (let steps = 0; !(await hasFocus(chosen)); steps += 1) {
      assert.ok(steps < 20, `The arrow keys do not reach ${String(item)}`);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
  }
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  await comesTrue(`Focus is not in the dialog ${name}`, () => isInside(dialog));
  await walk(page, dialog, name, stops);
  await page.keyboard.press('Escape');
  if (isPersistent) {
    // Only its buttons close it.
    assert.ok(await dialog.isVisible(), `Escape closes ${name}`);
    await dialog.getByRole('button', { name: 'Close' }).first().press('Enter');
  }
  await dialog.waitFor({ state: 'hidden' });
  await comesTrue(`Focus does not come back from ${name}`, () => hasFocus(opener));
}
