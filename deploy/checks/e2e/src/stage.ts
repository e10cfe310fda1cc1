import type { Browser, Page } from 'playwright-core';
import { openWindow, signIn, type Theme, type Window } from './browser.js';
import type { Line } from './cut-line.js';
import type { Screen, Stage } from './screen-list.js';

/** The windows of one size and theme, opened lazily, one per user. */
export interface OpenStage {
  stage: Stage;
  windowOf: (email: string) => Promise<Window>;
  close: () => Promise<void>;
}

export function openStage(options: {
  browser: Browser;
  /** The server's own URL, and the proxy to it that can be cut. */
  url: string;
  line: Line;
  size: { width: number; height: number };
  theme: Theme;
}): OpenStage {
  const { browser, url, line, size, theme } = options;
  const windows = new Map<string, Window>();
  const windowOf = async (email: string): Promise<Window> => {
    const known = windows.get(email);
    if (known) return known;
    const window = await openWindow(browser, line.url, size);
    windows.set(email, window);
    await window.page.goto('/signin');
    await window.page.evaluate(`localStorage.setItem('RaStore.theme', '"${theme}"')`);
    if (email !== '') {
      await signIn(window, email);
      await window.page.locator('[data-type]').getByRole('button', { name: 'Close' }).click();
    }
    return window;
  };
  const stage: Stage = {
    url,
    pageOf: async (email) => (await windowOf(email)).page,
    cutLine: line.cut,
    mendLine: line.mend,
  };
  const close = async () => {
    for (const { context } of windows.values()) await context.close();
  };
  return { stage, windowOf, close };
}

/** Shows a screen, runs `look` on it, and cleans up for the next one. */
export async function lookAt(
  { show, leave }: Screen,
  page: Page,
  stage: Stage,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  await show(page, stage);
  await look(page);
  await leave?.(page, stage);
}
