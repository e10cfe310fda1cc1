import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import {
  addFollowup,
  createFollowup,
  filterFollowups,
  listAllFollowupsOfLead,
  listFollowupsOfLead,
  updateFollowup,
} from '@crm/contracts/http/followups.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { noErrors, signedIn, type Window } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { arrivedAt, atOnce, button, followupDialog, leadBar, openLead, said, saveStatus } from './steps.js';

let dana: Caller;
let marcus: Caller;
let agent: Window;
let admin: Window;

const own = ownEnvironment({ leads: 60 }, async () => {
  dana = await callerFor(own.environment.url, people.lifeAgent);
  marcus = await callerFor(own.environment.url, people.otherLifeAgent);
  agent = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  admin = await signedIn(own.browser, own.environment.url, people.admin);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const followupOf = async (lead: LeadRow, { client } = dana) => {
  const { answer } = await client.call(listFollowupsOfLead, { params: { leadId: lead.id } });
  return answer.followups[0];
};
const inList = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

void test('a status requires a follow-up, which is in every list, becomes due, and is completed', async () => {
  const lead = await makeLead(dana, 'Henrietta Follows');
  await admin.page.goto('/follow-ups');
  await openLead(agent.page, lead);
  await button(leadBar(agent.page), 'Start work').click();
  await button(leadBar(agent.page), 'Complete').waitFor();

  // The dialog opens, and opens again after a reload.
  await saveStatus(agent.page, 'Thinking about it');
  const dialog = followupDialog(agent.page);
  await dialog.waitFor();
  await agent.page.reload();
  await dialog.getByText('This status needs a follow-up. Set one or skip it.').waitFor();
  await button(dialog, 'In 1 day').click();
  assert.match(await dialog.locator('dd').last().innerText(), /\d [AP]M CT/);
  await button(dialog, 'High').click();
  await dialog.getByLabel('Description').fill('Wants it in writing');
  await button(dialog, 'Create').click();
  await dialog.waitFor({ state: 'hidden' });
  await button(leadBar(agent.page), 'Start work').waitFor();
  await inList(admin.page, 'Henrietta Follows').waitFor({ timeout: 5_000 });

  // The lead can be left again; the follow-up is on the home page and in the list.
  await agent.page.getByRole('link', { name: 'Follow-ups', exact: true }).click();
  await arrivedAt(agent.page, '/follow-ups');
  const row = agent.page.getByRole('row', { name: /Henrietta Follows/ });
  for (const text of ['High', 'In Progress', 'Thinking about it']) await row.getByText(text).waitFor();

  // When it becomes due, only its owner's browser is notified.
  const followup = await followupOf(lead);
  assert.ok(followup);
  await agent.page.goto('/');
  // Its owner is there and hears: what falls due while a page loads is in its notifications alone.
  await inList(agent.page, 'Henrietta Follows').waitFor();
  const soon = new Date(Date.now() + 5_000).toISOString();
  const moved = { id: followup.id, followup: { datetime: soon } };
  assert.equal((await dana.client.call(updateFollowup, { body: moved })).status, 200);
  await said(agent.page, 'Follow-up with Henrietta Follows').waitFor();
  const bell = button(agent.page, /^Notifications, \d+ unread/);
  await bell.waitFor();
  assert.equal(await said(admin.page, /^Follow-up with/).count(), 0);
  await agent.page.getByRole('link', { name: 'Open lead' }).click();
  await arrivedAt(agent.page, `/lead/${lead.id}`);
  await bell.click();
  const menu = agent.page.getByRole('dialog', { name: 'Notifications' });
  await menu.getByRole('link', { name: 'Follow-up with Henrietta Follows' }).waitFor();
  assert.equal(await menu.getByRole('link', { name: 'Follow-up with Henrietta Follows' }).count(), 1);
  await agent.page.keyboard.press('Escape');

  // Completed: only the checkbox is enabled, and no notification remains.
  await agent.page.getByRole('tab', { name: 'FollowUps' }).click();
  const panel = agent.page.locator('#lead-panel-right-followups');
  await panel.getByText('Overdue').waitFor();
  await panel.getByRole('checkbox', { name: 'Completed' }).click();
  await panel.getByText('Completed. Clear the box to change it.').waitFor();
  assert.equal(await panel.getByLabel(/^Date and time/).isDisabled(), true);
  assert.equal(await panel.getByLabel('Description').isDisabled(), true);
  // Off while the completion is saved.
  await panel.getByRole('checkbox', { name: 'Completed', disabled: false }).waitFor();
  await button(agent.page, 'Notifications').waitFor();
  const adminRow = admin.page.getByRole('row', { name: /Henrietta Follows/ });
  await adminRow.getByText('Completed').waitFor(atOnce);
  noErrors(agent);
  noErrors(admin);
});

void test('a second follow-up of a lead and a time in the past are rejected', async () => {
  const lead = await makeLead(dana, 'Only Once');
  const body = { user_id: dana.user.id, lead_id: lead.id, datetime: inHours(2) };
  assert.equal((await dana.client.call(createFollowup, { body })).status, 200);
  const second = await dana.client.call(createFollowup, { body });
  assert.equal(second.status, 409);
  assert.equal(second.refusal.message, 'You reached max number of followups');
  const other = await makeLead(dana, 'Too Late');
  const late = await dana.client.call(createFollowup, {
    body: { ...body, lead_id: other.id, datetime: inHours(-1) },
  });
  assert.equal(late.refusal.message, 'Please pick a correct date and time');

  // A lead that has a follow-up does not offer to create another.
  await openLead(agent.page, lead);
  await agent.page.getByRole('tab', { name: 'FollowUps' }).click();
  await button(agent.page, 'Update').waitFor();
  assert.equal(await button(agent.page, 'Create').count(), 0);
  assert.equal(await button(agent.page, 'Delete').count(), 0);
});

void test('a second follow-up is added beside the first; completing the first makes the second the next one', async () => {
  const lead = await makeLead(dana, 'Twice Promised');
  const first = { user_id: dana.user.id, lead_id: lead.id, datetime: inHours(2), description: 'The quote' };
  assert.equal((await dana.client.call(createFollowup, { body: first })).status, 200);
  await admin.page.goto('/follow-ups');
  await openLead(agent.page, lead);
  await agent.page.getByRole('tab', { name: 'FollowUps' }).click();
  const panel = agent.page.locator('#lead-panel-right-followups');
  await button(panel, 'Add follow-up').click();
  const form = panel.getByRole('region', { name: 'New follow-up' });
  await button(form, 'In 1 day').click();
  assert.match(await form.locator('dd').last().innerText(), /\d [AP]M CT/);
  await form.getByLabel('Description').fill('The medical questions');
  await button(form, 'Create').click();
  await said(agent.page, 'Follow-up created').waitFor();
  const items = panel.getByRole('listitem');
  await items.nth(1).getByText('The medical questions').waitFor();
  await items.nth(0).getByText('The quote').waitFor();
  for (const item of [items.nth(0), items.nth(1)])
    assert.match(await item.getByRole('time').innerText(), /\d [AP]M CT/);
  // Both are rows of the list, in every window.
  const rows = admin.page.getByRole('row', { name: /Twice Promised/ });
  await rows.nth(1).waitFor({ timeout: 5_000 });
  assert.equal((await followupOf(lead))?.description, 'The quote');

  await items.nth(0).getByRole('checkbox', { name: 'Completed' }).click();
  await items.nth(1).getByText('The quote').waitFor();
  await items.nth(0).getByText('The medical questions').waitFor();
  assert.equal((await followupOf(lead))?.description, 'The medical questions');
  await rows.getByText('Completed').waitFor(atOnce);

  // Five are the limit: the sixth is refused by the server, and not offered.
  for (const hours of [30, 31, 32]) {
    const { status } = await dana.client.call(addFollowup, { body: { ...first, datetime: inHours(hours) } });
    assert.equal(status, 200);
  }
  const sixth = await dana.client.call(addFollowup, { body: first });
  assert.deepEqual([sixth.status, sixth.refusal.message], [409, 'You reached max number of followups']);
  await panel.getByText('A lead has at most 5 follow-ups').waitFor(atOnce);
  const { answer } = await dana.client.call(listAllFollowupsOfLead, { params: { leadId: lead.id } });
  assert.deepEqual(
    answer.followups.map(({ completed }) => completed),
    [0, 0, 0, 0, 1],
  );
  noErrors(agent);
  noErrors(admin);
});

void test('an agent cannot see or change other agents’ follow-ups; an admin can delete them', async () => {
  const lead = await makeLead(marcus, 'Not For Dana');
  const made = await marcus.client.call(createFollowup, {
    body: { user_id: marcus.user.id, lead_id: lead.id, datetime: inHours(3) },
  });
  const { id } = made.answer.followup;
  const read = await dana.client.call(listFollowupsOfLead, { params: { leadId: lead.id } });
  const change = await dana.client.call(updateFollowup, { body: { id, followup: { completed: 1 } } });
  assert.deepEqual([read.status, change.status], [404, 404]);
  const list = await dana.client.call(filterFollowups, {
    body: { params: { user: [marcus.user.id] }, user_id: dana.user.id, limit: 100 },
  });
  assert.ok(list.answer.followups.every(({ user_id }) => user_id === dana.user.id));
  await agent.page.goto('/follow-ups');
  await agent.page.getByRole('heading', { level: 1, name: 'Follow-ups' }).waitFor();
  assert.equal(await inList(agent.page, 'Not For Dana').count(), 0);

  await admin.page.goto(`/lead/${lead.id}/followups`);
  await button(admin.page.locator('#lead-panel-right-followups'), 'Delete').click();
  const dialog = admin.page.getByRole('dialog', { name: 'Delete follow-up' });
  await button(dialog, 'Delete').click();
  await said(admin.page, 'Follow-up deleted').waitFor();
  assert.equal(await followupOf(lead, marcus), undefined);
  noErrors(agent);
  noErrors(admin);
});

// Must be the last test: the restart changes the environment's address, which breaks all open windows.
void test('a follow-up that becomes due during downtime is notified exactly once, despite several restarts', async () => {
  const lead = await makeLead(dana, 'Due In The Dark');
  const due = new Date(Date.now() + 3_000);
  const body = { user_id: dana.user.id, lead_id: lead.id, datetime: due.toISOString() };
  assert.equal((await dana.client.call(createFollowup, { body })).status, 200);
  const reported = async () => {
    const { client, user } = await callerFor(own.environment.url, people.lifeAgent);
    const { answer } = await client.call(listNotifications, { params: { id: user.id } });
    return answer.notifications.filter(({ lead_id }) => lead_id === lead.id).length;
  };

  await own.environment.restart(() => pause(Math.max(0, due.getTime() - Date.now()) + 500));
  for (let tries = 0; (await reported()) === 0; tries += 1) {
    assert.ok(tries < 50, 'It was not told');
    await pause(200);
  }
  assert.equal(await reported(), 1);
  await own.environment.restart();
  assert.equal(await reported(), 1);
});
