import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { noErrors, signedIn } from './browser.js';
import { callPanel, goOnline, outcomeStrip, permit } from './calling-steps.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { arrivedAt, button } from './steps.js';

const own = ownEnvironment({ leads: 20 });

void test('a lead of My day rings by one key, and after the call three keys save the status and the follow-up', async () => {
  const caller = await callerFor(own.environment.url, people.lifeAgent);
  const lead = await makeLead(caller, 'Three Keys', { phone: '+12145550144' });
  await permit(await callerFor(own.environment.url, people.admin), lead);
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await goOnline(page);
  await page.goto('/');
  await page.getByRole('region', { name: 'My day' }).getByRole('link', { name: 'Three Keys' }).focus();
  await page.keyboard.press('c');
  await arrivedAt(page, `/lead/${lead.id}`);
  await callPanel(page).getByRole('timer').waitFor();
  // The call leaves the page in use: what is typed is a note.
  await page.keyboard.type('Asked for a quote');
  assert.equal(await page.getByRole('textbox', { name: 'New note' }).inputValue(), 'Asked for a quote');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('list', { name: 'Notes on this lead' }).getByText('Asked for a quote').waitFor();
  await page.keyboard.press('Control+.');
  const strip = outcomeStrip(page);
  await strip.getByText(/Ended after \d\d:\d\d$/).waitFor();
  await page.keyboard.press('2');
  await button(strip, /^In 1 hour/).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await strip.waitFor({ state: 'hidden' });
  const { answer: saved } = await caller.client.call(restGetLead, { params: { id: lead.id } });
  assert.equal(saved.status, 'followUp');
  const { answer } = await caller.client.call(listFollowupsOfLead, { params: { leadId: lead.id } });
  const inMinutes = (Date.parse(answer.followups[0]?.datetime ?? '') - Date.now()) / 60_000;
  assert.ok(inMinutes > 55 && inMinutes < 66, String(inMinutes));
  assert.equal(await page.getByRole('dialog').count(), 0);
  noErrors(window);
});
