import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { type Theme } from './browser.js';
import { ownLine } from './own-environment.js';
import { screens } from './screen-list.js';
import { lookAt, openStage } from './stage.js';

/** The way to a screen is that of a desk, or of a telephone. */
const size = { width: 1280, height: 800 };
/** `AXE_WIDTH`: what the window is made before a desk's screen is checked: 390, 768, 1440, 1920; 640 is 1280 at 200 %. */
const checked = { ...size, width: Number(process.env['AXE_WIDTH'] ?? size.width) };
const telephone = { width: 390, height: 844 };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Skipped: a running import shows nothing beyond the upload dialog and the report, which are checked. */
const left: ReadonlySet<string> = new Set(['bulk-upload-running']);
/** Number of shards: the screens are split into as many parts, one of which is checked per day, or `AXE_PART`, from 0 on. */
const share = Number(process.env['AXE_SHARE'] ?? 1);
const part = Number(process.env['AXE_PART'] ?? Math.floor(Date.now() / 86_400_000)) % share;
const chosen = Object.entries(screens).filter(([name], index) => !left.has(name) && index % share === part);

const own = ownLine({ leads: 150 });

/** All WCAG rules, checked in the light theme; in the dark theme only the colour rules can give other results. */
const everything = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const colours = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** The serious and critical accessibility violations of a page, as text. */
async function faultsOf(page: Page, rules: object): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    // The content behind an open dialog is inert, and is checked on the screens without a dialog.
    `axe.run({ exclude: ['#root[aria-hidden="true"]'] }, ${JSON.stringify(rules)})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) => `${id}: ${help} – ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
}

/** Changes the theme through a storage event, as another window would, so that nothing on the screen closes or moves. */
async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    `new Promise((worn) => {
       const colour = () => getComputedStyle(document.body).backgroundColor;
       const before = colour();
       const settled = () => Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
       // Whatever moves to its new colour starts to do so a frame later.
       const arrived = () => requestAnimationFrame(() => requestAnimationFrame(() => settled().then(() => worn())));
       const look = () => (colour() === before ? requestAnimationFrame(look) : arrived());
       localStorage.setItem('RaStore.theme', '"${theme}"');
       dispatchEvent(new StorageEvent('storage', { key: 'RaStore.theme', newValue: '"${theme}"' }));
       look();
     })`,
  );
}

const which = share === 1 ? 'every screen' : `each of ${String(chosen.length)} screens`;

void test(`${which} has no serious accessibility violations (WCAG 2.2 AA) in either theme`, async () => {
  const { stage, windowOf, close } = openStage({
    browser: own.browser,
    url: own.environment.url,
    line: own.line,
    size,
    theme: 'light',
  });
  const faults: Record<string, string[]> = {};
  for (const [name, screen] of chosen) {
    const { page, settled } = await windowOf(screen.as ?? '');
    await page.setViewportSize(screen.small ? telephone : size);
    await lookAt(screen, page, stage, async () => {
      if (!screen.small) await page.setViewportSize(checked);
      await settled();
      await page.evaluate(axe);
      const found = await faultsOf(page, everything);
      await wear(page, 'dark');
      let pale = await faultsOf(page, colours);
      // Retry once: an element may have been caught in the middle of a transition.
      if (pale.length > 0) {
        await settled();
        pale = await faultsOf(page, colours);
      }
      found.push(...pale.map((fault) => `dark: ${fault}`));
      await wear(page, 'light');
      if (found.length > 0) faults[name] = found;
    });
  }
  await close();
  assert.deepEqual(faults, {});
});
