import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noErrors, signedIn, type Window } from './browser.js';
import { faultyFile } from './faulty-file.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';
import { button } from './steps.js';

const rows = Number(process.env['IMPORT_ROWS'] ?? 20_000);
const file = faultyFile(rows);
/** Maximum time per page of the list while the import runs, with slack for a loaded machine. */
const quickly = { timeout: 3_000 };

let uploading: Window;
let watching: Window;
let paging: Window;

const own = ownEnvironment({ leads: 600 }, async () => {
  uploading = await signedIn(own.browser, own.environment.url, people.admin);
  watching = await signedIn(own.browser, own.environment.url, people.admin);
  paging = await signedIn(own.browser, own.environment.url, people.lifeAgent);
});

const shown = (count: number) => count.toLocaleString('en-US');
const matches = async (page: Page): Promise<number> => {
  const text = await page.getByText(/^[\d,]+ match$/).textContent();
  return Number(text?.replace(/\D/g, ''));
};

/** The count under a heading of an import's card. */
async function countOf(card: Locator, heading: string): Promise<number> {
  const group = card.locator('dl > div').filter({ hasText: heading });
  return Number((await group.locator('dd').textContent())?.replaceAll(',', ''));
}

/** Pages through the leads of all sources until the import is done; returns the time that each page took. */
async function pageUntil(page: Page, isOver: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!isOver()) {
    const first = await page.locator('[data-testid^="row-"]').first().getAttribute('data-testid');
    assert.ok(first);
    const next = button(page, 'Next page');
    const onward = (await next.isEnabled()) ? next : button(page, 'Go to page 1');
    const from = performance.now();
    await onward.click();
    await page.getByTestId(first).waitFor({ state: 'hidden', ...quickly });
    took.push(performance.now() - from);
  }
  return took;
}

void test(
  `a file of ${shown(rows)} rows with all kinds of faults is imported while other users work`,
  { timeout: 240_000 },
  async (t) => {
    await Promise.all([uploading.page.goto('/raw-leads'), watching.page.goto('/raw-leads')]);
    await paging.page.goto('/life?filter={}');
    const before = await matches(watching.page);

    await button(uploading.page, 'Bulk Upload').click();
    const dialog = uploading.page.getByRole('dialog', { name: 'Bulk Upload' });
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'faulty.csv',
      mimeType: 'text/csv',
      buffer: file.bytes,
    });
    const from = performance.now();
    await button(dialog, 'Upload').click();
    const card = dialog.getByRole('listitem', { name: 'faulty.csv' });
    await card.waitFor();

    let isOver = false;
    const finished = card
      .getByText('Finished', { exact: true })
      .waitFor({ timeout: 200_000 })
      .finally(() => {
        isOver = true;
      });
    const took = await pageUntil(paging.page, () => isOver);
    await finished;
    t.diagnostic(
      `imported in ${String(Math.round(performance.now() - from))} ms; ${String(took.length)} pages meanwhile, the slowest in ${String(Math.round(Math.max(...took)))} ms`,
    );

    assert.deepEqual(
      {
        read: await countOf(card, 'Read'),
        saved: await countOf(card, 'Accepted'),
        refused: await countOf(card, 'Refused'),
        duplicates: await countOf(card, 'Duplicates'),
      },
      file.counts,
    );

    // The other admin's list was updated live.
    await watching.page.getByText(`${shown(before + file.counts.saved)} match`).waitFor();
    for (const window of [uploading, watching, paging]) noErrors(window);
  },
);

void test('the report lists each rejected row with its line number, the reason and the original text', async () => {
  const { page } = uploading;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download the refused rows of faulty.csv').click(),
  ]);
  assert.equal(download.suggestedFilename(), 'refused-rows-faulty.csv');
  const report = await readFile(await download.path(), 'utf8');
  const [head, ...lines] = report.split('\r\n');
  assert.equal(head, '\uFEFFLine,Reason,Row');
  assert.equal(lines.pop(), '');
  assert.deepEqual(lines, file.report);
  noErrors(uploading);
});
