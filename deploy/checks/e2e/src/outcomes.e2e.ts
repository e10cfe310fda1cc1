import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noErrors, signedIn } from './browser.js';
import { begin, call, callCentre, callPanel, close, goOnline, permit, saveOutcome } from './calling-steps.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { arrivedAt, button, said } from './steps.js';

/** Time scale of the carrier simulator: a call of 123 seconds ends after about seven. */
const carrierSpeed = 20;
const longEnough = /^00:(0[7-9]|1\d)$/;

const own = ownEnvironment({ leads: 20, carrierSpeed });

/** Saves the status that is required after each call; the agent is online again afterwards. */
async function settle(page: Page): Promise<void> {
  await saveOutcome(page);
  await page.getByRole('switch', { checked: true, includeHidden: true }).waitFor();
}

/** Calls a lead and hangs up when the panel's timer shows this. */
async function talkTo(page: Page, lead: { id: string }, until: RegExp): Promise<void> {
  await call(page, lead, 'Single');
  await callPanel(page).getByText(until).waitFor();
  await button(callPanel(page), 'Hang up').click();
  await settle(page);
}

void test('a long call appears live in an admin’s records and can be played; a short one does not appear', async () => {
  const agent = await callerFor(own.environment.url, people.lifeAgent);
  const admin = await callerFor(own.environment.url, people.admin);
  const leads = { short: await makeLead(agent, 'Short Talk'), long: await makeLead(agent, 'Long Talk') };
  for (const lead of Object.values(leads)) await permit(admin, lead);
  const desk = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const boss = await signedIn(own.browser, own.environment.url, people.admin);
  await boss.page.goto('/records');
  await boss.page.getByText('No records yet').waitFor();

  await goOnline(desk.page);
  await talkTo(desk.page, leads.short, /^00:0[2-4]$/);
  await talkTo(desk.page, leads.long, longEnough);

  const row = boss.page.getByRole('row', { name: /Long Talk/ });
  await row.waitFor();
  await row.getByText('Dana Reyes-Whitfield').waitFor();
  await button(row, /^Play/).click();
  await button(row, /^Pause/).waitFor();
  await button(row, /^Pause/).click();
  await row.getByRole('link', { name: 'Long Talk' }).click();
  await arrivedAt(boss.page, `/lead/${leads.long.id}`);
  await boss.page.goBack();
  await row.waitFor();
  assert.equal(await boss.page.getByText('Short Talk').count(), 0);
  noErrors(desk);
  noErrors(boss);
});

void test('every outcome of a call, single or conference, is shown to the agent, who is free again', async () => {
  const agent = await callerFor(own.environment.url, people.otherLifeAgent);
  const admin = await callerFor(own.environment.url, people.admin);
  const desk = await signedIn(own.browser, own.environment.url, people.otherLifeAgent);
  const { page } = desk;
  await goOnline(page);
  // By the last digits of the number: invalid number, busy, no answer, unreachable, hung up by the customer.
  const outcomes = [
    ['00', 'Single', 'The call failed'],
    ['01', 'Single', 'The line was busy'],
    ['02', 'Single', 'Nobody answered'],
    ['03', 'Single', 'The call failed'],
    ['07', 'Single', undefined],
    ['01', 'Conference', 'The line was busy'],
    ['02', 'Conference', 'Nobody answered'],
    ['03', 'Conference', 'The call failed'],
    ['07', 'Conference', undefined],
  ] as const;
  for (const [line, kind, outcome] of outcomes) {
    const lead = await makeLead(agent, `${kind} ${line}`, { phone: `+121455501${line}` });
    await permit(admin, lead);
    await begin(page, lead, kind);
    if (outcome !== undefined) await said(page, outcome).waitFor();
    await close(callCentre(page));
    await settle(page);
  }
  noErrors(desk);
});
