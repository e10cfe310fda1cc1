import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { signIn as signInCall } from '@crm/contracts/http/auth.js';
import { assignLead } from '@crm/contracts/http/leads.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { noErrors, openWindow, signedIn, type Window } from './browser.js';
import { call, callPanel, goOnline, outcomeStrip, permit } from './calling-steps.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeHealthLead, makeLead, people } from './people.js';
import {
  arrivedAt,
  button,
  find,
  followupDialog,
  fromSettings,
  leadBar,
  openLead,
  rowOf,
  said,
  saveStatus,
  setStatus,
} from './steps.js';

const own = ownEnvironment({ leads: 150 });

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Checks that every item of the user's menu opens its page, in both themes. */
async function walkMenu({ page }: Window, items: readonly string[]): Promise<void> {
  for (const theme of ['Dark theme', 'Light theme']) {
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const item of items) {
      await menu.getByRole('link', { name: new RegExp(`^${item}`) }).click();
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${item}`) }).waitFor();
    }
    await button(page, theme).click();
  }
}

/** Checks that paths the user may not open redirect to the home page. */
async function isSentHome(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await page.getByText('Top 10 Core Values:').waitFor();
    assert.equal(new URL(page.url()).pathname, '/', `${address} leads Home`);
  }
}

void test('an admin’s day: adds an agent, assigns them a lead, and bans them', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await fromSettings(page, 'New Agent');
  const making = dialog(page, 'New Agent');
  const field = (name: string) => making.getByRole('textbox', { name, exact: true });
  await field('First name').fill('Nia');
  await field('Last name').fill('Okoro');
  await field('Email').fill('nia.okoro@example.com');
  await field('Phone').fill('2145550177');
  await making.getByRole('combobox', { name: 'Sub-roles' }).click();
  await page.getByRole('option', { name: 'Life' }).click();
  await page.keyboard.press('Escape');
  await making.getByRole('combobox', { name: 'States' }).click();
  await page.getByRole('option', { name: 'Select All' }).click();
  await page.keyboard.press('Escape');
  await button(making, 'Generate password').click();
  const password = await field('Password').inputValue();
  assert.equal(password.length, 12);
  await button(making, 'Save').click();
  await said(page, 'Agent created').waitFor();
  await making.waitFor({ state: 'hidden' });

  await fromSettings(page, 'Settings');
  const settings = dialog(page, 'Settings');
  await settings.getByRole('textbox', { name: 'Default callback text' }).fill('We are back at nine.');
  await button(settings, 'Save').click();
  await settings.waitFor({ state: 'hidden' });
  await fromSettings(page, 'Settings');
  assert.equal(
    await settings.getByRole('textbox', { name: 'Default callback text' }).inputValue(),
    'We are back at nine.',
  );
  await button(settings, 'Close').first().click();

  // The new agent signs in with the initial password and sees the lead that the admin assigns.
  const { answer } = await httpClient(own.environment.url).call(signInCall, {
    body: { email: 'nia.okoro@example.com', password },
  });
  const lead = await makeLead(await callerFor(own.environment.url, people.admin), 'First Of Nia');
  await openLead(page, lead);
  await button(leadBar(page), 'Agent').click();
  const agents = dialog(page, 'Agent');
  await agents.getByRole('radio', { name: /Nia Okoro/ }).check();
  await button(agents, /^(Assign|Save)/).click();
  await agents.waitFor({ state: 'hidden' });
  const nia = await openWindow(own.browser, own.environment.url);
  await nia.page.goto('/signin');
  await nia.page.getByLabel('E-mail').fill(answer.user.email);
  await nia.page.getByLabel('Password', { exact: true }).fill(password);
  await button(nia.page, 'Sign in').click();
  await nia.page.waitForURL('**/');
  await nia.page.goto('/life');
  await find(nia.page, 'First Of Nia');
  await rowOf(nia.page, lead).waitFor();

  await fromSettings(page, 'Update Agent');
  const changing = dialog(page, 'Update Agent');
  await changing.getByRole('combobox', { name: 'Agent or guide' }).fill('Nia');
  await page.getByRole('option', { name: /Nia Okoro/ }).click();
  await changing.getByRole('switch', { name: 'Banned: may not sign in' }).check();
  await button(changing, 'Save').click();
  await changing.waitFor({ state: 'hidden' });
  await arrivedAt(nia.page, '/signin');
  await nia.context.close();

  await walkMenu(window, ['Life', 'Health', 'Raw Leads', 'Follow-ups', 'Records', 'Statistic', 'Deals']);
  await isSentHome(page, ['/guide/leads']);
  noErrors(window);
  await window.context.close();
});

void test('a life agent’s day: call, note, quote, follow-up, sale, and statistics', async () => {
  const dana = await callerFor(own.environment.url, people.lifeAgent);
  const lead = await makeLead(dana, 'Day Of Dana');
  const other = await makeLead(await callerFor(own.environment.url, people.otherLifeAgent), 'Not Of Dana');
  await permit(await callerFor(own.environment.url, people.admin), lead);
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await goOnline(page);
  await call(page, lead, 'Conference');
  await page.getByRole('textbox', { name: 'New note' }).fill('Has a policy of 1998');
  await page.getByRole('textbox', { name: 'New note' }).press('Control+Enter');
  await page.getByText('Has a policy of 1998').waitFor();
  await button(callPanel(page), 'Hang up').click();
  await button(outcomeStrip(page), 'Thinking about it').click();
  await button(outcomeStrip(page), 'Save').click();
  await button(followupDialog(page), 'In 1 day').click();
  await button(followupDialog(page), 'Create').click();
  await followupDialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('switch', { checked: true }).waitFor();

  await page.getByRole('tab', { name: 'Carrier', exact: true }).click();
  const price = page.getByRole('textbox', { name: 'Price of Americo' });
  await price.fill('71.5');
  await price.press('Enter');
  await page.getByRole('radio', { name: 'Americo', checked: true }).waitFor();
  await page.getByRole('tab', { name: 'Application', exact: true }).click();
  await button(page, /^Gerber Life/).click();
  await page.keyboard.press('Escape');
  await page.goto('/');
  await page.getByRole('link', { name: 'Day Of Dana' }).click();
  await openLead(page, lead);
  await setStatus(page, 'In application');

  // The statistics are updated by the lead's events.
  await page.getByRole('link', { name: 'Statistic', exact: true }).click();
  await page
    .getByRole('row', { name: /Dana Reyes-Whitfield/ })
    .or(page.locator('[data-testid^="row-"]'))
    .first()
    .waitFor();
  await walkMenu(window, ['Life', 'Inbox', 'Follow-ups', 'Statistic']);
  await page.goto(`/lead/${other.id}`);
  await page.getByRole('heading', { name: 'Lead not available' }).waitFor();
  await isSentHome(page, ['/health', '/records', '/guide/leads', '/guide/missed-calls']);
  noErrors(window);
  await window.context.close();
});

void test('a health agent’s day: a family is found, worked and completed', async () => {
  const joel = await callerFor(own.environment.url, people.healthAgent);
  const lead = await makeHealthLead(joel);
  const window = await signedIn(own.browser, own.environment.url, people.healthAgent);
  const { page } = window;
  await page.goto('/health');
  await find(page, lead.fullname);
  await rowOf(page, lead).getByRole('link').first().click();
  await arrivedAt(page, `/lead/${lead.id}`);
  await button(leadBar(page), 'Edit').click();
  const form = dialog(page, 'Client information');
  await form.getByRole('textbox', { name: 'City' }).fill('Plano');
  await button(form, 'Update').click();
  await form.waitFor({ state: 'hidden' });
  await page.getByText('Plano').first().waitFor();
  assert.equal(await page.getByRole('tab', { name: 'Carrier', exact: true }).count(), 0);
  assert.equal(await page.getByRole('tab', { name: /^Beneficiaries/ }).count(), 0);
  await saveStatus(page, 'Call Back');
  await button(followupDialog(page), 'Skip').click();
  await followupDialog(page).waitFor({ state: 'hidden' });
  await setStatus(page, 'Did not want quote');
  assert.equal(await button(leadBar(page), 'Call centre').count(), 0);
  await walkMenu(window, ['Health', 'Inbox', 'Follow-ups', 'Statistic']);
  await isSentHome(page, ['/life', '/records', '/guide/leads']);
  noErrors(window);
  await window.context.close();
});

void test('a guide’s day: their own leads, working one of them, and missed calls', async () => {
  const guide = await callerFor(own.environment.url, people.guide);
  const admin = await callerFor(own.environment.url, people.admin);
  const lead = await makeLead(admin, 'Day Of Lena');
  await admin.client.call(assignLead, { params: { id: lead.id }, body: { agent: guide.user.id } });
  const window = await signedIn(own.browser, own.environment.url, people.guide);
  const { page } = window;
  await page.goto('/guide/leads');
  await rowOf(page, lead).waitFor();
  await openLead(page, lead);
  await setStatus(page, 'Contact attempt 1');
  assert.equal(await page.getByRole('switch').count(), 0);
  await walkMenu(window, ['Leads', 'Missed Calls']);
  await isSentHome(page, [
    '/life',
    '/raw-leads',
    '/follow-ups',
    '/statistic',
    '/deals',
    '/records',
    '/inbox',
  ]);
  noErrors(window);
  await window.context.close();
});
