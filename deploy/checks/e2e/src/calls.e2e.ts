import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowContact, leadPermission } from '@crm/contracts/http/permission.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { noErrors, signedIn } from './browser.js';
import { call, goOnline, outcomeStrip, permit } from './calling-steps.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, heldHere, leadBar, openLead } from './steps.js';

const own = ownEnvironment({ leads: 20 });

void test('an agent goes online, calls a lead, holds the customer, hangs up and is asked for the status', async () => {
  const lead = await makeLead(await callerFor(own.environment.url, people.lifeAgent), 'Callee Patient');
  // The test may run outside of calling hours.
  const admin = await callerFor(own.environment.url, people.admin);
  await admin.client.call(allowContact, {
    params: { id: lead.id },
    body: {
      place: 'phone',
      channel: 'call',
      reason: 'Asked to be called now',
      requested_on: pacificDate(new Date()),
      minutes: 60,
    },
  });

  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await page.getByRole('switch').click();
  await page.getByRole('switch', { checked: true }).waitFor();
  await openLead(page, lead);
  await heldHere(page);
  await button(leadBar(page), 'Call centre').click();
  const centre = page.getByRole('dialog', { name: 'Call centre' });
  await centre.getByText('Connected to the telephony provider').waitFor();
  await button(centre, 'Call').click();
  await centre.getByText('Calling (214) 555-0142').waitFor();
  await page.getByText('ON THE CALL').waitFor();
  await page.getByRole('switch', { checked: false, includeHidden: true }).waitFor();
  await centre.getByText('Talking to (214) 555-0142').waitFor();

  await button(centre, 'Hold').click();
  await button(centre, 'Resume').click();
  await button(centre, 'Hold').waitFor();
  await button(centre, 'Hang up').click();
  await outcomeStrip(page).waitFor();
  await page.getByText('ON THE CALL').waitFor({ state: 'hidden' });
  await page.getByRole('switch', { checked: true, includeHidden: true }).waitFor();
  noErrors(window);
});

void test('a customer asks not to be called: D lists the number, ends the call and proposes the status', async () => {
  const email = 'priya@example.com';
  const caller = await callerFor(own.environment.url, email);
  const lead = await makeLead(caller, 'Leave Alone', { phone: '+12145550144' });
  await permit(await callerFor(own.environment.url, people.admin), lead);
  const window = await signedIn(own.browser, own.environment.url, email);
  const { page } = window;
  await goOnline(page);
  await call(page, lead, 'Single');
  await page.keyboard.press('d');
  await page.getByRole('dialog', { name: 'Do not call again?' }).waitFor();
  await page.keyboard.press('Enter');
  const strip = outcomeStrip(page);
  await strip.getByRole('button', { name: 'Do not call', pressed: true }).waitFor();
  await page.keyboard.press('Enter');
  await strip.waitFor({ state: 'hidden' });
  const listed = async () =>
    (await caller.client.call(leadPermission, { params: { id: lead.id } })).answer.ways
      .filter(({ permission }) => permission.rule === 'do_not_contact')
      .map(({ channel }) => channel);
  const givesUpAt = Date.now() + 10_000;
  while ((await listed()).length < 2) {
    assert.ok(Date.now() < givesUpAt, 'the number was never listed');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  noErrors(window);
});
