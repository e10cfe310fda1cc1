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

    assert.equal(await countOf(card, 'Rows in all'), file.counts.read);
    assert.deepEqual(
      {
        read: await countOf(card, 'Read'),
        saved: await countOf(card, 'Created'),
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
  assert.equal(head, '\uFEFFLine,Reason,Full Name,Phone,Email,State,Birth date,Row');
  assert.equal(lines.pop(), '');
  assert.equal(lines.length, file.report.length);
  for (const [index, { begins, ends }] of file.report.entries()) {
    assert.ok(lines[index]?.startsWith(begins), begins);
    assert.ok(lines[index]?.endsWith(ends), ends);
  }
  noErrors(uploading);
});

void test('refused rows are corrected where they are, and the finished file is cleared everywhere', async () => {
  const { page } = uploading;
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' });
  const rows = ['Ann Mended,12,TX', ',9725550171,TX', 'Cal Mended,9725550172,TX'];
  await dialog.getByLabel('CSV file').setInputFiles({
    name: 'mended.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name,Phone,State', ...rows].join('\n')),
  });
  await button(dialog, 'Upload').click();
  const card = dialog.getByRole('listitem', { name: 'mended.csv' });
  await card.getByText('Finished', { exact: true }).waitFor();
  assert.deepEqual([await countOf(card, 'Created'), await countOf(card, 'Refused')], [1, 2]);

  await button(card, 'Fix 2 rows').click();
  const phone = card.getByRole('listitem', { name: 'Line 2' }).getByLabel('Phone');
  await card.getByText('Phone is not valid: 12').waitFor();
  await phone.fill('9725550172');
  await button(card, 'Try again: line 2').click();
  await card.getByText('Duplicate: a lead with this phone exists').waitFor();
  await phone.fill('9725550170');
  await card.getByRole('listitem', { name: 'Line 3' }).getByLabel('Full Name').fill('Bo Mended');
  await button(card, 'Try 2 corrected rows again').click();
  await card.getByText('No rows are left to fix.').waitFor();
  assert.deepEqual([await countOf(card, 'Created'), await countOf(card, 'Refused')], [3, 0]);

  await button(dialog, 'Clear mended.csv').click();
  await card.waitFor({ state: 'hidden' });
  await page.reload();
  // Also in another browser, and after the page was loaded anew.
  const other = await signedIn(own.browser, own.environment.url, people.admin);
  await other.page.goto('/raw-leads');
  for (const window of [uploading, other]) {
    await button(window.page, 'Bulk Upload').click();
    const again = window.page.getByRole('dialog', { name: 'Bulk Upload' });
    await again.getByRole('listitem', { name: 'faulty.csv' }).waitFor();
    assert.equal(await again.getByRole('listitem', { name: 'mended.csv' }).count(), 0);
  }
  const dialogThere = other.page.getByRole('dialog', { name: 'Bulk Upload' });
  await button(dialogThere, 'Clear finished').click();
  await dialogThere.getByText('Uploaded files appear here.').waitFor();
  await button(dialogThere, 'Earlier files').click();
  const earlier = dialogThere.getByRole('list', { name: 'Earlier files' });
  await earlier.getByRole('listitem', { name: 'mended.csv' }).waitFor();
  await button(earlier, 'Download the refused rows of faulty.csv').waitFor();
  for (const window of [uploading, other]) noErrors(window);
});
