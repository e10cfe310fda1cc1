import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { optOutWordings } from '@crm/contracts/customers/opt-out-wordings.fixture.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { toShown } from '@crm/contracts/phone.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
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
