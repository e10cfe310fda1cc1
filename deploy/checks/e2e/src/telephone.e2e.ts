import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { wavOf } from '@crm/carrier-sim/recordings/audio.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { recordConsent } from '@crm/contracts/http/consents.js';
import { reassignLeads } from '@crm/contracts/http/leads.js';
import { noErrors, signedIn, type Window } from './browser.js';
import { byKeyboard } from './by-keyboard.js';
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
import { arrivedAt, button, fromSettings, leadBar, openLead, rowOf, said, setStatus } from './steps.js';

/** The line of the first demo agent. */
const agentLine = '+17375550100';
/** Timeout for a greeting and a voicemail message, or for dialling a run of five leads. */
const whileDialled = { timeout: 60_000 };
/** Two more agents licensed in the state of the tests' leads. */
const handingOver = 'tomas@example.com';
const colleague = { email: 'priya@example.com', name: 'Priya Sandoval' };

let agent: Caller;
let admin: Caller;
const windows: Window[] = [];

async function open(email: string): Promise<Window> {
  const window = await signedIn(own.browser, own.environment.url, email);
  windows.push(window);
  return window;
}

const own = ownEnvironment({ leads: 20 }, async () => {
  agent = await callerFor(own.environment.url, people.lifeAgent);
  admin = await callerFor(own.environment.url, people.admin);
});

// An agent whose window stays open would still receive calls in the next test.
afterEach(async () => {
  for (const { context } of windows.splice(0)) await context.close();
});

const pad = (page: Page) => page.getByRole('dialog', { name: 'Dialpad' });

async function callable(
  name: string,
  of: Caller = agent,
  besides?: Parameters<typeof makeLead>[2],
): Promise<LeadRow> {
  const lead = await makeLead(of, name, besides);
  await permit(admin, lead);
  return lead;
}

/** 1280 points at 400 %: what a page must hold without scrolling sideways. */
const enlarged = { width: 320, height: 640 };

/** Of a page as wide as that, the controls that lie outside of it, or are too narrow for what they hold. */
async function cutOff(controls: readonly Locator[]): Promise<string[]> {
  const found: string[] = [];
  for (const control of controls) {
    const box = await control.boundingBox();
    const spills = await control.evaluate(
      ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
        scrollWidth > clientWidth + 1,
    );
    if (box === null || box.x < 0 || box.x + box.width > enlarged.width || spills)
      found.push(`${String(control)} ${JSON.stringify(box)}`);
  }
  return found;
}

async function upload(dialog: Locator, name: string, saves: string): Promise<void> {
  const buffer = wavOf({ duration: 4, channels: 1 });
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'audio/wav', buffer });
  await button(dialog, saves).click();
}

void test('with the chosen microphone, during a call: mute, editing the lead, pausing the recording; afterwards the status is saved', async () => {
  const lead = await callable('Callee Patient');
  const window = await open(people.lifeAgent);
  const { page } = window;
  await fromSettings(page, 'Sound');
  const sound = page.getByRole('dialog', { name: 'Sound' });
  await sound.getByRole('combobox', { name: 'Microphone' }).click();
  await page.getByRole('option', { name: 'Fake Audio Input 2' }).click();
  await sound.getByRole('progressbar', { name: 'Level of the microphone' }).waitFor();
  await button(sound, 'Play a test sound').click();
  await close(sound);
  await goOnline(page);
  await call(page, lead, 'Single');
  await fromSettings(page, 'Sound');
  await sound.getByRole('combobox', { name: 'Microphone' }).getByText('Fake Audio Input 2').waitFor();
  await close(sound);
  const panel = callPanel(page);
  await button(panel, 'Mute').click();
  await button(panel, 'Muted').waitFor();
  await page.getByRole('link', { name: 'Life', exact: true }).click();
  await said(page, 'Please complete this lead, change status').waitFor();
  await button(panel, 'Adjust').click();
  const form = page.getByRole('dialog', { name: 'Client information' });
  await form.getByLabel('Address').fill('2 Second Street');
  await button(form, 'Update').click();
  await form.waitFor({ state: 'hidden' });
  const usual = page.viewportSize() ?? enlarged;
  await page.setViewportSize(enlarged);
  const header = page.getByRole('banner');
  await button(header, 'Open menu').waitFor();
  await header.getByRole('link', { name: 'Open lead' }).waitFor();
  const places = [header, leadBar(page), panel];
  const controls = [header.getByRole('link'), ...places.map((place) => place.getByRole('button'))];
  const all = (await Promise.all(controls.map((each) => each.filter({ visible: true }).all()))).flat();
  assert.ok(all.length > 14);
  assert.deepEqual(await cutOff(all), []);
  await page.setViewportSize(usual);
  await button(panel, 'Pause recording').click();
  await panel.getByText('Recording paused').waitFor();
  await button(panel, 'Resume recording').click();
  await panel.getByText('Recording paused').waitFor({ state: 'hidden' });
  await page.getByText('2 Second Street').waitFor();
  // Recording starts after the announcement to the customer, so wait until it is over.
  await panel.getByText(/^00:0[6-9]$/).waitFor();
  const identity = `user_${agent.user.id}`;
  const lineIs = (event: string, name?: string) =>
    customer(own.environment, 'fault', { kind: 'line', identity, event, ...(name && { name }) });
  await lineIs('warning', 'low-bytes-received');
  await panel.getByText('No sound arrives from the other side').waitFor();
  await lineIs('reconnecting');
  await panel.getByText('Connection lost. Reconnecting…').waitFor();
  await lineIs('reconnected');
  await lineIs('warning-cleared', 'low-bytes-received');
  await panel.getByText('No sound arrives from the other side').waitFor({ state: 'hidden' });
  await button(panel, 'Hang up').click();
  await saveOutcome(page);
  await page.getByRole('switch', { checked: true }).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('list', { name: 'Recorded calls of this lead' }).getByRole('button').click();
  await button(page, /^Play/).waitFor();
  noErrors(window);
});

void test('in a conference, one participant is busy, another joins and is removed; a colleague takes over', async () => {
  const lead = await callable('Handed Over', await callerFor(own.environment.url, handingOver));
  const window = await open(handingOver);
  const { page } = window;
  const other = await open(colleague.email);
  await goOnline(page);
  await goOnline(other.page);
  await call(page, lead, 'Conference');
  const panel = callPanel(page);
  await byKeyboard(page, { opener: button(panel, 'Add participant'), title: 'Dialpad' });
  await byKeyboard(page, { opener: button(panel, 'Transfer'), title: 'Transfer the call' });
  await button(panel, 'Add participant').click();
  const number = pad(page).getByLabel('Phone number');
  await number.fill('(214)555-0101');
  await button(pad(page), 'Dial').click();
  await pad(page).getByText('Ringing (214) 555-0101').waitFor();
  await pad(page).getByText('Ringing (214) 555-0101').waitFor({ state: 'hidden' });
  await number.fill('(214)555-0133');
  await button(pad(page), 'Dial').click();
  await pad(page).getByText('(214) 555-0133 is on the call').waitFor();
  await button(pad(page), 'Hang up').click();
  await pad(page).getByText('is on the call').waitFor({ state: 'hidden' });
  await close(pad(page));

  await button(panel, 'Transfer').click();
  const transfer = page.getByRole('dialog', { name: 'Transfer the call' });
  await transfer.getByRole('radio', { name: new RegExp(colleague.name) }).click();
  await button(transfer, 'Ring').click();
  await transfer.getByText(`${colleague.name} is on the call`).waitFor();
  const theirs = callPanel(other.page);
  await theirs.getByText('Handed Over').waitFor();
  await button(transfer, 'Leave the call').click();
  await panel.waitFor({ state: 'hidden' });
  await button(theirs, 'Lead').click();
  await arrivedAt(other.page, `/lead/${lead.id}`);
  await other.page.getByRole('heading', { name: 'Handed Over' }).waitFor();
  await button(theirs, 'Hang up').click();
  await outcomeStrip(other.page).waitFor();
  noErrors(window);
  noErrors(other);
});

void test('a caller hears the greeting and leaves a voicemail, or is answered immediately', async () => {
  const lead = await callable('Caller Back');
  const window = await open(people.lifeAgent);
  const { page } = window;
  await fromSettings(page, 'OOO VM');
  const greeting = page.getByRole('dialog', { name: 'OOO VM' });
  await upload(greeting, 'away.wav', 'Save');
  await greeting.waitFor({ state: 'hidden' });
  await fromSettings(page, 'OUTBOUND VM');
  const outbound = page.getByRole('dialog', { name: 'OUTBOUND VM' });
  await upload(outbound, 'short hello.wav', 'Upload');
  await button(outbound, 'Play the voicemail short hello').waitFor();
  await close(outbound);

  await openLead(page, lead);
  await customer(own.environment, 'inbound-call', { from: lead.phone, to: agentLine, vmSeconds: 3 });
  const voicemails = page.getByRole('tab', { name: /^VM/ });
  await voicemails.getByText('1', { exact: true }).waitFor(whileDialled);
  await voicemails.click();
  await page.getByText('New', { exact: true }).waitFor();
  await button(page, /^Play/).click();
  await page.getByText('New', { exact: true }).waitFor({ state: 'hidden' });

  await page.goto('/');
  await goOnline(page);
  await customer(own.environment, 'inbound-call', { from: lead.phone, to: agentLine, hangAfter: 60 });
  await callPanel(page).getByText('Caller Back').waitFor();
  await arrivedAt(page, `/lead/${lead.id}`);
  // Voicemail drop is for outgoing calls to answering machines, so it is disabled.
  await page.getByRole('button', { name: 'Drop voicemail', disabled: true }).waitFor();
  await button(callPanel(page), 'Hang up').click();
  await outcomeStrip(page).waitFor();
  noErrors(window);
});

void test('a voicemail is dropped for a customer who consented, and denied for others', async () => {
  const dropping = await callerFor(own.environment.url, people.otherLifeAgent);
  const machine = { phone: '+12145550104' };
  const leads = {
    agreed: await callable('Machine Agreed', dropping, { ...machine, recorded_ok: 1 }),
    other: await callable('Machine Other', dropping, machine),
  };
  const wording = 'I agree to calls with recorded messages by Juniper Insurance.';
  await dropping.client.call(recordConsent, {
    params: { id: leads.agreed.id },
    body: { kind: 'written', channels: ['call'], places: ['phone'], at: new Date().toISOString(), wording },
  });
  const window = await open(people.otherLifeAgent);
  const { page } = window;
  await fromSettings(page, 'OUTBOUND VM');
  const outbound = page.getByRole('dialog', { name: 'OUTBOUND VM' });
  await upload(outbound, 'call me back.wav', 'Upload');
  await button(outbound, 'Play the voicemail call me back').waitFor();
  await close(outbound);
  await page.goto('/');
  await goOnline(page);

  const drop = button(callPanel(page), 'Drop voicemail');
  const dialog = page.getByRole('dialog', { name: 'Drop a voicemail' });
  const begin = async () => {
    await drop.click();
    await button(dialog, 'Drop call me back').click();
  };
  await call(page, leads.other, 'Single');
  await byKeyboard(page, { opener: drop, title: 'Drop a voicemail' });
  await begin();
  await said(page, 'This customer has not agreed to recorded messages').waitFor();
  await close(dialog);
  await button(callPanel(page), 'Hang up').click();
  await answerLater(page);
  await setStatus(page, 'Contact attempt 1');

  await call(page, leads.agreed, 'Single');
  await begin();
  // The agent is free while the voicemail is playing.
  await callPanel(page).waitFor({ state: 'hidden' });
  await answerLater(page);
  await page.getByRole('switch', { checked: true }).waitFor();
  noErrors(window);
});

void test('a guide’s selected leads are dialled one by one, each with its outcome; a missed call is returned', async () => {
  const guide = await callerFor(own.environment.url, people.guide);
  const outcomes = {
    '01': 'No answer',
    '03': 'Failed',
    '00': 'Failed',
    '04': 'Voicemail',
    '08': 'Answered',
  };
  const leads = new Map<string, LeadRow>();
  for (const line of Object.keys(outcomes)) {
    leads.set(line, await callable(`Line ${line}`, admin, { phone: `+121455501${line}` }));
  }
  await admin.client.call(reassignLeads, {
    body: { agent: guide.user.id, leads: [...leads.values()].map(({ id }) => id) },
  });
  const window = await open(people.guide);
  const { page } = window;
  await page.goto('/guide/leads');
  await button(page, 'Call Selected').click();
  await said(page, 'Please select one or more leads').waitFor();
  for (const lead of leads.values()) await rowOf(page, lead).getByRole('checkbox').check();
  await button(page, 'Call Selected').click();
  // The last lead of the run answers: the lead's page opens, and closes when the call ends.
  await page.waitForURL(`**/lead/${leads.get('08')?.id ?? ''}`, whileDialled);
  await setStatus(page, 'Contact attempt 1');
  await button(callPanel(page), 'Hang up').click();
  await page.waitForURL('**/guide/leads', whileDialled);
  for (const [line, outcome] of Object.entries(outcomes)) {
    await rowOf(page, leads.get(line) ?? { id: '' })
      .getByText(outcome, { exact: true })
      .waitFor();
  }
  await button(page, 'Start AutoDialler').waitFor();

  await page.goto('/guide/missed-calls');
  await customer(own.environment, 'inbound-call', { from: '+12145550188', to: '+17375550150', hangAfter: 2 });
  await button(page, 'Call (214) 555-0188').waitFor();
  noErrors(window);
});

void test('an agent calls a colleague who is free: each sees the other, and either ends it for both', async () => {
  const caller = await open(people.lifeAgent);
  const called = await open(colleague.email);
  await goOnline(caller.page);
  await goOnline(called.page);
  await fromSettings(caller.page, 'Call a colleague');
  const dialog = caller.page.getByRole('dialog', { name: 'Call a colleague' });
  await dialog.getByRole('radio', { name: colleague.name }).click();
  await button(dialog, 'Call').click();
  await callPanel(caller.page).getByText(colleague.name, { exact: true }).waitFor();
  await callPanel(called.page).getByText('Dana Reyes-Whitfield', { exact: true }).waitFor();
  for (const { page } of [caller, called]) await callPanel(page).getByText('Colleague').waitFor();
  await button(callPanel(caller.page), 'Hold').click();
  await button(callPanel(caller.page), 'On hold').click();
  await button(callPanel(called.page), 'Hang up').click();
  for (const { page } of [caller, called]) await callPanel(page).waitFor({ state: 'hidden' });
  noErrors(caller);
  noErrors(called);
});
