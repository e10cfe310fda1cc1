import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { noErrors, openWindow, signedIn, signIn, type Window } from './browser.js';
import { password } from './environment.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import {
  arrivedAt,
  atOnce,
  button,
  find,
  fromSettings,
  heldHere,
  leadBar,
  openLead,
  rowOf,
  said,
  setStatus,
} from './steps.js';

let adminCaller: Caller;
let dana: Caller;
let admin: Window;
let agent: Window;

const own = ownEnvironment({ leads: 150 }, async () => {
  adminCaller = await callerFor(own.environment.url, people.admin);
  dana = await callerFor(own.environment.url, people.lifeAgent);
  admin = await signedIn(own.browser, own.environment.url, people.admin);
  agent = await signedIn(own.browser, own.environment.url, people.lifeAgent);
});

const leadsCalled = async (text: string) => {
  const { answer } = await adminCaller.client.call(filterLeads, { body: { params: { type: 2, q: text } } });
  return answer.leads;
};

/** Selects a source in the filter bar of a dashboard. */
async function pickSource(page: Page, name: string, shown = name): Promise<void> {
  await button(page, /^Source/).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  await button(page, /^Source/)
    .and(page.getByText(shown))
    .waitFor();
}

void test('imported leads are assigned, worked and completed, and the admin sees each step live', async () => {
  // The agent's list is open, and empty, before the leads exist.
  await agent.page.goto('/life');
  await find(agent.page, 'workday');
  await agent.page.getByText('No leads match these filters').waitFor();

  const rows = ['Ada', 'Ben', 'Cleo'].map((name, at) => `${name} Workday,972555015${String(at)},TX`);
  await admin.page.goto('/raw-leads');
  await button(admin.page, 'Bulk Upload').click();
  const upload = admin.page.getByRole('dialog', { name: 'Bulk Upload' });
  await upload.getByLabel('CSV file').setInputFiles({
    name: 'workday.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Name,Phone,State', ...rows].join('\n')),
  });
  await button(upload, 'Upload').click();
  await said(admin.page, 'workday.csv is imported: 3 created, 0 refused, 0 duplicates').waitFor();
  await button(upload, 'Close').last().click();
  // New rows are held back while the pointer is over the list.
  await admin.page.mouse.move(640, 20);
  await admin.page.getByRole('link', { name: 'Ada Workday' }).waitFor();

  await admin.page.getByRole('link', { name: 'Life', exact: true }).click();
  await find(admin.page, 'workday');
  await admin.page.getByRole('link', { name: 'Ada Workday' }).waitFor();
  await admin.page.getByRole('checkbox', { name: 'Check this page' }).check();
  await admin.page.getByText('Total checked 3').waitFor();
  await button(admin.page, 'Bulk Assign').click();
  const assign = admin.page.getByRole('dialog', { name: 'Bulk Assign' });
  await assign.getByRole('textbox', { name: 'Find an agent' }).fill('dana');
  await assign.getByRole('radio').check();
  await button(assign, 'Assign 3 leads').click();
  await said(admin.page, /3 leads assigned to Dana Reyes-Whitfield/).waitFor();
  await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((name) =>
      agent.page.getByRole('link', { name: `${name} Workday` }).waitFor(atOnce),
    ),
  );

  const [ada] = await leadsCalled('Ada Workday');
  assert.ok(ada);
  await agent.page.getByRole('link', { name: 'Ada Workday' }).click();
  await heldHere(agent.page);
  await said(agent.page, 'Please remember to change the status').waitFor();
  const row = rowOf(admin.page, ada);
  await row.getByText('With Dana R. now').waitFor(atOnce);

  await button(leadBar(agent.page), 'Start work').click();
  await button(leadBar(agent.page), 'Complete').waitFor();
  await agent.page.getByRole('link', { name: 'Life', exact: true }).click();
  // Shown immediately, although the notification of starting work is still open.
  await said(agent.page, 'Please complete this lead, change status').waitFor({ timeout: 2_000 });
  assert.equal(new URL(agent.page.url()).pathname, `/lead/${ada.id}`);

  await setStatus(agent.page, 'Contact attempt 1');
  await row.getByText('Contact attempt 1').waitFor(atOnce);
  await button(leadBar(agent.page), 'Start work').waitFor();
  await agent.page.getByRole('link', { name: 'Life', exact: true }).click();
  await arrivedAt(agent.page, '/life');
  await row.getByRole('link', { name: 'Ada Workday' }).waitFor(atOnce);
  noErrors(agent);
  noErrors(admin);
});

void test('an agent with an uncompleted lead is redirected to it from other leads', async () => {
  const owed = await makeLead(dana, 'Owed First');
  const next = await makeLead(dana, 'Wanted Next');
  await openLead(agent.page, owed);
  await button(leadBar(agent.page), 'Start work').click();
  await button(leadBar(agent.page), 'Complete').waitFor();

  // Another URL, the back button, a reload of another page and a second tab all redirect to it.
  const isLedBack = async (page: Page) => {
    // In parallel: the notification is shown for a few seconds only, and the page may take longer to load.
    await Promise.all([
      said(page, 'Please complete this lead, change status').waitFor(),
      arrivedAt(page, `/lead/${owed.id}`),
    ]);
  };
  await agent.page.goto(`/lead/${next.id}`);
  await isLedBack(agent.page);
  await agent.page.goto('/follow-ups');
  await isLedBack(agent.page);
  await agent.page.goBack();
  await arrivedAt(agent.page, `/lead/${owed.id}`);
  const second = await agent.page.context().newPage();
  await second.goto('/life');
  await isLedBack(second);
  await second.close();
  await heldHere(agent.page);

  // Completing requires a status.
  await button(leadBar(agent.page), 'Complete').click();
  await said(agent.page, 'Please complete this lead, change status').waitFor();
  await setStatus(agent.page, 'Did not want quote');
  await button(leadBar(agent.page), 'Start work').waitFor();
  await agent.page.getByRole('link', { name: 'Life', exact: true }).click();
  await arrivedAt(agent.page, '/life');
  noErrors(agent);
});

void test('deleted leads disappear from all tables, and nothing is deleted without a selection', async () => {
  const [first, second] = [await makeLead(dana, 'Delete Me One'), await makeLead(dana, 'Delete Me Two')];
  for (const { page } of [admin, agent]) {
    await page.goto('/life');
    await find(page, 'delete me');
    await rowOf(page, first).waitFor();
  }
  await button(admin.page, 'Delete Selected').click();
  await said(admin.page, 'Please select the leads to be able delete it!').waitFor();

  for (const lead of [first, second]) {
    await rowOf(admin.page, lead).getByRole('checkbox').check();
  }
  await button(admin.page, 'Delete Selected').click();
  const confirm = admin.page.getByRole('dialog', { name: 'Delete Selected' });
  await confirm.getByText(/^The 2 leads are hidden and nobody contacts them any more/).waitFor();
  await button(confirm, 'Delete 2 leads').click();
  await said(admin.page, '2 leads deleted').waitFor();
  for (const { page } of [admin, agent]) {
    await rowOf(page, first).waitFor({ state: 'hidden', ...atOnce });
    await rowOf(page, second).waitFor({ state: 'hidden', ...atOnce });
  }
  assert.deepEqual(await leadsCalled('delete me'), []);
  noErrors(agent);
  noErrors(admin);
});

void test('filters, page and sort persist until logout, which keeps the theme and is always possible', async () => {
  const leads = [];
  for (const letter of 'ABCDEFGHIJKLMN') leads.push(await makeLead(dana, `${letter} Secondpage`));
  const [first, eleventh] = [leads[0], leads[10]];
  assert.ok(first && eleventh);
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await button(page, 'Dark theme').click();
  await page.getByRole('link', { name: 'Life', exact: true }).click();
  await pickSource(page, 'All sources', 'All');
  await find(page, 'secondpage');
  await page.getByRole('columnheader', { name: 'Full Name' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Full Name' }).and(page.locator('[aria-sort]')).waitFor();
  await rowOf(page, first).waitFor();
  await button(page, 'Next page').click();
  await page.getByText(/^11–/).waitFor();
  await rowOf(page, eleventh).waitFor();
  const shown = `row-${eleventh.id}`;

  await page.getByTestId(shown).getByRole('link').click();
  await heldHere(page);
  await page.getByRole('link', { name: 'Life', exact: true }).click();
  await page.getByTestId(shown).waitFor();
  await page.reload();
  await page.getByTestId(shown).waitFor();
  await button(page, /^Source All/).waitFor();

  // Logout is possible with an uncompleted lead.
  await page.getByTestId(shown).getByRole('link').click();
  await heldHere(page);
  await button(leadBar(page), 'Start work').click();
  await button(leadBar(page), 'Complete').waitFor();
  await fromSettings(page, 'Logout');
  await arrivedAt(page, '/signin');
  assert.deepEqual(
    await page.evaluate(
      'Object.keys(localStorage).filter((key) => !key.endsWith(".theme")).filter((key) => /leads|session/.test(key))',
    ),
    [],
  );
  await signIn(window, people.lifeAgent);
  await button(page, 'Light theme').waitFor();
  noErrors(window);

  // The next sign-in redirects to the uncompleted lead; the filters are reset.
  await arrivedAt(page, `/lead/${eleventh.id}`);
  await button(leadBar(page), 'Complete').waitFor();
  await setStatus(page, 'Did not want quote');
  await button(leadBar(page), 'Start work').waitFor();
  await page.getByRole('link', { name: 'Life', exact: true }).click();
  await button(page, 'Source Own').waitFor();
  noErrors(window);
  await window.context.close();
});

void test('filter checkboxes that are checked in quick succession all take effect', async () => {
  await admin.page.goto('/life');
  await button(admin.page, /^Status/).click();
  const list = admin.page.getByRole('dialog', { name: 'Status' });
  for (const name of ['Call Back', 'Emailed', 'Underwriting']) {
    await list.getByRole('checkbox', { name: new RegExp(`^${name}`) }).click();
  }
  await admin.page.getByText('19 of 22').waitFor();
  noErrors(admin);
});

void test('changing the password ends other sessions within a second and keeps this one', async () => {
  const email = people.otherLifeAgent;
  const here = await signedIn(own.browser, own.environment.url, email);
  const there = await signedIn(own.browser, own.environment.url, email);
  await there.page.goto('/life');
  await there.page.getByRole('heading', { name: 'Life leads' }).waitFor();

  await fromSettings(here.page, 'Change Password');
  const dialog = here.page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Old password').fill(password);
  await dialog.getByLabel('New password', { exact: false }).first().fill('another-pass-1');
  await dialog.getByLabel('Confirm new password').fill('another-pass-1');
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'hidden' });
  await arrivedAt(there.page, '/signin', atOnce);
  await said(there.page, 'Session ended, please login again').waitFor();

  await here.page.getByRole('link', { name: 'Life', exact: true }).click();
  await here.page.getByRole('heading', { name: 'Life leads' }).waitFor();
  const again = await openWindow(own.browser, own.environment.url);
  await again.page.goto('/signin');
  await again.page.getByLabel('E-mail').fill(email);
  await again.page.getByLabel('Password', { exact: true }).fill(password);
  await button(again.page, 'Sign in').click();
  await again.page.locator('[data-type="error"]').waitFor();
  assert.equal(new URL(again.page.url()).pathname, '/signin');
  for (const window of [here, there, again]) {
    noErrors(window);
    await window.context.close();
  }
});
