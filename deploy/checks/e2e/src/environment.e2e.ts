import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { getLead } from '@crm/contracts/http/leads.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { launchOptions, noErrors, openBrowser, signedIn, type Window } from './browser.js';
import { comesTrue, isInside, walk } from './by-keyboard.js';
import { openEnvironment, type TestEnvironment } from './environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import {
  arrivedAt,
  atOnce,
  button,
  find,
  heldHere,
  leadBar,
  openLead,
  rowOf,
  said,
  setStatus,
} from './steps.js';

let environment: TestEnvironment;
let browser: Browser;
/** The agent's browser is a separate process, so that it can be killed. */
let agentServer: BrowserServer;
let agentBrowser: Browser;
let dana: Caller;
let agent: Window;
let admin: Window;

before(async () => {
  environment = await openEnvironment({ leads: 20 });
  browser = await openBrowser();
  agentServer = await chromium.launchServer(launchOptions);
  agentBrowser = await chromium.connect(agentServer.wsEndpoint());
  dana = await callerFor(environment.url, people.lifeAgent);
  agent = await signedIn(agentBrowser, environment.url, people.lifeAgent);
  admin = await signedIn(browser, environment.url, people.admin);
});

after(async () => {
  await browser.close();
  await agentServer.kill();
  await environment.close();
});

/** Searches a lead in the admin's table. */
async function adminSees(lead: LeadRow): Promise<void> {
  await find(admin.page, lead.fullname);
  await rowOf(admin.page, lead).waitFor();
}

void test('a status that an agent sets is in the admin’s table and lead page within a second', async () => {
  const lead = await makeLead(dana, 'Status Traveller');
  await adminSees(lead);
  const reading = await admin.context.newPage();
  await openLead(agent.page, lead);
  await reading.goto(`/lead/${lead.id}`);
  await reading.getByText('Dana Reyes-Whitfield has this lead open').waitFor();

  await setStatus(agent.page, 'Thinking about it');
  await Promise.all([
    rowOf(admin.page, lead).getByText('Thinking about it').waitFor(atOnce),
    reading.locator('main').getByText('Thinking about it').waitFor(atOnce),
  ]);
  await said(reading, 'Lead updated').waitFor();

  await reading.close();
  noErrors(agent);
  noErrors(admin);
});

void test('a lead that a user holds is busy in other users’ tables and cannot be opened there', async () => {
  const lead = await makeLead(dana, 'Busy Example');
  await adminSees(lead);
  await openLead(agent.page, lead);

  const row = rowOf(admin.page, lead);
  await row.getByText('With Dana R. now').waitFor(atOnce);
  await row.getByRole('img', { name: 'Dana Reyes-Whitfield has this lead open' }).waitFor();
  assert.equal(await row.getAttribute('aria-disabled'), 'true');
  assert.equal(await row.getByRole('link').count(), 0);
  assert.equal(await row.getByRole('checkbox').count(), 0);
  await row.getByText('Busy Example').click();
  assert.equal(new URL(admin.page.url()).pathname, '/life');

  // Leaving the page releases the hold immediately.
  await agent.page.getByRole('link', { name: 'Life', exact: true }).click();
  await row.getByRole('link', { name: 'Busy Example' }).waitFor(atOnce);
  noErrors(agent);
  noErrors(admin);
});

void test('an agent who opens a lead that an admin holds is redirected to the list with the reason', async () => {
  const lead = await makeLead(dana, 'Held By Admin');
  await openLead(admin.page, lead);

  await agent.page.goto(`/lead/${lead.id}`);
  await arrivedAt(agent.page, '/life');
  await said(agent.page, 'First Admin has this lead open').waitFor();
  noErrors(agent);
  noErrors(admin);
});

void test('an admin sees a held lead read-only until the holder’s browser is gone', async () => {
  const lead = await makeLead(dana, 'Read Only');
  await openLead(agent.page, lead);

  await adminSees(lead);
  const reading = await admin.context.newPage();
  await reading.goto(`/lead/${lead.id}`);
  await reading
    .getByText('Dana Reyes-Whitfield has this lead open. You can read it, and edit it once they leave.')
    .waitFor();
  await reading.getByText('1 First Street').waitFor();
  for (const name of [/^Status/, 'Edit', 'Agent']) {
    assert.equal(await button(leadBar(reading), name).getAttribute('aria-disabled'), 'true', String(name));
  }
  // The keyboard shortcut of the status is disabled like its button.
  await reading.keyboard.press('s');
  await button(leadBar(reading), 'Edit').click({ force: true });
  assert.equal(await reading.getByRole('dialog').count(), 0);

  noErrors(agent);
  await agentServer.kill();
  await heldHere(reading);
  await reading.close();
  await rowOf(admin.page, lead).getByRole('link', { name: 'Read Only' }).waitFor(atOnce);
  noErrors(admin);
});

void test('an edit conflict on the same field shows both values to choose from', async () => {
  const lead = await makeLead(dana, 'Conflict Example');
  // The same user in two browsers: the hold belongs to the user, so both may save.
  const [first, second] = [
    await signedIn(browser, environment.url, people.lifeAgent),
    await signedIn(browser, environment.url, people.lifeAgent),
  ];
  for (const { page } of [first, second]) {
    await openLead(page, lead);
    await button(leadBar(page), 'Edit').click();
    await page.getByRole('dialog', { name: 'Client information' }).waitFor();
  }
  const address = ({ page }: Window) => page.getByRole('textbox', { name: 'Address', exact: true });
  await address(first).fill('2 Second Street');
  await address(second).fill('3 Third Street');
  await second.page.getByRole('textbox', { name: 'Zip code' }).fill('75201');

  await button(first.page, 'Update').click();
  await first.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await second.page.getByText('Somebody else saved this lead.').waitFor();

  await button(second.page, 'Update').click();
  const conflict = second.page.getByRole('dialog', { name: 'Two people changed the same fields' });
  await conflict.getByText('Dana Reyes-Whitfield saved first.').waitFor();
  const values = conflict.getByRole('radiogroup', { name: 'Address' });
  await values.getByText('2 Second Street').waitFor();
  await comesTrue('Focus is not in the dialog of the conflict', () => isInside(conflict));
  await walk(second.page, conflict, 'of the conflict', 4);
  await values.getByRole('radio', { name: /3 Third Street/ }).press('Space');
  await button(conflict, 'Save again').press('Enter');
  await second.page.getByRole('dialog').waitFor({ state: 'hidden' });

  await first.page.getByText('3 Third Street').waitFor(atOnce);
  const { answer } = await dana.client.call(getLead, { params: { id: lead.id } });
  assert.deepEqual([answer.lead.address, answer.lead.zipcode], ['3 Third Street', '75201']);
  for (const window of [first, second]) {
    noErrors(window);
    await window.context.close();
  }
});
