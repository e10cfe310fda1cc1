import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { noErrors, signedIn } from './browser.js';
import { byKeyboard } from './by-keyboard.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, heldHere, leadBar, openLead, said } from './steps.js';

let admin: Caller;

const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
});

/** Closes Texas for today and tomorrow, so that contact is denied whatever the time of the test run. */
async function closeTexas(): Promise<void> {
  const { client } = admin;
  const params = { id: 'TX' };
  const { version } = (await client.call(contactRules.calls.one, { params })).answer;
  const name = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', weekday: 'short' });
  const today = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(name.format(new Date()));
  const hours = Array.from({ length: 7 }, (_, day) =>
    day === today || day === (today + 1) % 7 ? null : { from: '10:00', until: '20:00' },
  );
  const { status } = await client.call(contactRules.calls.change, {
    params,
    body: {
      channels: ['call', 'text'],
      hours,
      closed_days: [],
      max_attempts: null,
      attempts_per_person: 0,
      customer_months: null,
      no_automated_dialling: 0,
      consent_for: [],
      source: 'Closed for a test',
      counsel: '',
      checked_on: '2026-11-21',
      version,
    },
  });
  assert.equal(status, 200);
}

const callCentre = (page: Page): Locator => button(leadBar(page), 'Call centre');
const isOff = async (named: Locator) => (await named.getAttribute('aria-disabled')) === 'true';
/** Such as `Monday 10:00 AM`: with the weekday, because it is not today. */
const anotherDay = String.raw`[A-Z][a-z]+ \d{1,2}:\d\d [AP]M`;

void test('a denied call shows the reason and the next allowed time; an admin overrides and revokes that', async () => {
  await closeTexas();
  const lead = await makeLead(await callerFor(own.environment.url, people.lifeAgent), 'Rita Ruled');
  const allowedNow = async () => {
    const { answer } = await admin.client.call(leadPermission, { params: { id: lead.id } });
    return answer.ways
      .filter(({ permission }) => permission.allowed)
      .map(({ place, channel }) => `${place} ${channel}`);
  };
  const agent = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  await openLead(agent.page, lead);
  await agent.page.getByText(new RegExp(`^Calls and texts from ${anotherDay} CT$`)).waitFor();
  // The reason is shown only once.
  assert.equal(await agent.page.getByText(/calls may begin on/).count(), 0);
  assert.ok(await isOff(callCentre(agent.page)));
  // A disabled button is focusable, so that its tooltip with the reason is available to keyboard users too.
  await callCentre(agent.page).focus();
  await agent.page
    .getByRole('tooltip')
    .getByText(new RegExp(`may begin on .*\\. Next allowed: ${anotherDay} CT, ${anotherDay} PT$`))
    .waitFor();
  await agent.page.keyboard.press('Enter');
  assert.equal(await agent.page.getByRole('dialog').count(), 0);
  assert.equal(await button(agent.page, 'Allow').count(), 0);

  const boss = await signedIn(own.browser, own.environment.url, people.admin);
  await boss.page.goto(`/lead/${lead.id}`);
  await boss.page.getByText('has this lead open. You can read it').waitFor();
  const title = 'Allow contact against the rules?';
  await byKeyboard(boss.page, { opener: button(boss.page, 'Allow'), title });
  await button(boss.page, 'Allow').click();
  const dialog = boss.page.getByRole('dialog', { name: title });
  await dialog.getByText(/calls may begin on/).waitFor();
  const allow = button(dialog, 'Allow');
  assert.ok(await isOff(allow));
  await allow.hover();
  await boss.page.getByRole('tooltip', { name: 'Enter a reason' }).waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('She asked to be called at night');
  await dialog.getByRole('combobox', { name: 'For how long' }).click();
  await boss.page.getByRole('option', { name: '4 hours', exact: true }).click();
  await allow.click();
  await said(boss.page, 'Contact allowed').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  const overridden = /^Calls allowed by .* until .* CT/;
  await boss.page.getByText(overridden).waitFor();
  await boss.page.getByText('“She asked to be called at night”').waitFor();
  // The override is for calls only: texts are still denied.
  await boss.page.getByText('May be called', { exact: true }).waitFor();
  await boss.page.getByText(new RegExp(`^Texts from ${anotherDay} CT$`)).waitFor();
  assert.deepEqual(await allowedNow(), ['phone call', 'email email']);

  // The next user in line gets the hold as soon as the holder leaves the page, even for a reload.
  await boss.page.goto('/life');
  await agent.page.reload();
  await heldHere(agent.page);
  await agent.page.getByText(overridden).waitFor();
  await agent.page.getByText('“She asked to be called at night”').waitFor();
  assert.equal(await button(agent.page, /^End: /).count(), 0);
  await leadBar(agent.page).locator('button:not([aria-disabled])', { hasText: 'Call centre' }).click();
  await agent.page.getByRole('dialog', { name: 'Call centre' }).waitFor();
  await agent.page.keyboard.press('Escape');

  await boss.page.goto(`/lead/${lead.id}`);
  await button(boss.page, /^End: Calls allowed by /).click();
  await said(boss.page, 'The rules apply again').waitFor();
  await boss.page.getByText(overridden).waitFor({ state: 'hidden' });
  await button(boss.page, 'Allow').waitFor();
  assert.deepEqual(await allowedNow(), ['email email']);
  await boss.page.goto('/life');
  await agent.page.reload();
  await heldHere(agent.page);
  await agent.page.getByText(new RegExp(`^Calls and texts from ${anotherDay} CT$`)).waitFor();
  assert.ok(await isOff(callCentre(agent.page)));
  noErrors(agent);
  noErrors(boss);
});
