import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { createFollowup } from '@crm/contracts/http/followups.js';
import { getLead } from '@crm/contracts/http/leads.js';
import { listConversations, listTexts } from '@crm/contracts/http/messaging.js';
import { createNote } from '@crm/contracts/http/notes.js';
import { fetchPersonExport } from '@crm/contracts/http/privacy.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { toShown } from '@crm/contracts/phone.js';
import { noErrors, signedIn } from './browser.js';
import { customer, textsKept } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button } from './steps.js';

const phone = '+12145550160';

let admin: Caller;
let agent: Caller;

const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
  agent = await callerFor(own.environment.url, people.lifeAgent);
});

/** Creates a customer with a note, a follow-up and a text. */
async function known(): Promise<LeadRow> {
  const lead = await makeLead(agent, 'Raymond Private', { phone });
  const { client, user } = agent;
  await client.call(createNote, { body: { user_id: user.id, lead_id: lead.id, message: 'Wife is Ngozi' } });
  const datetime = new Date(Date.now() + 3600_000).toISOString();
  await client.call(createFollowup, {
    body: { user_id: user.id, lead_id: lead.id, datetime, description: 'Quote' },
  });
  await customer(own.environment, 'inbound-sms', {
    from: phone,
    to: user.twilio_phone,
    body: 'What do you keep of me?',
  });
  const texts = async () =>
    (await client.call(listTexts, { params: { id: lead.id }, query: {} })).answer.messages;
  for (const givesUpAt = Date.now() + 60_000; (await texts()).length === 0; await pause(50))
    assert.ok(Date.now() < givesUpAt, 'the text arrives');
  return lead;
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('Phones and e-mails of the person').fill(toShown(phone));
  await button(page, 'Find').click();
  await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
}

async function ask(page: Page, open: string, title: string, confirm: string): Promise<void> {
  await button(page, open).click();
  const asked = page.getByRole('dialog', { name: title });
  await asked.getByLabel('What was requested').fill('Letter of November 18');
  await button(asked, confirm).click();
  await asked.waitFor({ state: 'hidden' });
}

void test('a person’s data is exported and then erased everywhere; another person with the same number is kept', async () => {
  const lead = await known();
  // Created after the text is ingested, because otherwise the text would be attributed to her.
  const wife = await makeLead(agent, 'Ngozi Private', { phone });
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto('/privacy-requests');
  await choose(page, lead.fullname);
  await ask(page, 'Collect everything', 'Collect all data?', 'Collect');
  const download = page.getByRole('button', { name: /^Download what was collected/ });
  await download.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  const { records, person } = fetchPersonExport.answer.parse(
    JSON.parse(await readFile(await file.path(), 'utf8')),
  );
  const of = (kind: string) => records.find((each) => each.kind === kind)?.items ?? [];
  assert.deepEqual(person.phones, [phone]);
  assert.equal(of('leads')[0]?.['fullname'], lead.fullname);
  assert.equal(of('notes')[0]?.['note'], 'Wife is Ngozi');
  assert.equal(of('texts')[0]?.['text'], 'What do you keep of me?');
  assert.equal(of('followups')[0]?.['description'], 'Quote');
  assert.equal(of('figures').length, 1);

  assert.deepEqual(await textsKept(own.environment, phone), ['What do you keep of me?']);
  await choose(page, lead.fullname);
  await ask(page, 'Erase', 'Permanently erase this person?', 'Erase for good');
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Erasure' }) });
  await row.getByText('Done').waitFor();
  for (const count of ['Leads 1', 'Notes 1', 'Texts 1', 'Follow-ups 1', 'Figures 1'])
    assert.ok((await row.innerText()).includes(count), `${count} in ${await row.innerText()}`);
  noErrors(window);
  await window.context.close();

  assert.equal((await agent.client.call(getLead, { params: { id: lead.id } })).status, 404);
  assert.equal((await agent.client.call(getLead, { params: { id: wife.id } })).status, 200);
  assert.deepEqual(await textsKept(own.environment, phone), []);
  const { conversations } = (await admin.client.call(listConversations, { query: {} })).answer;
  assert.ok(conversations.every(({ lead_id }) => lead_id !== lead.id));
  const listed = { filter: JSON.stringify({ q: phone }) };
  const entries = (await admin.client.call(doNotContact.calls.list, { query: listed })).answer;
  assert.deepEqual(
    entries.map(({ channel }) => channel),
    ['all'],
  );
});
