import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawNext } from '@crm/contracts/http/day.js';
import { createFollowup } from '@crm/contracts/http/followups.js';
import { permit } from './calling-steps.js';
import { noErrors, signedIn, type Window } from './browser.js';
import { customer } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { arrivedAt, heldHere } from './steps.js';

let dana: Caller;
let boss: Caller;
let agent: Window;

const own = ownEnvironment({ leads: 20 }, async () => {
  dana = await callerFor(own.environment.url, people.lifeAgent);
  boss = await callerFor(own.environment.url, people.admin);
  agent = await signedIn(own.browser, own.environment.url, people.lifeAgent);
});

void test('the day brings a call-back when it is due and a customer who wrote, and the next lead by one key', async () => {
  const [due, wrote] = [
    await makeLead(dana, 'Calla Backman', { phone: '+12145550331' }),
    await makeLead(dana, 'Rhoda Writes', { phone: '+12145550332' }),
  ];
  // Tests run at any time of the day.
  await permit(boss, due);
  await permit(boss, wrote);
  const { page } = agent;
  await page.goto('/');
  const day = page.getByRole('region', { name: 'My day' });
  const row = (name: string) => day.getByRole('row', { name: new RegExp(name) });
  await row('Calla Backman')
    .getByText(/^New, /)
    .waitFor();

  const datetime = new Date(Date.now() + 4_000).toISOString();
  const body = { user_id: dana.user.id, lead_id: due.id, datetime, priority: 1 as const };
  assert.equal((await dana.client.call(createFollowup, { body })).status, 200);
  await row('Calla Backman')
    .getByText(/^Call-back due /)
    .waitFor();
  await customer(own.environment, 'inbound-sms', {
    ...{ from: wrote.phone, to: dana.user.twilio_phone, body: 'Please call me' },
  });
  await row('Rhoda Writes')
    .getByText(/^Replied /)
    .waitFor();
  const names = await day.getByRole('rowheader').allInnerTexts();
  assert.deepEqual(names.slice(0, 2), ['Calla Backman', 'Rhoda Writes']);

  await page.keyboard.press('n');
  await arrivedAt(page, `/lead/${due.id}`);
  await heldHere(page);

  // Whoever draws meanwhile gets the one behind it.
  const { answer } = await dana.client.call(drawNext, { body: {} });
  assert.equal(answer.row?.lead.id, wrote.id);
  noErrors(agent);
});
