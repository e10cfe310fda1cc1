import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowContact } from '@crm/contracts/http/permission.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { partners } from '@crm/contracts/resources/partner.js';
import { createNote } from '@crm/contracts/http/notes.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { noErrors, signedIn } from './browser.js';
import { byKeyboard, comesTrue, hasFocus, isInside, walk } from './by-keyboard.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeHealthLead, makeLead, people } from './people.js';
import { button, leadBar, openLead } from './steps.js';

const own = ownEnvironment({ leads: 20 });

void test('the dialogs of a lead can be opened, navigated and closed by keyboard', async () => {
  const dana = await callerFor(own.environment.url, people.lifeAgent);
  const lead = await makeLead(dana, 'Keira Keys');
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
  await dana.client.call(createNote, {
    body: { user_id: dana.user.id, lead_id: lead.id, message: 'To be deleted' },
  });
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await openLead(page, lead);
  const bar = leadBar(page);
  await byKeyboard(page, { opener: button(bar, /^Status/), title: 'Status' });
  await byKeyboard(page, { opener: button(bar, /^Status/), title: 'Status', key: 's' });
  await byKeyboard(page, { opener: button(bar, 'Call centre'), title: 'Call centre' });
  await byKeyboard(page, {
    opener: button(bar, 'Edit'),
    title: 'Client information',
    stops: 25,
    isPersistent: true,
  });
  await byKeyboard(page, { opener: button(bar, 'Agent'), title: 'Agent' });
  await byKeyboard(page, { opener: button(bar, 'Delete'), title: 'Delete lead' });
  await byKeyboard(page, {
    opener: button(page, 'Settings'),
    title: /^Keyboard shortcuts/,
    item: /^Keyboard/,
  });

  await page.getByRole('tab', { name: 'Notes' }).click();
  await byKeyboard(page, { opener: button(page, /^Delete the note/), title: 'Delete note' });
  await page.getByRole('tab', { name: 'Carrier', exact: true }).click();
  await byKeyboard(page, { opener: button(page, 'Carrier info'), title: 'Carrier info' });
  await page.getByRole('tab', { name: 'Application', exact: true }).click();
  await byKeyboard(page, { opener: button(page, /^Gerber Life/), title: 'Gerber Life' });
  noErrors(window);
  await window.context.close();
});

void test('the dialogs of lists and settings can be opened, navigated and closed by keyboard', async () => {
  const admin = await callerFor(own.environment.url, people.admin);
  await admin.client.call(doNotContact.calls.create, {
    body: { address: '+12145550188', channel: 'all', reason: '' },
  });
  await admin.client.call(partners.calls.create, {
    body: { code: 'keyed', name: 'Keyed Leads', sources: ['clickListing'] },
  });
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  const settings = button(page, 'Settings');
  await page.goto('/life');
  await byKeyboard(page, {
    opener: button(page, 'New'),
    title: 'Client information',
    stops: 20,
    isPersistent: true,
  });
  await byKeyboard(page, {
    opener: button(page, 'New'),
    title: 'Client information',
    key: 'n',
    isPersistent: true,
  });
  await page.getByRole('checkbox', { name: 'Check this page' }).check();
  for (const name of ['Bulk Assign', 'Delete Selected']) {
    await byKeyboard(page, { opener: button(page, name), title: name });
  }
  for (const title of ['OOO VM', 'Change Password', 'Phones']) {
    await byKeyboard(page, { opener: settings, title, item: new RegExp(`^${title}`) });
  }
  await page.goto('/raw-leads');
  await byKeyboard(page, { opener: button(page, 'Bulk Upload'), title: 'Bulk Upload' });
  await page.goto('/partners');
  await byKeyboard(page, {
    opener: button(page, 'New partner'),
    title: 'New partner',
    isPersistent: true,
  });
  await byKeyboard(page, { opener: button(page, 'New key for Keyed Leads'), title: 'Create a new key?' });
  await page.goto('/reference?list=carriers');
  await byKeyboard(page, { opener: button(page, 'Details of Aetna'), title: 'Aetna' });
  await page.goto('/contact-rules');
  await byKeyboard(page, {
    opener: button(page, 'Edit Everywhere'),
    title: 'Contact rule',
    isPersistent: true,
  });
  await byKeyboard(page, {
    opener: button(page, 'Rule for a state'),
    title: 'Rule for a state',
    isPersistent: true,
  });
  await page.goto('/do-not-contact');
  await byKeyboard(page, { opener: button(page, 'Add'), title: 'Do not contact', isPersistent: true });
  await byKeyboard(page, { opener: button(page, /^Lift /), title: 'Contact again?' });
  noErrors(window);
  await window.context.close();
});

void test('so can the dialogs of agents, which ask before unsaved changes are discarded', async () => {
  const wanda = await callerFor(own.environment.url, people.healthAgent);
  const lead = await makeHealthLead(wanda);
  const window = await signedIn(own.browser, own.environment.url, people.healthAgent);
  const { page } = window;
  await page.goto('/health');
  await byKeyboard(page, {
    opener: button(page, 'New'),
    title: 'Client information',
    stops: 30,
    isPersistent: true,
  });
  await byKeyboard(page, {
    opener: button(page, 'Settings'),
    title: 'OUTBOUND VM',
    item: /^OUTBOUND VM/,
  });
  await openLead(page, lead);
  const edit = button(leadBar(page), 'Edit');
  await byKeyboard(page, { opener: edit, title: 'Client information', stops: 30, isPersistent: true });

  // Nested dialogs: Escape first closes only the confirmation; confirming closes both.
  await edit.press('Enter');
  const form = page.getByRole('dialog', { name: 'Client information' });
  await form.getByRole('textbox', { name: 'City' }).fill('Plano');
  const asked = page.getByRole('dialog', { name: 'Close without saving?' });
  const close = button(form, 'Close').first();
  await close.press('Enter');
  await asked.waitFor();
  await walk(page, asked, 'Close without saving?', 2);
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'hidden' });
  await comesTrue('Focus does not come back to the form', () => isInside(form));
  assert.equal(await form.getByRole('textbox', { name: 'City' }).inputValue(), 'Plano');
  await close.press('Enter');
  await button(asked, 'Discard').press('Enter');
  await form.waitFor({ state: 'hidden' });
  await comesTrue('Focus does not come back from the form', () => hasFocus(edit));
  noErrors(window);
  await window.context.close();
});
