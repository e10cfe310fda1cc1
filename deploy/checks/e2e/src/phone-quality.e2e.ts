import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { noErrors, signedIn, type Window } from './browser.js';
import {
  answerLater,
  call,
  callPanel,
  close,
  goOnline,
  outcomeStrip,
  permit,
  saveOutcome,
} from './calling-steps.js';
import { customer } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, fromSettings, said } from './steps.js';

/** One agent a test: who was online in a window that is closed is offline a while later. */
let tester: Caller;
let agent: Caller;
let cutOff: Caller;
let admin: Caller;
const cutOffEmail = 'priya@example.com';
const windows: Window[] = [];

async function open(email: string): Promise<Window> {
  const window = await signedIn(own.browser, own.environment.url, email);
  windows.push(window);
  return window;
}

const own = ownEnvironment({ leads: 20 }, async () => {
  tester = await callerFor(own.environment.url, people.lifeAgent);
  agent = await callerFor(own.environment.url, people.otherLifeAgent);
  cutOff = await callerFor(own.environment.url, cutOffEmail);
  admin = await callerFor(own.environment.url, people.admin);
});

afterEach(async () => {
  for (const { context } of windows.splice(0)) await context.close();
});

const good = { mos: 4.3, jitter: 3, rtt: 50, loss: 0 };
const bad = { mos: 2.6, jitter: 95, rtt: 310, loss: 7 };
/** How a device of an agent sounds. */
const sound = (identity: string, figures: typeof good) =>
  customer(own.environment, 'fault', { kind: 'sound', identity, ...figures });

/** A test call takes some seconds. */
const whileTested = { timeout: 40_000 };

async function callable(of: Caller, name: string) {
  const lead = await makeLead(of, name);
  await permit(admin, lead);
  return lead;
}

void test('a bad connection is said after going online, and again by a test, which says when it is good', async () => {
  const tests = `test_${tester.user.id}`;
  await sound(tests, bad);
  const window = await open(people.lifeAgent);
  const { page } = window;
  await goOnline(page);
  await page
    .getByText(/not usable for calls\. 7\.0% of the sound is lost\. Use a cable/)
    .waitFor(whileTested);
  await fromSettings(page, 'Sound');
  const dialog = page.getByRole('dialog', { name: 'Sound' });
  const test = button(dialog, 'Test my connection');
  await test.click();
  await dialog.getByText('Your connection is not usable for calls.').waitFor(whileTested);
  await dialog.getByText('The sound arrives unevenly, by 95 ms', { exact: false }).waitFor();
  await sound(tests, good);
  await test.click();
  await dialog.getByText('Your connection is good for calls.').waitFor(whileTested);
  await dialog.getByText(/Sound 4\.3 of 5 .* by simulated/).waitFor();
  await close(dialog);
  noErrors(window);
});

void test('a call that sounded badly is rated beside the status dialog, and is in the statistic', async () => {
  await sound(`user_${agent.user.id}`, bad);
  const lead = await callable(agent, 'Heard Badly');
  const window = await open(people.otherLifeAgent);
  const { page } = window;
  await goOnline(page);
  await call(page, lead, 'Single');
  // Some seconds to measure, once the announcement to the customer is over.
  await callPanel(page)
    .getByText(/^00:(0[7-9]|1\d)$/)
    .waitFor();
  await button(callPanel(page), 'Hang up').click();
  await outcomeStrip(page).waitFor();
  await button(page.getByRole('region', { name: 'How was the sound?' }), 'The sound was bad').click();
  const why = page.getByRole('region', { name: 'What was wrong with it?' });
  await button(why, 'Choppy').click();
  await why.waitFor({ state: 'hidden' });
  await saveOutcome(page);
  noErrors(window);

  const office = await open(people.admin);
  await office.page.goto('/statistic');
  const row = office.page.getByTestId(`row-sound-${agent.user.id}`);
  await row.getByText('2.60').waitFor();
  const cells = (await row.getByRole('cell').allTextContents()).map((text) => text.trim());
  assert.deepEqual(cells.slice(1), ['1', '2.60', '95.0 ms', '7.0%', '310 ms', '100.0%', '0', '1']);
  noErrors(office);
});

void test('a page that is reloaded in a call is asked about first, and asks for the status afterwards, until it is answered', async () => {
  const lead = await callable(cutOff, 'Cut Off');
  const window = await open(cutOffEmail);
  const { page } = window;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await goOnline(page);
  await call(page, lead, 'Conference');
  await page.reload();
  assert.deepEqual(asked, ['beforeunload']);
  await said(page, 'Your call with Cut Off ended when the page was reloaded').waitFor();
  await outcomeStrip(page).waitFor();
  await callPanel(page).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('switch', { checked: true }).waitFor();
  await page.getByRole('heading', { name: 'Cut Off' }).waitFor();
  await outcomeStrip(page).waitFor();
  await answerLater(page);
  assert.equal(await said(page, 'Your call with Cut Off ended when the page was reloaded').count(), 0);
  assert.deepEqual(asked, ['beforeunload']);
  // The desk works: the next call goes out.
  await button(page, 'Call centre').click();
  const centre = page.getByRole('dialog', { name: 'Call centre' });
  await centre.getByText('Connected to the telephony provider').waitFor();
  await button(centre, 'Call').click();
  await centre.getByText('Talking to').waitFor();
  await close(centre);
  await button(callPanel(page), 'Hang up').click();
  await outcomeStrip(page).waitFor();
  noErrors(window);
});
