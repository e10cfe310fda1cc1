import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { noErrors, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, people } from './people.js';
import { button, find, heldHere, leadBar } from './steps.js';

const own = ownEnvironment({ leads: 20 });

const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Client information' });
const text = (form: Locator, name: string): Locator => form.getByRole('textbox', { name, exact: true });
const toggle = (form: Locator, name: string): Locator => form.getByRole('switch', { name, exact: true });
const group = (form: Locator, name: string): Locator => form.getByRole('group', { name, exact: true });
const isOff = async (named: Locator) => (await named.getAttribute('aria-disabled')) === 'true';

async function pick(form: Locator, field: RegExp, choice: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).click();
  await form.page().getByRole('option', { name: choice, exact: true }).click();
}

async function fillPerson(block: Locator, name: string, birth: string): Promise<void> {
  await text(block, 'Name').fill(name);
  await block.getByRole('textbox', { name: 'Birth date' }).fill(birth);
}

/** The current state of a lead, from the list API. */
async function leadCalled(name: string, type: 2 | 4) {
  const { client } = await callerFor(own.environment.url, people.admin);
  const { answer } = await client.call(filterLeads, { body: { params: { type, q: name } } });
  assert.equal(answer.leads.length, 1);
  return (await client.call(restGetLead, { params: { id: answer.leads[0]?.id ?? '' } })).answer;
}

async function openEdit(page: Page, name: string): Promise<Locator> {
  await find(page, name);
  await page.getByRole('link', { name }).click();
  await heldHere(page);
  await button(leadBar(page), 'Edit').click();
  return formOf(page);
}

void test('a health lead with a family fails validation, is corrected, and is edited toggle by toggle', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.healthAgent);
  const { page } = window;
  await page.goto('/health');
  await button(page, 'New').click();
  const form = formOf(page);
  const create = button(form, 'Create');
  await text(form, 'Zip code').fill('75201');
  await text(form, 'Email').fill('wilma.family@example.com');
  await text(form, 'Phone').fill('2145550151');
  await text(form, 'Full Name').fill('Wilma Family');
  await form.getByRole('button', { name: 'Female' }).first().click();
  await pick(form, /^Month/, 'February');
  await text(form, 'DD').fill('29');
  await text(form, 'YYYY').fill('1980');
  await pick(form, /^Credit Rating/, 'Good');
  assert.equal(await text(form, 'Household Income').inputValue(), '$75000');

  await toggle(form, 'Spouse').check();
  await fillPerson(group(form, 'Spouse'), 'Walter Family', '1979-04-30');
  await toggle(form, 'Children').check();
  await fillPerson(group(form, 'Child 1'), 'Ada Family', '2999-01-01');
  await button(form, 'Add a child').click();
  await fillPerson(group(form, 'Child 2'), 'Ben Family', '2019-06-05');
  await pick(form, /^Qualifying Life Event/, 'None');
  await pick(form, /^Coverage Type/, 'Short Term');

  // A birth date in the future is invalid: the footer counts the error and links to it.
  await button(form, '1 field to correct').click();
  await group(form, 'Child 1').getByText('Please enter a valid year').waitFor();
  assert.ok(await isOff(create));
  await fillPerson(group(form, 'Child 1'), 'Ada Family', '2017-09-03');
  await create.click();
  await form.waitFor({ state: 'hidden' });
  const made = await leadCalled('Wilma Family', 4);
  assert.ok(made.type === 'health');
  assert.deepEqual(
    [made.source, made.spouse?.name, made.children.map(({ name }) => name)],
    ['manual', 'Walter Family', ['Ada Family', 'Ben Family']],
  );

  await openEdit(page, 'Wilma Family');
  await toggle(form, 'Spouse').uncheck();
  await group(form, 'Spouse').waitFor({ state: 'hidden' });
  await button(form, 'Remove the last child').click();
  await group(form, 'Child 2').waitFor({ state: 'hidden' });
  await toggle(form, 'Prescription medications').check();
  await form.getByRole('textbox', { name: 'Medications' }).fill('Albuterol');
  await pick(form, /^Qualifying Life Event/, 'Permanent move');
  await text(form, 'Qualifying Life Event Date').fill('2026-10-01');
  await toggle(form, 'Currently Insured').check();
  assert.ok(await isOff(button(form, 'Update')));
  await form.getByRole('combobox', { name: /^Current Company/ }).click();
  await page.getByRole('option').first().click();
  await toggle(form, 'Agreed to recorded calls and messages').check();
  await button(form, 'Update').click();
  await form.waitFor({ state: 'hidden' });
  const edited = await leadCalled('Wilma Family', 4);
  assert.ok(edited.type === 'health');
  assert.deepEqual(
    [
      edited.spouse,
      edited.children.map(({ name }) => name),
      edited.prescription_medications,
      edited.qualifying_life_event_date,
      edited.currently_insured,
      edited.current_company === null,
      edited.recorded_ok,
    ],
    [null, ['Ada Family'], 'Albuterol', '2026-10-01', 1, false, 1],
  );

  // Switching a toggle off removes the fields that depend on it.
  await button(leadBar(page), 'Edit').click();
  await toggle(form, 'Children').uncheck();
  await toggle(form, 'Prescription medications').uncheck();
  await toggle(form, 'Currently Insured').uncheck();
  await form.getByRole('combobox', { name: /^Current Company/ }).waitFor({ state: 'hidden' });
  await pick(form, /^Qualifying Life Event/, 'None');
  await text(form, 'Qualifying Life Event Date').waitFor({ state: 'hidden' });
  await button(form, 'Update').click();
  await form.waitFor({ state: 'hidden' });
  const cleared = await leadCalled('Wilma Family', 4);
  assert.ok(cleared.type === 'health');
  assert.deepEqual(
    [
      cleared.children,
      cleared.prescription_medications,
      cleared.qualifying_life_event_date,
      cleared.current_company,
    ],
    [[], null, null, null],
  );
  noErrors(window);
  await window.context.close();
});

void test('a marketplace lead is entered as married with children, and toggles show their dependent fields', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await page.goto(`/life?filter=${encodeURIComponent('{"source":2}')}&page=1`);
  await button(page, 'New').click();
  const form = formOf(page);
  await form.getByText('Lead of the advertising marketplace').waitFor();
  await text(form, 'Full Name').fill('Orla Family');
  await text(form, 'Email').fill('orla.family@example.com');
  await text(form, 'Phone').fill('2145550152');
  await form.getByRole('combobox', { name: /^State/ }).fill('Texas');
  await page.keyboard.press('Enter');
  await pick(form, /^Month/, 'June');
  await text(form, 'DD').fill('02');
  await text(form, 'YYYY').fill('2999');
  await text(form, 'YYYY').blur();
  await form.getByText('Please enter a valid year').waitFor();
  await text(form, 'YYYY').fill('1987');
  const amount = form.getByRole('combobox', { name: /^Amount children/ });
  assert.ok(await isOff(amount));
  await toggle(form, 'Married').check();
  await toggle(form, 'Children').check();
  await pick(form, /^Amount children/, '2');

  await form.getByRole('tab', { name: 'Quote' }).click();
  await pick(form, /^Product Type/, 'Term 20');
  await form.getByRole('combobox', { name: /^Covarage Amount/ }).fill('$250,000');
  await page.keyboard.press('Enter');
  await pick(form, /^Job status/, 'Retired');
  const remaining = text(form, 'Remainning Mortgage');
  assert.ok(await remaining.isDisabled());
  await toggle(form, 'Mortgage').check();
  await remaining.fill('$90000');
  await toggle(form, 'BANK ACCOUNT').check();
  await button(form, 'Create').click();
  await form.waitFor({ state: 'hidden' });
  const made = await leadCalled('Orla Family', 2);
  assert.ok(made.type === 'life');
  assert.deepEqual(
    [made.source, made.married, made.howchildren, made.mortgage_remaining, made.checking_account],
    ['mediaalpha', 1, '2', 90_000, 1],
  );

  await openEdit(page, 'Orla Family');
  await toggle(form, 'Children').uncheck();
  assert.ok(await isOff(amount));
  await toggle(form, 'DUI').check();
  await form.getByRole('tab', { name: 'Quote' }).click();
  await pick(form, /^Product Type/, 'Final expense');
  await form.getByRole('combobox', { name: /^Job status/ }).waitFor({ state: 'hidden' });
  await form.getByRole('combobox', { name: /^Covarage Amount/ }).fill('$15,000');
  await page.keyboard.press('Enter');
  await pick(form, /^Funeral type/, 'Casket');
  await button(form, 'Update').click();
  await form.waitFor({ state: 'hidden' });
  const edited = await leadCalled('Orla Family', 2);
  assert.ok(edited.type === 'life');
  assert.deepEqual(
    [edited.howchildren, edited.dui, edited.jobstatus, edited.mortgage_remaining, edited.policy],
    [null, 1, null, null, 1],
  );
  noErrors(window);
  await window.context.close();
});
