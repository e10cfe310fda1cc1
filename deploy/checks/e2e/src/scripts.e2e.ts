import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noErrors, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, fromSettings, openLead, said } from './steps.js';

const own = ownEnvironment({ leads: 20 });

void test('an agent reads the script section by section, and creates, edits and deletes a custom one', async () => {
  const lead = await makeLead(await callerFor(own.environment.url, people.lifeAgent), 'Rosalind Achterberg');
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await openLead(page, lead);
  await page.getByText('Section 1 of 4').waitFor();
  await page.getByText('Achterberg').first().waitFor();
  await button(page, 'Next').click();
  await page.getByText('Section 2 of 4').waitFor();

  await page.getByRole('tab', { name: 'Add a Custom Script' }).click();
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.click();
  await button(page, 'Heading').click();
  await page.keyboard.type('Objections');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Too dear? ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Ask why.');
  await button(page, 'Create').click();
  await page.getByRole('tab', { name: 'Objections', selected: true }).waitFor();
  assert.match(page.url(), /\/scripts\/[0-9a-f]{24}$/);
  const written = page.getByRole('tabpanel', { name: 'Objections' });
  await written.locator('h2', { hasText: 'Objections' }).waitFor();
  await written.locator('strong', { hasText: 'Ask why.' }).waitFor();

  await page.reload();
  const panel = page.getByRole('tabpanel', { name: 'Objections' });
  await button(panel, 'Edit').click();
  await panel.getByRole('textbox', { name: 'Script' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Then wait.');
  await button(panel, 'Update').click();
  await panel.getByText('Then wait.').waitFor();

  await button(panel, 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete script' }), 'Delete').click();
  await page.getByRole('tab', { name: 'Script', selected: true }).waitFor();
  assert.equal(await page.getByRole('tab', { name: 'Objections' }).count(), 0);
  noErrors(window);
  await window.context.close();
});

void test('an admin creates a partner, whose API key, shown once, delivers a lead', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await fromSettings(page, 'Partners');
  await button(page, 'New partner').click();
  const dialog = page.getByRole('dialog', { name: 'New partner' });
  await dialog.getByLabel(/^Name/).fill('BrightQuote Media');
  await dialog.getByLabel(/^Code/).fill('brightquote');
  await dialog.getByLabel('Click listing').check();
  await button(dialog, 'Create').click();
  const key = await page.getByLabel('Key', { exact: true }).inputValue();
  await button(page.getByRole('dialog'), 'Close').last().click();

  const deliver = () =>
    fetch(`${own.environment.url}/api/intake/clickListing`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': '120934' },
      body: JSON.stringify({
        type: 'life',
        fullname: 'Ingrid Vasquez',
        email: 'ingrid.vasquez@example.com',
        phone: '(214)555-0177',
        state: 'TX',
        birth_date: '1960-01-02',
      }),
    });
  const [first, again] = [await deliver(), await deliver()];
  assert.deepEqual([first.status, again.status], [200, 200]);
  assert.deepEqual(await again.json(), await first.json());
  await page.reload();
  await page.getByRole('cell', { name: '1', exact: true }).waitFor();
  assert.equal(await said(page, 'Partner created').count(), 0);
  noErrors(window);
  await window.context.close();
});
