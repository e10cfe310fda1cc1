import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { comesTrue, hasFocus, isInside, walk } from './by-keyboard.js';

/** As many Tabs as somebody puts up with to reach the next thing. */
const handful = 5;

/** What shows where the focus is: a ring or a border of the focused element or of the control that it is part of. */
const shown = `(() => {
  const here = document.activeElement;
  if (here === null || here === document.body) return 'nothing has the focus';
  // The page itself has it after it opened: the first Tab goes on from there.
  if (here.matches('main')) return '';
  const control = here.closest('.MuiOutlinedInput-root, .MuiSwitch-root, .MuiCheckbox-root, .MuiRadio-root') ?? here;
  const own = control.getBoundingClientRect();
  const inView = own.bottom > 0 && own.right > 0 && own.top < innerHeight && own.left < innerWidth;
  if (!inView) return 'it is outside of the window';
  const at = document.elementFromPoint(
    Math.min(Math.max(own.left + own.width / 2, 0), innerWidth - 1),
    Math.min(Math.max(own.top + own.height / 2, 0), innerHeight - 1),
  );
  if (at !== null && !control.contains(at) && !at.contains(control)) return 'something lies on it';
  const ringed = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  };
  // A field that is written in has its caret and a border that is twice as wide.
  const border = control.querySelector('.MuiOutlinedInput-notchedOutline');
  const isBordered = border !== null && parseFloat(getComputedStyle(border).borderTopWidth) >= 2;
  const isCaret = here.matches('input:not([type=checkbox]):not([type=radio]), textarea, [contenteditable="true"]');
  return ringed(here) || ringed(control) || isBordered || isCaret ? '' : 'it has no ring';
})()`;

/** Somebody without a mouse: all that happens to a page is keys. */
export function keyboardOnly(page: Page) {
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  const isShown = async (what: string) => {
    let fault = '';
    const isSeen = async () => (fault = await page.evaluate<string>(shown)) === '';
    await comesTrue(() => `The focus on ${what} is not seen: ${fault}`, isSeen);
  };
  /** Presses Tab until this has the focus, a handful of times at most. */
  const tabTo = async (target: Locator, atMost = handful, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await target.waitFor();
    for (let tabs = 0; !(await hasFocus(target)); tabs += 1) {
      assert.ok(tabs < atMost, `${String(target)} is more than ${String(atMost)} Tabs away`);
      await keyboard.press(key);
    }
    await isShown(String(target));
  };
  /** Waits until something took the focus by itself. */
  const isAt = async (target: Locator) => {
    await comesTrue(`${String(target)} does not take the focus`, () => hasFocus(target));
    await isShown(String(target));
  };
  /** Finds a page, a lead or an action in the overlay and opens it. */
  const find = async (text: string, option: string | RegExp, opener: '/' | 'Control+k' = 'Control+k') => {
    await keyboard.press(opener);
    await isAt(page.getByRole('combobox', { name: 'Find a lead, a page or an action' }));
    await keyboard.type(text);
    const wanted = page.getByRole(
      'option',
      typeof option === 'string' ? { name: option, exact: true } : { name: option },
    );
    await wanted.waitFor();
    for (let downs = 0; (await wanted.getAttribute('aria-selected')) !== 'true'; downs += 1) {
      assert.ok(downs < handful, `${String(option)} is far down the list`);
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
  };
  /** What is open holds the focus, and Escape gives it back to where it was before. */
  const holds = async (dialog: Locator, name: string) => {
    await dialog.waitFor();
    await comesTrue(`Focus is not in ${name}`, () => isInside(dialog));
  };
  const closes = async (dialog: Locator, before: Locator) => {
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await isAt(before);
  };
  /** Arrow keys until this has the focus. */
  const arrowTo = async (target: Locator, key: 'ArrowDown' | 'ArrowRight' = 'ArrowDown', atMost = 12) => {
    await target.waitFor();
    for (let steps = 0; !(await hasFocus(target)); steps += 1) {
      assert.ok(steps < atMost, `The arrow keys do not reach ${String(target)}`);
      await keyboard.press(key);
    }
    await isShown(String(target));
  };
  return {
    press,
    type: (text: string) => keyboard.type(text),
    tabTo,
    arrowTo,
    isAt,
    isShown,
    find,
    holds,
    closes,
    walk,
  };
}
