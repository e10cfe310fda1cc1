import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import { noErrors, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { arrivedAt, button, leadBar, openLead, said } from './steps.js';

let agent: Caller;
let admin: Caller;
const own = ownEnvironment({ leads: 80 }, async () => {
  const { url } = own.environment;
  [agent, admin] = [await callerFor(url, people.lifeAgent), await callerFor(url, people.admin)];
});
const windowOf = (email: string) => signedIn(own.browser, own.environment.url, email);

/** The rows of a list of entries that have a text in them. */
const rowsWith = (list: Locator | Page, text: string) => list.getByRole('row').filter({ hasText: text });

void test('what an agent opens and changes is on the Audit page and under the lead', async () => {
  const lead = await makeLead(agent, 'Audrey Logged');
  const [atWork, watching] = [await windowOf(people.lifeAgent), await windowOf(people.admin)];
  await openLead(atWork.page, lead);
  await button(leadBar(atWork.page), 'Edit').click();
  const form = atWork.page.getByRole('dialog', { name: 'Client information' });
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill('2 Second Street');
  await button(form, 'Update').click();
  await form.waitFor({ state: 'hidden' });

  const { page } = watching;
  await page.goto('/audit');
  await page.getByRole('heading', { name: 'Audit', level: 1 }).waitFor();
  await button(page, /^Record/).click();
  await page.getByRole('textbox', { name: 'Record' }).fill(`${own.environment.url}/lead/${lead.id}`);
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Audit' });
  for (const sentence of ['Created a lead', 'Opened a lead', 'Changed a lead'])
    await rowsWith(table, sentence).filter({ hasText: agent.user.fullname }).first().waitFor();

  await table.getByRole('link', { name: 'Changed a lead' }).first().click();
  const entry = page.getByRole('dialog', { name: 'Changed a lead' });
  await rowsWith(entry, '2 Second Street').waitFor();
  await entry.getByText(/^leads, entry \d+/).waitFor();
  await button(entry, 'Close').last().click();

  await page.goto(`/lead/${lead.id}`);
  await button(page, 'Who opened this lead').click();
  const dialog = page.getByRole('dialog', { name: 'Who opened this lead' });
  for (const sentence of ['Opened a lead', 'Changed a lead'])
    await rowsWith(dialog, sentence).filter({ hasText: agent.user.fullname }).first().waitFor();
  await dialog.getByRole('link', { name: 'Show in Audit' }).click();
  await arrivedAt(page, '/audit');
  await rowsWith(page.getByRole('table', { name: 'Audit' }), 'Changed a lead')
    .first()
    .waitFor();
  for (const window of [atWork, watching]) {
    noErrors(window);
    await window.context.close();
  }
});

void test('the pages of the log follow each other without a gap, and each service can be downloaded', async () => {
  const window = await windowOf(people.admin);
  const { page } = window;
  await page.goto('/audit');
  const rows = page.locator('[data-testid^="row-"]');
  await rows.nth(24).waitFor();
  const valuesOf = async (found: Locator, name: string) =>
    Promise.all((await found.all()).map(async (each) => (await each.getAttribute(name)) ?? ''));
  const idsOf = () => valuesOf(rows, 'data-testid');
  const timesOf = () => valuesOf(page.locator('tbody time'), 'datetime');
  const first = await idsOf();
  const oldest = (await timesOf()).at(-1) ?? '';
  await button(page, 'Go to page 2').click();
  await rows
    .filter({ hasNot: page.getByTestId(first[0] ?? '') })
    .first()
    .waitFor();
  await page.getByText(/^26–50 of/).waitFor();
  const second = await idsOf();
  assert.deepEqual(
    second.filter((id) => first.includes(id)),
    [],
  );
  assert.ok((await timesOf()).every((time) => time <= oldest));
  await button(page, 'Export CSV').click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'leads' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'audit-leads.csv');
  noErrors(window);
  await window.context.close();
});

void test('an agent is sent home from the Audit page and reads no entry', async () => {
  const window = await windowOf(people.lifeAgent);
  await window.page.goto('/audit');
  await arrivedAt(window.page, '/');
  await said(window.page, 'You do not have access to that page.').waitFor();
  const { status } = await agent.client.call(listAuditEntries, { params: { service: 'leads' }, query: {} });
  assert.equal(status, 403);
  noErrors(window);
  await window.context.close();
});

void test('sixty records opened within seconds raise the alarm, which leads to them and is acknowledged', async () => {
  const reader = await callerFor(own.environment.url, people.otherLifeAgent);
  const leads = await Promise.all(
    Array.from({ length: 60 }, (_none, made) => makeLead(reader, `Bulk Read${'x'.repeat(made)}`)),
  );
  await Promise.all(leads.map(({ id }) => reader.client.call(restGetLead, { params: { id } })));
  const window = await windowOf(people.admin);
  const { page } = window;
  await page.goto('/system');
  const alarm = page.getByRole('alert').filter({ hasText: `${reader.user.fullname} opened` });
  await alarm.waitFor();
  await alarm.getByRole('link', { name: 'Show in Audit' }).click();
  await arrivedAt(page, '/audit');
  const table = page.getByRole('table', { name: 'Audit' });
  await rowsWith(table, 'Opened a lead').nth(24).waitFor();
  const [count = ''] = /^\d+/.exec(await page.getByText(/^\d+ entries$/).innerText()) ?? [];
  assert.ok(Number(count) >= 60, `${count} entries`);
  await page.goto('/system');
  await button(alarm, 'Acknowledge').click();
  await said(page, 'Alarm acknowledged').waitFor();
  await alarm.waitFor({ state: 'hidden' });
  const { answer } = await admin.client.call(getSystemPart, { params: { service: 'leads' } });
  assert.deepEqual(answer.bulk_readings, []);
  noErrors(window);
  await window.context.close();
});
