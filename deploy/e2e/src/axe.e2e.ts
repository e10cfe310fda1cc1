import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, type Theme } from './browser.js';
import { lineTo, type Line } from './cut-line.js';
import { openFloor, type Floor } from './floor.js';
import { screens } from './screen-list.js';
import { lookAt, openStage } from './stage.js';

const size = { width: 1280, height: 800 };
const telephone = { width: 390, height: 844 };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A large import shows nothing that its dialog before and its report behind do not. */
const left: ReadonlySet<string> = new Set(['bulk-upload-running']);

let floor: Floor;
let line: Line;
let browser: Browser;

before(async () => {
  floor = await openFloor({ leads: 60 });
  line = await lineTo(floor.url);
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
  await line.cut();
  await floor.close();
});

/** What a reader with a screen reader, a keyboard or weak eyes could not use, in words. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>(
    // What lies dimmed behind a dialog is out of reach until it closes, and is looked at without one.
    `axe.run({ exclude: ['#root[aria-hidden="true"]'] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) => `${id}: ${help} – ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
}

for (const theme of ['light', 'dark'] satisfies Theme[]) {
  void test(`every screen in the ${theme} theme can be read and used by everybody`, async () => {
    const { stage, windowOf, close } = openStage({ browser, url: floor.url, line, size, theme });
    const faults: Record<string, string[]> = {};
    for (const [name, screen] of Object.entries(screens)) {
      if (left.has(name)) continue;
      const { page } = await windowOf(screen.as ?? '');
      await page.setViewportSize(screen.small ? telephone : size);
      await lookAt(screen, page, stage, async () => {
        await page.waitForLoadState('networkidle');
        const found = await faultsOf(page);
        if (found.length > 0) faults[name] = found;
      });
    }
    await close();
    assert.deepEqual(faults, {});
  });
}
