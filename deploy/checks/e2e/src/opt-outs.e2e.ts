import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { optOutWordings } from '@crm/contracts/customers/opt-out-wordings.fixture.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { toShown } from '@crm/contracts/phone.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { noErrors, signedIn } from './browser.js';
import { customer } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, heldHere, leadBar } from './steps.js';

/** Each from a number of its own. */
const written = optOutWordings;
const agentOf = { email: 'priya@example.com', line: '+17375550102' };
const phoneOf = (index: number) => `+1214555017${String(index)}`;

let admin: Caller;
let agent: Caller;
const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
  agent = await callerFor(own.environment.url, agentOf.email);
});

const writes = (index: number, body: string) =>
  customer(own.environment, 'inbound-sms', { from: phoneOf(index), to: agentOf.line, body });

const refusedWays = async ({ id }: LeadRow) =>
  (await agent.client.call(leadPermission, { params: { id } })).answer.ways
    .filter(({ permission }) => permission.rule === 'do_not_contact')
    .map(({ channel }) => channel);

/** Waits until both channels of a lead are closed, and answers how long it took. */
async function closed(lead: LeadRow): Promise<number> {
  const began = performance.now();
  while ((await refusedWays(lead)).length < 2) {
    if (performance.now() - began > 10_000) throw new Error(`${lead.fullname} was never closed`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return performance.now() - began;
}

const turns = (named: Locator, off: boolean) =>
  named.and(named.page().locator(off ? '[aria-disabled="true"]' : ':not([aria-disabled="true"])')).waitFor();

void test('each wording closes calls and texts of its number within a second, on the open page too', async () => {
  const leads: LeadRow[] = [];
  for (const index of written.keys())
    leads.push(await makeLead(agent, `Opting Out ${String(index + 1)}`, { phone: phoneOf(index) }));
  const [first, ...others] = leads;
  if (first === undefined) throw new Error('There is no lead');
  const window = await signedIn(own.browser, own.environment.url, agentOf.email);
  const { page } = window;
  await page.goto(`/lead/${first.id}/text`);
  await heldHere(page);
  await page.getByRole('textbox', { name: 'New text' }).fill('One more thing');
  await writes(0, written[0] ?? '');
  assert.ok((await closed(first)) < 1_000);
  await turns(button(page, 'Send'), true);
  await turns(button(leadBar(page), 'Call centre'), true);
  for (const [index, lead] of others.entries()) {
    await writes(index + 1, written[index + 1] ?? '');
    const took = await closed(lead);
    assert.ok(took < 1_000, `${String(written[index + 1])}: ${String(took)} ms`);
  }
  noErrors(window);
  await window.context.close();
});

void test('all of them are under To decide; a person confirms one and reopens another with a reason', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto('/do-not-contact');
  // One for calls and one for texts.
  await button(page, `To decide (${String(written.length * 2)})`).click();
  const rows = page.getByRole('table', { name: 'Do not contact' }).locator('tbody tr');
  for (const words of ['stop texting', 'do not text me', 'No more texts', 'unsubscribe', 'STOP calling'])
    assert.equal(await rows.locator('mark').getByText(words, { exact: true }).count(), 2, words);
  const named = (index: number, channel: string) => `${toShown(phoneOf(index))}, ${channel}`;
  await button(page, `Confirm ${named(0, 'texts')}`).click();
  await button(page, `To decide (${String(written.length * 2 - 1)})`).waitFor();
  await button(page, `Reopen ${named(1, 'calls')}`).click();
  const dialog = page.getByRole('dialog', { name: 'Reopen?' });
  await dialog.locator('mark').getByText('do not text me').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Texts alone, she said on the phone');
  await button(dialog, 'Reopen').click();
  await dialog.waitFor({ state: 'hidden' });
  await button(page, `To decide (${String(written.length * 2 - 2)})`).waitFor();
  const { answer } = await admin.client.call(doNotContact.calls.list, {
    query: { filter: JSON.stringify({ q: phoneOf(1) }) },
  });
  assert.deepEqual(
    answer.map(({ channel, decision }) => [channel, decision]),
    [['text', 'open']],
  );
  noErrors(window);
  await window.context.close();
});

void test('HELP is answered within a second, past what closed the number, and stands in the conversation', async () => {
  const phone = '+12145550179';
  const lead = await makeLead(agent, 'Asking Help', { phone });
  const writesHere = (body: string) =>
    customer(own.environment, 'inbound-sms', { from: phone, to: agentOf.line, body });
  await writesHere('Please stop texting me');
  await closed(lead);
  await writesHere('HELP');
  const began = performance.now();
  const answers = async () =>
    (await agent.client.call(listTexts, { params: { id: lead.id }, query: {} })).answer.messages.filter(
      ({ text }) => text.includes('for help, contact'),
    );
  while ((await answers()).length === 0) {
    assert.ok(performance.now() - began < 10_000, 'HELP was never answered');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.ok(performance.now() - began < 1_000);
  await writesHere('HELP');
  const window = await signedIn(own.browser, own.environment.url, agentOf.email);
  const { page } = window;
  await page.goto(`/lead/${lead.id}/text`);
  await page.getByText(/Juniper Insurance: for help, contact/).waitFor();
  assert.equal((await answers()).length, 1);
  noErrors(window);
  await window.context.close();
});

void test('a STOP has no Lift; a list is loaded from a file, and the page says what numbers are screened by', async () => {
  const phone = '+12145550180';
  const lead = await makeLead(agent, 'Saying Stop', { phone });
  await customer(own.environment, 'inbound-sms', { from: phone, to: agentOf.line, body: 'STOP' });
  await closed(lead);
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto('/do-not-contact');
  await page.getByText('No national list loaded').waitFor();
  const lift = button(page, `Lift ${toShown(phone)}`).first();
  assert.equal(await lift.getAttribute('aria-disabled'), 'true');

  const listed = await makeLead(agent, 'On The List', { phone: '+12145550181' });
  await page.getByRole('link', { name: 'Suppression lists' }).click();
  await button(page, 'Load a list').click();
  const dialog = page.getByRole('dialog', { name: 'Load a list' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'numbers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('phone\n2145550181\n'),
  });
  await dialog.getByLabel(/^List/).click();
  await page.getByRole('option', { name: 'National list' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('FTC, area code 214');
  await dialog.getByRole('textbox', { name: 'Date of the list' }).fill(shownDate(pacificDate(new Date())));
  await button(dialog, 'Load').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(/^National list of .*, 0 days old$/).waitFor();
  const { ways } = (await agent.client.call(leadPermission, { params: { id: listed.id } })).answer;
  assert.equal(ways[0]?.permission.rule, 'suppression');
  noErrors(window);
  await window.context.close();
});
