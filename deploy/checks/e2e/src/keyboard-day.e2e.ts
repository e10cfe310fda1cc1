import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { getLead, restGetLead } from '@crm/contracts/http/leads.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { noErrors, openWindow, type Window } from './browser.js';
import { comesTrue } from './by-keyboard.js';
import { callPanel, outcomeStrip, permit } from './calling-steps.js';
import { customer, textsAt } from './customer.js';
import { password } from './environment.js';
import { keyboardOnly } from './keyboard-only.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { arrivedAt, button, heldHere, leadBar } from './steps.js';

let dana: Caller;
let window: Window;
let called: LeadRow;
let found: LeadRow;

const own = ownEnvironment({ leads: 150, carrierSpeed: 20 }, async () => {
  dana = await callerFor(own.environment.url, people.lifeAgent);
  const admin = await callerFor(own.environment.url, people.admin);
  called = await makeLead(dana, 'Kaye Board', { phone: '+12145550391' });
  found = await makeLead(dana, 'Tabitha Keys', { phone: '+12145550392' });
  // Whatever the hour, one more to go on to.
  const next = await makeLead(dana, 'Norma Next', { phone: '+12145550393' });
  for (const lead of [called, found, next])
    for (const channel of ['call', 'text'] as const) await permit(admin, lead, channel);
  window = await openWindow(own.browser, own.environment.url);
  await window.page.goto('/signin');
});

/** Waits until a lead is open: its address and the hold of the one before are there a moment sooner. */
async function opened({ id, fullname }: LeadRow, tab = ''): Promise<void> {
  const { page } = window;
  await arrivedAt(page, `/lead/${id}${tab}`);
  await page.getByRole('heading', { level: 1, name: fullname }).waitFor();
  await heldHere(page);
}

const main = () => window.page.getByRole('main');
const dialog = (name: string): Locator => window.page.getByRole('dialog', { name, exact: true });
const selected = async (name: RegExp) => {
  await window.page.getByRole('tab', { name, selected: true }).waitFor();
};

void test('an agent signs in, goes online, and reads My day', async () => {
  const { page } = window;
  const keys = keyboardOnly(page);
  await keys.isAt(page.getByLabel('E-mail'));
  await keys.type(people.lifeAgent);
  await keys.tabTo(page.getByLabel('Password', { exact: true }), 1);
  await keys.type(password);
  await keys.press('Enter');
  const day = page.getByRole('region', { name: 'My day' });
  await day.getByRole('link').first().waitFor();
  // From the top of the page, past what skips to the content.
  await keys.tabTo(page.getByRole('switch', { name: 'Offline' }));
  await keys.press('Space');
  await page.getByRole('switch', { checked: true }).waitFor();
  await keys.press('j');
  await keys.isAt(day.getByRole('link').first());
  await keys.press('ArrowDown');
  await keys.isAt(day.getByRole('link').nth(1));
});

void test('opens the next lead, finds another by its phone number, and is two Tabs from calling it', async () => {
  const { page } = window;
  const keys = keyboardOnly(page);
  await keys.press('n');
  await page.waitForURL(/\/lead\//);
  await heldHere(page);
  await keys.find('2145550391', /Kaye Board/, '/');
  await opened(called);
  await keys.isAt(main());
  await keys.tabTo(button(leadBar(page), 'Call'), 2);
  await keys.press('Enter');
  const panel = callPanel(page);
  await panel.getByRole('timer').waitFor();
  await keys.isAt(page.getByRole('textbox', { name: 'New note' }));
  await keys.type('Asked for a quote');
  await keys.press('Control+Enter');
  await page.getByRole('list', { name: 'Notes on this lead' }).getByText('Asked for a quote').waitFor();
  await keys.press('Escape', 'm');
  await button(panel, 'Muted').waitFor();
  await keys.press('m');
  await button(panel, 'Mute').waitFor();
  await keys.press('h');
  await button(panel, 'On hold').waitFor();
  await keys.press('h');
  await button(panel, 'Hold').waitFor();
  await keys.press('k');
  await keys.holds(dialog('Dialpad'), 'the dialpad');
  await keys.press('Escape');
  await dialog('Dialpad').waitFor({ state: 'hidden' });

  await keys.press('Control+.');
  const strip = outcomeStrip(page);
  await keys.holds(strip, 'the question how the call went');
  await keys.press('2', '1', 'Shift+Enter');
  await strip.waitFor({ state: 'hidden' });
  await page.waitForURL(({ pathname }) => /^\/lead\//.test(pathname) && !pathname.includes(called.id));
  await heldHere(page);
  await keys.isAt(main());
  const { answer } = await dana.client.call(restGetLead, { params: { id: called.id } });
  assert.equal(answer.status, 'followUp');
});

void test('writes a note, a text and an e-mail, and sets a status and a follow-up', async () => {
  const { page } = window;
  const keys = keyboardOnly(page);
  await keys.find('tabitha', /Tabitha Keys/);
  await opened(found);

  await keys.find('open notes', 'Open Notes');
  await keys.isAt(page.getByRole('textbox', { name: 'New note' }));
  await selected(/^Script/);
  await keys.type('Prefers texts');
  await keys.press('Control+Enter');
  await page.getByRole('list', { name: 'Notes on this lead' }).getByText('Prefers texts').waitFor();

  await keys.find('open text', 'Open Text');
  await keys.isAt(page.getByRole('textbox', { name: 'New text' }));
  await selected(/^Text/);
  await keys.type('Good morning from your agent');
  await keys.press('Control+Enter');
  await page.getByRole('tabpanel', { name: /^Text/ }).getByText('Good morning from your agent').waitFor();

  await keys.find('open email', 'Open Email');
  const email = page.getByRole('form', { name: 'New e-mail' });
  await keys.isAt(email.getByRole('textbox', { name: 'Title' }));
  await keys.type('Your quote');
  await keys.tabTo(email.getByRole('textbox', { name: 'Text' }), 2);
  await keys.type('As we said on the phone.');
  await keys.tabTo(button(email, 'Send'), 1);
  await keys.press('Enter');
  await page
    .getByRole('tabpanel', { name: /^Email/ })
    .getByText('As we said on the phone.')
    .first()
    .waitFor();

  // A status that asks for a follow-up: both dialogs hold the focus, and leave it on the page.
  await keys.press('s');
  await keys.holds(dialog('Status'), 'the statuses');
  await keys.walk(page, dialog('Status'), 'Status', 3);
  await keys.press('Escape');
  await dialog('Status').waitFor({ state: 'hidden' });
  await keys.find('set thinking', 'Set Thinking about it');
  await keys.holds(dialog('Follow-up'), 'the follow-up');
  await keys.tabTo(button(dialog('Follow-up'), 'In 1 day'), 8);
  await keys.press('Enter');
  await keys.tabTo(button(dialog('Follow-up'), 'Create'), 8);
  await keys.press('Enter');
  await dialog('Follow-up').waitFor({ state: 'hidden' });
  const { answer } = await dana.client.call(getLead, { params: { id: found.id } });
  assert.equal(answer.lead.status, 'thinkingAboutIt');

  // The form of the client opens from the bar, asks for nothing where nothing was typed, and gives the focus back.
  await keys.find('edit', 'Edit');
  const form = dialog('Client information');
  await keys.holds(form, 'the client form');
  await keys.tabTo(button(form, 'Close').first(), 3);
  await keys.press('Enter');
  await form.waitFor({ state: 'hidden' });
});

void test('walks the list of leads, looks at one in passing, checks one, filters, and opens one', async () => {
  const { page } = window;
  const keys = keyboardOnly(page);
  await keys.find('life', 'Life');
  await page.getByRole('heading', { level: 1, name: 'Life' }).waitFor();
  await page.locator('[data-testid^="row-"]').first().waitFor();
  await keys.isAt(main());
  await keys.tabTo(button(page, /^Status/));
  await keys.press('Enter');
  await keys.holds(dialog('Status'), 'the statuses to pick');
  await keys.press('Escape');
  await dialog('Status').waitFor({ state: 'hidden' });
  await keys.isAt(button(page, /^Status/));

  await keys.press('j');
  const links = page.locator('[data-testid^="row-"] a');
  await keys.isAt(links.first());
  await keys.press('Space');
  const peek = page.getByRole('complementary');
  await peek.waitFor();
  await keys.isAt(links.first());
  await keys.press('ArrowDown');
  await keys.isAt(links.nth(1));
  await peek
    .getByText((await links.nth(1).innerText()).trim())
    .first()
    .waitFor();
  await keys.press('Escape');
  await peek.waitFor({ state: 'hidden' });
  await keys.press('x');
  await page.getByText('Total checked 1').waitFor();
  const name = (await links.nth(1).innerText()).trim();
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await heldHere(page);
});

void test('answers a text in the inbox', async () => {
  const { page } = window;
  const keys = keyboardOnly(page);
  await customer(own.environment, 'inbound-sms', {
    ...{ from: found.phone, to: dana.user.twilio_phone, body: 'What does it cost?' },
  });
  await keys.find('inbox', 'Inbox');
  const talks = page.getByRole('table', { name: 'Inbox' });
  await talks.getByText('What does it cost?').waitFor();
  await keys.press('j');
  await keys.arrowTo(talks.getByRole('link', { name: 'Tabitha Keys' }));
  await keys.press('Enter');
  await page.getByRole('region', { name: 'Conversation with Tabitha Keys' }).waitFor();
  await keys.press('r');
  await keys.isAt(page.getByRole('textbox', { name: 'New text' }));
  await keys.type('From eleven dollars');
  await keys.press('Control+Enter');
  await page
    .getByRole('region', { name: /^Conversation/ })
    .getByText('From eleven dollars')
    .waitFor();
  await comesTrue('The reply does not arrive', async () =>
    (await textsAt(own.environment, '+12145550392')).some((text) => text.includes('From eleven dollars')),
  );
});

void test('narrows the follow-ups, and opens the lead of one', async () => {
  const { page } = window;
  const keys = keyboardOnly(page);
  await keys.find('follow-ups', 'Follow-ups');
  await page.getByRole('heading', { level: 1, name: 'Follow-ups' }).waitFor();
  await keys.isAt(main());
  await keys.tabTo(button(page, /^Progress/), 1);
  await keys.press('Enter');
  await keys.holds(dialog('Progress'), 'the choice of progress');
  await keys.arrowTo(page.getByRole('menuitem', { name: 'In Progress' }));
  await keys.press('Enter');
  await keys.isAt(button(page, /^Progress/));
  await page.getByRole('link', { name: 'Tabitha Keys' }).waitFor();
  await window.settled();
  await keys.press('j');
  await keys.arrowTo(page.getByRole('link', { name: 'Tabitha Keys' }), 'ArrowDown', 20);
  await keys.press('Enter');
  await opened(found, '/followups');
});

void test('reads the statistic of other days, a bar of its chart, and the deals', async () => {
  const { page } = window;
  const keys = keyboardOnly(page);
  await keys.find('statistic', 'Statistic');
  await page.getByRole('heading', { level: 1, name: 'Statistic' }).waitFor();
  await keys.isAt(main());
  await keys.tabTo(button(page, /^Dates/));
  await keys.press('Enter');
  await keys.holds(dialog('Dates'), 'the dates');
  await keys.arrowTo(page.getByRole('menuitem', { name: 'Last 90 days' }));
  await keys.press('Enter');
  await keys.isAt(button(page, /^Dates/));
  await keys.tabTo(button(page, /^Sources/), 1);
  await keys.press('Enter');
  await keys.holds(dialog('Sources'), 'the sources');
  await keys.arrowTo(dialog('Sources').getByRole('checkbox', { name: 'Manual' }));
  await keys.press('Space');
  await keys.closes(dialog('Sources'), button(page, /^Sources/));
  await button(page, /^Sources.*5 of 6$/).waitFor();
  const bars = page.getByRole('group', { name: /^Premium by/ }).getByRole('button');
  await keys.tabTo(bars.first(), 10);
  await page.getByRole('tooltip').waitFor();

  // No menu of an agent has the deals: who wants their own types the address.
  await page.goto('/deals');
  await page.getByRole('heading', { level: 1, name: 'Deals' }).waitFor();
  await keys.find('settings', 'Settings');
  await page.getByRole('menu').waitFor();
  await keys.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
});

void test('reads what is new, opens the password’s dialog, goes away and comes back, and signs out', async () => {
  const { page } = window;
  const keys = keyboardOnly(page);
  await keys.find('home', 'Home');
  await page.getByRole('region', { name: 'My day' }).waitFor();
  await keys.isAt(main());
  await keys.find('notifications', 'Notifications');
  await keys.holds(dialog('Notifications'), 'the notifications');
  await keys.closes(dialog('Notifications'), main());

  await keys.find('settings', 'Settings');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  // Letters go to the first item that begins with them.
  await keys.type('chan');
  await keys.arrowTo(page.getByRole('menuitem', { name: 'Change Password' }), 'ArrowDown', 3);
  await keys.press('Enter');
  const password = dialog('Change Password');
  await keys.isAt(password.getByLabel(/^Old password/));
  await keys.walk(page, password, 'Change Password', 3);
  await keys.closes(password, main());

  await keys.find('lunch', 'Go offline: Lunch');
  await page.getByRole('banner').getByText('Lunch').waitFor();
  await page.getByRole('switch', { name: 'Offline' }).waitFor();
  await keys.isAt(main());
  await keys.find('go online', 'Go online');
  await page.getByRole('switch', { checked: true }).waitFor();

  await keys.find('settings', 'Settings');
  await menu.waitFor();
  await keys.type('logo');
  await keys.isAt(page.getByRole('menuitem', { name: 'Logout' }));
  await keys.press('Enter');
  await arrivedAt(page, '/signin');
  await keys.isAt(page.getByLabel('E-mail'));
  noErrors(window);
});
