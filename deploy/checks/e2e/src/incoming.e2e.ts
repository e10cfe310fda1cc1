import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { z } from 'zod';
import { phoneNumber, toE164 } from '@crm/contracts/phone.js';
import { demoDefaultLine } from '@crm/seed/demo-people.js';
import { noErrors, signedIn, type Window } from './browser.js';
import { call, callPanel, goOnline, outcomeStrip, permit, saveOutcome } from './calling-steps.js';
import { customer } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, fromSettings, said } from './steps.js';

// Drawn numbers will not do: their last digits say how the simulated customer behaves. These three talk and stay.
const [calleePhone, waitingPhone, lateCallerPhone] = ['+12145550170', '+12145550171', '+12145550172'];
/** The number that all agents share. */
const shared = phoneNumber.parse(toE164(demoDefaultLine));
let agent: Caller;
let admin: Caller;
const windows: Window[] = [];

const own = ownEnvironment({ leads: 20 }, async () => {
  agent = await callerFor(own.environment.url, people.lifeAgent);
  admin = await callerFor(own.environment.url, people.admin);
});

// An agent whose window stays open would still receive calls in the next test.
afterEach(async () => {
  for (const { context } of windows.splice(0)) await context.close();
});

async function open(email: string): Promise<Window> {
  const window = await signedIn(own.browser, own.environment.url, email);
  windows.push(window);
  return window;
}

const lines = z.object({
  calls: z.array(
    z.object({ callSid: z.string(), from: z.string(), status: z.string(), listens: z.boolean() }),
  ),
});

/** The line of somebody who calls, once a condition holds of it. */
async function lineOf(from: string, fits: (line: { status: string; listens: boolean }) => boolean) {
  for (const since = Date.now(); Date.now() - since < 60_000;) {
    const answer = await fetch(`${own.environment.url}/_sim/state`);
    const line = lines.parse(await answer.json()).calls.find((each) => each.from === from && fits(each));
    if (line !== undefined) return line.callSid;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${from} did not come so far`);
}

void test('a customer who calls while their agent is busy waits, keeps the place with a key, and is called back', async () => {
  const lead = await makeLead(agent, 'Callee Talking', { phone: calleePhone });
  const from = waitingPhone;
  const waiting = await makeLead(agent, 'Caller Waiting', { phone: from });
  for (const each of [lead, waiting]) await permit(admin, each);
  const window = await open(people.lifeAgent);
  const { page } = window;
  await goOnline(page);
  await call(page, lead, 'Single');
  await customer(own.environment, 'inbound-call', { from, to: shared });
  const callSid = await lineOf(from, ({ listens }) => listens);
  await customer(own.environment, 'press', { callSid, keys: '1' });
  await lineOf(from, ({ status }) => status === 'completed');

  await button(callPanel(page), 'Hang up').click();
  await outcomeStrip(page).waitFor();
  const offer = page.getByRole('alertdialog', { name: 'Call back Caller Waiting' });
  await offer.waitFor();
  await saveOutcome(page);
  await button(offer, 'Call').click();
  await offer.waitFor({ state: 'hidden' });
  await callPanel(page).getByText('Caller Waiting').waitFor();
  await callPanel(page)
    .getByText(/^00:0\d$/)
    .waitFor();
  await button(callPanel(page), 'Hang up').click();
  await outcomeStrip(page).waitFor();
  noErrors(window);
});

void test('an admin closes the office: who calls is told so and leaves a voicemail', async () => {
  const window = await open(people.admin);
  const { page } = window;
  await fromSettings(page, 'Opening hours');
  const form = page.getByRole('form', { name: 'Opening hours' });
  const sentence = form.getByLabel('Said when closed');
  await sentence.fill('We are closed today.');
  for (const day of ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
    for (const part of ['from', 'until']) await form.getByLabel(`${day} ${part}`).fill('');
  await button(form, 'Save').click();
  await said(page, 'Opening hours saved').waitFor();
  await page.reload();
  assert.equal(await sentence.inputValue(), 'We are closed today.');
  const from = lateCallerPhone;
  await customer(own.environment, 'inbound-call', { from, to: shared, vmSeconds: 3 });
  await lineOf(from, ({ status }) => status === 'completed');
  const answer = await fetch(`${own.environment.url}/_sim/trace`);
  assert.match(await answer.text(), /We are closed today\./);
  noErrors(window);
});
