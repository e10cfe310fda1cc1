import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noErrors, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, openLead, said } from './steps.js';

const own = ownEnvironment({ leads: 20 });

const notes = (page: Page): Locator => page.getByRole('list', { name: 'Notes on this lead' });
const slot = (page: Page, name: string): Locator => page.getByRole('form', { name });

async function pick(form: Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click();
  await form.page().getByRole('option', { name: option, exact: true }).click();
}

void test('notes and beneficiaries of a lead are saved and shown live to another user', async () => {
  const lead = await makeLead(
    await callerFor(own.environment.url, people.lifeAgent),
    'Ottoline Brackenridge',
  );
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await openLead(page, lead);
  const watching = await signedIn(own.browser, own.environment.url, people.admin);
  await watching.page.goto(`/lead/${lead.id}/notes`);
  await watching.page.getByText('has this lead open. You can read it').waitFor();

  // The notes beside the script: a draft survives a change of tab.
  await page.getByRole('textbox', { name: 'New note' }).fill('Wants one price for both');
  await page.getByRole('tab', { name: 'Notes' }).click();
  assert.equal(new URL(page.url()).pathname, `/lead/${lead.id}/notes`);
  await page.getByRole('textbox', { name: 'New note' }).press('Control+Enter');
  await notes(page).getByText('Wants one price for both').waitFor();

  await page.getByRole('tab', { name: 'Beneficiaries' }).click();
  assert.equal(new URL(page.url()).search, '?left=beneficiaries');
  const primary = slot(page, 'Primary');
  assert.equal(await button(primary, 'Apply').getAttribute('aria-disabled'), 'true');
  await primary.getByRole('textbox', { name: 'Name' }).fill('Wilhelmina Brackenridge');
  await pick(primary, 'Relative', 'Daughter');
  await primary.getByRole('textbox', { name: 'Date of birth' }).pressSequentially('02291984');
  await primary.getByRole('textbox', { name: 'Grand kids' }).fill('Two');
  await pick(primary, 'Location', 'Texas');
  await button(primary, 'Auto Percent').click();
  await primary.locator('input[value="34"]').first().waitFor();
  await button(primary, 'Apply').click();
  await said(page, 'Beneficiary saved').waitFor();

  // Both are updated live for other users who view the lead.
  await notes(watching.page).getByText('Wants one price for both').waitFor();
  await watching.page.getByRole('tab', { name: /^Beneficiaries\s*1$/ }).click();
  const watched = slot(watching.page, 'Primary');
  assert.equal(await watched.getByRole('textbox', { name: 'Date of birth' }).inputValue(), '02/29/1984');
  assert.equal(await button(watched, 'Apply').getAttribute('aria-disabled'), 'true');

  noErrors(watching);
  // The next user in line gets the hold as soon as the holder leaves the page, even for a reload.
  await watching.context.close();

  // The URL restores everything, and the browser's back button goes from tab to tab.
  await page.reload();
  await primary.getByRole('textbox', { name: 'Name' }).waitFor();
  assert.equal(await primary.getByRole('textbox', { name: 'Grand kids' }).inputValue(), 'Two');
  await page.getByRole('tab', { name: 'Client' }).click();
  await page.goBack();
  await primary.getByRole('textbox', { name: 'Name' }).waitFor();

  await button(notes(page), /^Delete the note/).click();
  await button(page.getByRole('dialog', { name: 'Delete note' }), 'Delete').click();
  await said(page, 'Note deleted').waitFor();
  await page.getByText(/^No notes yet/).waitFor();
  noErrors(window);
  await window.context.close();
});
