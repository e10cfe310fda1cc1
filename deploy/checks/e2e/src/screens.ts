import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.js';
import { lineTo } from './cut-line.js';
import { openEnvironment } from './environment.js';
import { screens, type Screen, type Stage } from './screen-list.js';
import { openStage } from './stage.js';

// Screenshots of every screen for visual review: [SIZES=390x844,1280x720] [THEMES=light] node screens.mjs [folder] [names…]
// LEADS=0 shows them empty, STATE=failed as they are while the services answer 503, STATE=offline with the line cut.
const [folder = 'screens', ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const { SIZES = '1280x800,1920x1080', THEMES = 'light,dark', LEADS = '2000', STATE } = process.env;
const sizes = SIZES.split(',').map((size) => {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
});
const telephone = { width: 390, height: 844 };
const themes = (['light', 'dark'] as const).filter((theme) => THEMES.includes(theme));
const chosen = Object.entries(screens).filter(([name]) => wanted.length === 0 || wanted.includes(name));

const environment = await openEnvironment({ leads: Number(LEADS) });
const line = await lineTo(environment.url);
const browser = await openBrowser();

const complain = (name: string, what: string) => process.stderr.write(`${name}: ${what}\n`);

const outOfOrder = JSON.stringify({ status: 'error', message: 'The service is not available' });

/** Answers all but the session with 503. */
const refuseAll = (page: Page) =>
  page.route(
    ({ pathname }) => pathname.startsWith('/api/') && !pathname.startsWith('/api/auth/'),
    (route) => route.fulfill({ status: 503, contentType: 'application/json', body: outOfOrder }),
  );

async function shoot(name: string, screen: Screen, page: Page, stage: Stage, path: string): Promise<void> {
  if (STATE === 'failed') await refuseAll(page);
  // What does not come in a state is not waited for.
  page.setDefaultTimeout(STATE === undefined ? 60_000 : 15_000);
  try {
    await screen.show(page, stage);
    if (STATE === undefined && name !== 'bulk-upload-running') await page.waitForLoadState('networkidle');
    // Longer than any animation that remains with reduced motion.
    await page.waitForTimeout(500);
  } catch (error) {
    complain(name, error instanceof Error ? error.message : String(error));
  }
  if (STATE === 'offline') await stage.cutLine();
  // Until what is asked again was refused again.
  if (STATE !== undefined) await page.waitForTimeout(8_000);
  await page.screenshot({ path });
  if (STATE === 'offline') await stage.mendLine();
  await page.unrouteAll();
  await screen.leave?.(page, stage);
}

try {
  for (const size of sizes) {
    for (const theme of themes) {
      const { stage, windowOf, close } = openStage({ browser, url: environment.url, line, size, theme });
      for (const [name, screen] of chosen) {
        // Screens of a phone are shown in one size only.
        if (screen.small && size !== sizes[0]) continue;
        const shown = screen.small ? telephone : size;
        const window = await windowOf(screen.as ?? '');
        await window.page.setViewportSize(shown);
        const path = join(folder, `${name}-${theme}-${String(shown.width)}.png`);
        await shoot(name, screen, window.page, stage, path);
        for (const error of window.errors.splice(0)) complain(name, error);
      }
      await close();
    }
  }
} finally {
  await browser.close();
  await line.cut();
  await environment.close();
}
