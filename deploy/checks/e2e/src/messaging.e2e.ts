import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { listDroppedMail } from '@crm/contracts/http/messaging.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { allowContact } from '@crm/contracts/http/permission.js';
import { createEmailTemplate, createSmsTemplate } from '@crm/contracts/http/templates.js';
import { mergeFields } from '@crm/contracts/messaging/merge-fields.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { noErrors, signedIn, type Window } from './browser.js';
import { customer, filesAt, textsAt } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, fromSettings, heldHere, leadBar, openLead, said } from './steps.js';

/** A demo agent per test, licensed in the state of its lead, with the agent's line. */
const texting = { email: 'tomas@example.com', line: '+17375550105' };
const answered = { email: 'beatrice@example.com', line: '+17375550104' };
const stopping = { email: 'priya@example.com', line: '+17375550102' };
const merging = { email: 'agent.life@example.com', line: '+17375550100' };
const writing = 'ruben@example.com';
const picturing = { email: 'tomas@example.com', line: '+17375550105' };
const away = { email: 'naomi@example.com', line: '+17375550108' };

let admin: Caller;
const windows: Window[] = [];

async function open(email: string): Promise<Window> {
  const window = await signedIn(own.browser, own.environment.url, email);
  windows.push(window);
  return window;
}

const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
});

afterEach(async () => {
  for (const { context } of windows.splice(0)) await context.close();
});

/** Creates a lead of an agent that may be called and texted whatever the time of the test run. */
async function reachable(of: string, name: string, phone: string): Promise<LeadRow> {
  const lead = await makeLead(await callerFor(own.environment.url, of), name, { phone });
  for (const channel of ['call', 'text'] as const) {
    await admin.client.call(allowContact, {
      params: { id: lead.id },
      body: {
        place: 'phone',
        channel,
        reason: 'Asked to be reached now',
        requested_on: pacificDate(new Date()),
        minutes: 60,
      },
    });
  }
  return lead;
}

const phoneOf = ({ phone }: LeadRow) => phone ?? '';
const writes = (lead: LeadRow, to: string, body: string) =>
  customer(own.environment, 'inbound-sms', { from: phoneOf(lead), to, body });

const textTab = (page: Page): Locator => page.getByRole('tab', { name: /^Text/ });
const conversation = (page: Page): Locator => page.getByRole('list', { name: 'Conversation' });
const textIn = (page: Page, words: string): Locator =>
  conversation(page).getByRole('listitem').filter({ hasText: words });

async function openTexts(page: Page, lead: LeadRow): Promise<void> {
  // By its URL, because a notification may still cover the tab.
  await page.goto(`/lead/${lead.id}/text`);
  await heldHere(page);
  await page.getByRole('textbox', { name: 'New text' }).waitFor();
}

async function send(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New text' }).fill(words);
  await button(page, 'Send').click();
}

/** Closes all notifications; they are queued, so closing one may show the next. */
async function dismissAll(page: Page): Promise<void> {
  const close = button(page.locator('[data-type]'), 'Close');
  while ((await close.count()) > 0) {
    // One that closes by itself meanwhile is no longer there to be clicked: nobody waits for it.
    await close.evaluateAll((shown: { click?: () => void }[]) => {
      for (const each of shown) each.click?.();
    });
    await page.waitForTimeout(300);
  }
}

void test('a text’s delivery is shown live in two browsers; the text has sender and opt-out', async () => {
  const lead = await reachable(texting.email, 'Texter Delivered', '+12145550166');
  const [mine, boss] = [await open(texting.email), await open(people.admin)];
  await openTexts(mine.page, lead);
  await boss.page.goto(`/lead/${lead.id}/text`);
  await boss.page.getByText('No texts yet').waitFor();
  await send(mine.page, 'When may I call you?');
  for (const { page } of [mine, boss])
    await textIn(page, 'When may I call you?').getByText('Delivered').waitFor();
  assert.deepEqual(await textsAt(own.environment, phoneOf(lead)), [
    'Juniper Insurance: When may I call you?\nReply STOP to opt out',
  ]);
  for (const window of [mine, boss]) noErrors(window);
});

/** A picture of one point. */
const point =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Waits until the browser can draw a picture; its width in points. */
const drawn = (picture: Locator) =>
  picture.evaluate(async (image: { decode: () => Promise<void>; naturalWidth: number }) => {
    await image.decode();
    return image.naturalWidth;
  });

void test('a picture comes in and one goes out: both are seen in the conversation and on the customer’s phone', async () => {
  const lead = await reachable(picturing.email, 'Picture Sender', '+12145550157');
  const window = await open(picturing.email);
  const { page } = window;
  await openTexts(page, lead);
  await customer(own.environment, 'inbound-sms', {
    ...{ from: phoneOf(lead), to: picturing.line },
    media: [{ type: 'image/png', base64: point }],
  });
  const pictures = conversation(page).getByRole('img', { name: /^Picture of / });
  assert.equal(await drawn(pictures.first()), 1);
  await pictures.first().click();
  const large = page.getByRole('dialog', { name: /^Picture of / });
  const saving = page.waitForEvent('download');
  await button(large, /^Download Picture of /).click();
  assert.match((await saving).suggestedFilename(), /^picture-\w{6}\.png$/);
  await button(large, 'Close').click();
  await page.goto('/inbox');
  await page.getByRole('searchbox', { name: 'Search by name or number' }).fill('Picture');
  const row = page.getByRole('table', { name: 'Inbox' }).locator('tbody tr').first();
  await row.getByText('Picture', { exact: true }).waitFor();

  await openTexts(page, lead);
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Attach files').click();
  const file = { name: 'house.png', mimeType: 'image/png', buffer: Buffer.from(point, 'base64') };
  await (await choosing).setFiles([file]);
  await page.getByRole('list', { name: 'Attached files' }).getByText('house.png').waitFor();
  await send(page, 'This is the house.');
  await textIn(page, 'This is the house.').getByText('Delivered').waitFor();
  assert.equal(await drawn(textIn(page, 'This is the house.').getByRole('img')), 1);
  assert.deepEqual(await filesAt(own.environment, phoneOf(lead)), ['image/png']);
  const phone = await own.browser.newContext({ baseURL: own.environment.url });
  const phonePage = await phone.newPage();
  await phonePage.goto('/_sim/phone/');
  await phonePage.getByLabel('Number of the customer you play').fill(phoneOf(lead));
  for (const picture of [0, 1])
    assert.equal(await drawn(phonePage.getByRole('img', { name: 'Picture (image/png)' }).nth(picture)), 1);
  await phone.close();
  noErrors(window);
});

void test('a customer’s reply notifies only its agent, and is marked as read once the agent sees it', async () => {
  const lead = await reachable(answered.email, 'Texter Answering', '+12145550160');
  const colleague = await callerFor(own.environment.url, stopping.email);
  const [mine, boss] = [await open(answered.email), await open(people.admin)];
  const { page } = mine;
  await openLead(page, lead);
  await boss.page.goto(`/lead/${lead.id}/text`);
  await boss.page.getByText('No texts yet').waitFor();
  await dismissAll(page);
  await writes(lead, answered.line, 'After five, please.');
  const reported = 'Texter Answering just left you a new message. Please check it as soon as possible.';
  await said(page, reported).waitFor();
  await textTab(page).getByText('1 unread text').waitFor();
  await textIn(boss.page, 'After five, please.').getByText('New').waitFor();
  await button(page, /^Notifications, \d+ unread$/).click();
  const menu = page.getByRole('dialog', { name: 'Notifications' });
  const item = menu.getByRole('link', { name: 'Message from Texter Answering' });
  await item.waitFor();
  await menu.getByText('After five, please.').waitFor();
  await page.keyboard.press('Escape');
  const { answer } = await colleague.client.call(listNotifications, { params: { id: colleague.user.id } });
  assert.ok(answer.notifications.every(({ lead_id }) => lead_id !== lead.id));

  // It is marked as read when its agent sees it, not when an admin does.
  await menu.waitFor({ state: 'hidden' });
  await textTab(page).press('Enter');
  await textTab(page).getByText('1 unread text').waitFor({ state: 'hidden' });
  await textIn(page, 'After five, please.').getByText('New').waitFor({ state: 'hidden' });
  await button(page, /^Notifications/).click();
  await item.waitFor({ state: 'hidden' });
  for (const window of [mine, boss]) noErrors(window);
});

void test('the inbox lists conversations with unread texts first, and links to them', async () => {
  const read = await reachable(texting.email, 'Inbox Answered', '+12145550161');
  const unread = await reachable(texting.email, 'Inbox Waiting', '+12145550162');
  const window = await open(texting.email);
  const { page } = window;
  await page.goto('/inbox');
  const rows = page.getByRole('table', { name: 'Inbox' }).locator('tbody tr');
  await writes(unread, texting.line, 'Is the price still the same?');
  await page.getByRole('link', { name: 'Inbox Waiting' }).waitFor();
  await openTexts(page, read);
  await send(page, 'Here is what we spoke of.');
  await textIn(page, 'Here is what we spoke of.').getByText('Delivered').waitFor();
  await page.goto('/inbox');
  await page.getByRole('searchbox', { name: 'Search by name or number' }).fill('Inbox');
  await rows.nth(1).getByText('You: Here is what we spoke of.').waitFor();
  await rows.first().getByText('1 unread text').waitFor();
  await rows.first().getByText('Is the price still the same?').waitFor();
  await rows.first().getByRole('link', { name: 'Inbox Waiting' }).click();
  await textIn(page, 'Is the price still the same?').waitFor();

  // Answered beside the list, and its delivery is seen without opening the lead.
  const thread = page.getByRole('region', { name: 'Conversation with Inbox Waiting' });
  await thread.getByRole('textbox', { name: 'New text' }).fill('It is.');
  await button(thread, 'Send').click();
  await textIn(page, 'It is.').getByText('Delivered').waitFor();
  await rows.filter({ hasText: 'Inbox Waiting' }).getByText('You: It is.').waitFor();
  await thread.getByRole('link', { name: 'Open lead' }).click();
  await heldHere(page);
  noErrors(window);
});

void test('what a stranger writes is read in the inbox, and goes to the lead that is made with the number', async () => {
  const dana = await callerFor(own.environment.url, texting.email);
  const phone = '+12145550195';
  const window = await open(texting.email);
  const { page } = window;
  await customer(own.environment, 'inbound-sms', {
    from: phone,
    to: texting.line,
    body: 'I saw your advertisement',
  });
  await page.goto('/inbox');
  await page.getByRole('link', { name: '(214) 555-0195' }).click();
  const thread = page.getByRole('region', { name: 'Conversation with (214) 555-0195' });
  await thread.getByText('I saw your advertisement').waitFor();
  assert.equal(await thread.getByRole('textbox').count(), 0);
  await button(thread, 'Make life lead').click();
  const form = page.getByRole('dialog', { name: 'Client information' });
  assert.equal(await form.getByRole('textbox', { name: 'Phone', exact: true }).inputValue(), '(214)555-0195');
  await button(form, 'Close').first().click();

  const lead = await makeLead(dana, 'Stranger Found', { phone });
  await page.goto(`/inbox/${lead.id}`);
  await page
    .getByRole('region', { name: 'Conversation with Stranger Found' })
    .getByText('I saw your advertisement')
    .waitFor();
  await page.goto('/inbox');
  await page.getByRole('link', { name: 'Stranger Found' }).waitFor();
  assert.equal(await page.getByRole('link', { name: '(214) 555-0195' }).count(), 0);
  noErrors(window);
});

void test('STOP blocks calls and texts of a number immediately, START unblocks only texts', async () => {
  const lead = await reachable(stopping.email, 'Stopper Wanting None', '+12145550163');
  const window = await open(stopping.email);
  const { page } = window;
  await openTexts(page, lead);
  const callCentre = button(leadBar(page), 'Call centre');
  const turns = async (named: Locator, off: boolean) => {
    const state = off ? '[aria-disabled="true"]' : ':not([aria-disabled="true"])';
    await named.and(page.locator(state)).waitFor();
  };
  const sends = button(page, 'Send');
  await page.getByRole('textbox', { name: 'New text' }).fill('One more thing');
  await turns(callCentre, false);
  await turns(sends, false);
  await writes(lead, stopping.line, 'STOP');
  await textIn(page, 'STOP').waitFor();
  await turns(callCentre, true);
  await turns(sends, true);
  await writes(lead, stopping.line, 'YES');
  await textIn(page, 'YES').waitFor();
  await turns(sends, true);
  await writes(lead, stopping.line, 'Start');
  await turns(sends, false);
  await turns(callCentre, true);
  await sends.click();
  await textIn(page, 'One more thing').getByText('Delivered').waitFor();
  noErrors(window);
});

/** The content of an e-mail, decoded from quoted-printable. */
const letter = async (file: string): Promise<string> =>
  Buffer.from(
    (await readFile(join(own.environment.mailFolder, file), 'latin1'))
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

void test('a template with all merge fields is sent as a text and as an e-mail, with their values', async () => {
  const agent = await callerFor(own.environment.url, merging.email);
  const lead = await reachable(merging.email, 'Merged Fieldwright', '+12145550164');
  const every = mergeFields.map(({ name }) => `${name}: {{${name}}}.`);
  const values = [
    'lead.fullname: Merged Fieldwright.',
    'lead.first_name: Merged.',
    'lead.last_name: Fieldwright.',
    'lead.phone: (214) 555-0164.',
    'lead.email: merged.fieldwright@example.com.',
    'lead.state: Texas.',
    `agent.fullname: ${agent.user.fullname}.`,
    'agent.first_name: Dana.',
    'agent.last_name: Reyes-Whitfield.',
    'agent.phone: (737) 555-0100.',
    `agent.email: ${agent.user.email}.`,
    'agency.name: Juniper Insurance.',
  ];
  const user_id = agent.user.id;
  await agent.client.call(createSmsTemplate, {
    body: { user_id, title: 'Every field', text: every.join(' ') },
  });
  await agent.client.call(createEmailTemplate, {
    body: {
      user_id,
      name: 'Every field',
      title: 'For {{lead.fullname}}',
      text: every.map((line) => `<p>${line}</p>`).join(''),
    },
  });
  const window = await open(merging.email);
  const { page } = window;
  await openTexts(page, lead);
  const choose = async (kind: 'SMS' | 'Email') => {
    await button(leadBar(page), kind).click();
    const dialog = page.getByRole('dialog', { name: kind });
    await dialog.getByRole('radio', { name: 'Every field' }).click();
    const shown = dialog.getByRole('region', { name: 'What goes out' });
    for (const value of values) await shown.getByText(value).waitFor();
    await button(dialog, 'Send').click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await choose('SMS');
  await textIn(page, 'lead.fullname: Merged Fieldwright.').getByText('Delivered').waitFor();
  const [text = ''] = await textsAt(own.environment, phoneOf(lead));
  assert.ok(text.startsWith(values.join(' ')), text);

  await choose('Email');
  await page.getByRole('tab', { name: 'Email', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'For Merged Fieldwright' }).waitFor();
  const { mails } = (await admin.client.call(listDroppedMail, {})).answer;
  const mail = mails.find(({ to }) => to === 'merged.fieldwright@example.com');
  const came = await letter(mail?.file ?? '');
  assert.match(came, /^Subject: For Merged Fieldwright\r$/m);
  assert.match(came, new RegExp(`^From: "?${agent.user.fullname}"? <${agent.user.email}>\\r$`, 'm'));
  for (const value of values) {
    assert.ok(came.includes(`<p>${value}</p>`), value);
    assert.ok(came.split(value).length > 2, `${value} is in the plain part too`);
  }
  noErrors(window);
});

void test('templates of both kinds are created, edited and deleted; required fields are validated', async () => {
  const window = await open(writing);
  const { page } = window;
  const kinds: { entry: string; fields: Record<string, string>; renamed: string }[] = [
    { entry: 'Text Messages', fields: { Title: 'Missed you twice' }, renamed: 'Title' },
    { entry: 'Email Messages', fields: { Name: 'Second quote', Title: 'Your quote' }, renamed: 'Name' },
  ];
  for (const { entry, fields, renamed } of kinds) {
    await fromSettings(page, entry);
    const list = page.getByRole('dialog', { name: entry });
    await button(list, 'New template').click();
    const form = page.getByRole('dialog', { name: 'New template' });
    for (const label of Object.keys(fields)) {
      const field = form.getByRole('textbox', { name: label });
      await field.focus();
      await field.blur();
    }
    await form
      .getByText('Required.')
      .nth(Object.keys(fields).length - 1)
      .waitFor();
    assert.equal(await button(form, 'Save').getAttribute('aria-disabled'), 'true');
    for (const [label, value] of Object.entries(fields))
      await form.getByRole('textbox', { name: label }).fill(value);
    await form.getByRole('textbox', { name: 'Text' }).fill('Good morning ');
    await button(form, 'Insert a field').click();
    await page.getByRole('menuitem', { name: "Customer's first name" }).click();
    await button(form, 'Save').click();
    await form.waitFor({ state: 'hidden' });
    const name = Object.values(fields)[0] ?? '';
    await list.getByRole('heading', { name }).waitFor();
    await list.getByText(/Good morning ?\{\{lead\.first_name\}\}/).waitFor();

    await button(list, `Edit ${name}`).click();
    const edit = page.getByRole('dialog', { name: 'Edit template' });
    await edit.getByRole('textbox', { name: renamed }).fill(`${name} again`);
    await button(edit, 'Save').click();
    await edit.waitFor({ state: 'hidden' });
    await button(list, `Remove ${name} again`).click();
    const asked = page.getByRole('dialog', { name: 'Remove template' });
    await button(asked, 'Remove').click();
    await asked.waitFor({ state: 'hidden' });
    await list.getByRole('heading', { name: `${name} again` }).waitFor({ state: 'hidden' });
    await button(list, 'Close').last().click();
    await list.waitFor({ state: 'hidden' });
  }
  noErrors(window);
});

void test('OOO TEXT sets the automatic reply to missed calls, Change Cell # the agent’s own phone', async () => {
  const lead = await reachable(away.email, 'Caller Unanswered', '+12145550165');
  const window = await open(away.email);
  const { page } = window;
  await fromSettings(page, 'OOO TEXT');
  const text = page.getByRole('dialog', { name: 'OOO TEXT' });
  await text.getByRole('textbox', { name: 'Callback text message' }).fill('I am back on Monday at nine.');
  await button(text, 'Save').click();
  await text.waitFor({ state: 'hidden' });
  await fromSettings(page, 'Change Cell #');
  const cell = page.getByRole('dialog', { name: 'Change Cell #' });
  await cell.getByLabel('Phone number').fill('(214)555-0177');
  await button(cell, 'Save').click();
  await cell.waitFor({ state: 'hidden' });
  const { user } = await callerFor(own.environment.url, away.email);
  assert.deepEqual([user.phone, user.text_message], ['+12145550177', 'I am back on Monday at nine.']);

  await openTexts(page, lead);
  await customer(own.environment, 'inbound-call', { from: phoneOf(lead), to: away.line, vmSeconds: 2 });
  await textIn(page, 'I am back on Monday at nine.').getByText('Delivered').waitFor();
  const texts = await textsAt(own.environment, phoneOf(lead));
  assert.deepEqual(texts, ['Juniper Insurance: I am back on Monday at nine.\nReply STOP to opt out']);
  noErrors(window);
});
