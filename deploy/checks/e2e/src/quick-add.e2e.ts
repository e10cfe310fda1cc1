import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { noErrors, openWindow, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, people, type Caller } from './people.js';
import { button, said } from './steps.js';

let admin: Caller;

const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
});

const leadsCalled = async (text: string) => {
  const { answer } = await admin.client.call(filterLeads, { body: { params: { type: 2, q: text } } });
  return answer.leads;
};

async function pick(page: Page, form: Page | Locator, field: RegExp, choice: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

/** Fills in the required contact fields, which the quick-add page and the dialog have in common. */
async function fill(page: Page, form: Page | Locator, name: string): Promise<void> {
  await form.getByLabel(/^Full Name/).fill(name);
  await form.getByLabel(/^Email/).fill(`${name.toLowerCase().replace(' ', '.')}@example.com`);
  await form.getByLabel(/^Phone/).fill('2145550144');
  await form.getByLabel(/^State/).fill('Texas');
  await page.keyboard.press('Enter');
  await pick(page, form, /^Month/, 'June');
  await form.getByLabel(/^DD/).fill('02');
  await form.getByLabel(/^YYYY/).fill('1957');
}

void test('a lead can be added without signing in, and an empty form follows', async () => {
  const window = await openWindow(own.browser, own.environment.url);
  const { page, context } = window;
  await page.goto('/leads/upload');
  await page.getByRole('heading', { name: 'Add new lead' }).waitFor();
  await fill(page, page, 'Marva Quickadd');
  await page.getByRole('tab', { name: 'Quote' }).click();
  assert.equal(await page.getByRole('combobox', { name: /^Covarage Amount/ }).inputValue(), '$5,000');
  await pick(page, page, /^Funeral type/, 'Cremation');
  const create = button(page, 'Create');
  assert.equal(await create.getAttribute('aria-disabled'), 'true');
  await page.getByLabel('BANK ACCOUNT').check();
  await create.click();
  await said(page, 'Lead created successfully!').waitFor();
  await page.waitForFunction("document.querySelector('#life-fullname')?.value === ''");
  assert.deepEqual(await context.cookies(), []);
  assert.equal(new URL(page.url()).pathname, '/leads/upload');
  assert.deepEqual(
    (await leadsCalled('Marva Quickadd')).map(({ source, empty, status }) => [source, empty, status]),
    [['liveTransfer', 0, 'newLead']],
  );
  noErrors(window);
  await context.close();
});

void test('with the marketplace filter, a new lead is a marketplace lead with its own fields', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page, context } = window;
  await page.goto(`/life?filter=${encodeURIComponent('{"source":2}')}&page=1`);
  await button(page, 'New').click();
  const form = page.getByRole('dialog', { name: 'Client information' });
  await form.getByText('Lead of the advertising marketplace').waitFor();
  await fill(page, form, 'Orville Market');
  await pick(page, form, /^Disease/, 'Diabetes, type 2');
  await page.keyboard.press('Escape');
  await form.getByRole('tab', { name: 'Quote' }).click();
  await pick(page, form, /^Product Type/, 'Final expense');
  await form.getByRole('combobox', { name: /^Covarage Amount/ }).fill('$15,000');
  await page.keyboard.press('Enter');
  await pick(page, form, /^Funeral type/, 'Casket');
  await button(form, 'Create').click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Orville Market' }).waitFor();
  assert.deepEqual(
    (await leadsCalled('Orville Market')).map(({ source }) => source),
    ['mediaalpha'],
  );
  noErrors(window);
  await context.close();
});
