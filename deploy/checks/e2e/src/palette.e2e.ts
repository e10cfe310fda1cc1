import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getLead } from '@crm/contracts/http/leads.js';
import { createSmsTemplate } from '@crm/contracts/http/templates.js';
import { noErrors, signedIn } from './browser.js';
import { permit } from './calling-steps.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { arrivedAt, button, find, heldHere, openLead, palette, rowOf, said } from './steps.js';

let admin: Caller;
let agent: Caller;

const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
  agent = await callerFor(own.environment.url, people.lifeAgent);
});

void test('a lead is found by digits and Enter, and by its name; a page by its word', async () => {
  const [byDigits, byName] = [
    await makeLead(agent, 'Delia Digits', { phone: '+12145550181' }),
    await makeLead(agent, 'Nadine Nameable'),
  ];
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await page.goto('/');
  await (await palette(page)).pressSequentially('2145550181');
  await page.keyboard.press('Enter');
  await arrivedAt(page, `/lead/${byDigits.id}`);
  await heldHere(page);

  await page.keyboard.press('/');
  await page.getByRole('option', { name: 'Set Call Back' }).waitFor();
  await page.keyboard.type('nameab');
  await page.getByRole('option', { name: /Nadine Nameable/ }).click();
  await arrivedAt(page, `/lead/${byName.id}`);
  await heldHere(page);

  // With nothing typed, the lead before is there to go back to.
  const field = await palette(page);
  const recent = page.getByRole('group', { name: 'Recent' });
  await recent.getByRole('option', { name: /Delia Digits/ }).waitFor();
  await field.fill('follow-ups');
  await page.getByRole('option', { name: 'Follow-ups', exact: true }).click();
  await arrivedAt(page, '/follow-ups');
  noErrors(window);
  await window.context.close();
});

void test('an admin assigns the checked leads', async () => {
  const lead = await makeLead(admin, 'Paula Palette');
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto('/life');
  await find(page, 'paula palette');
  await rowOf(page, lead).getByRole('checkbox').check();
  await (await palette(page)).fill('assign');
  await page.getByRole('option', { name: 'Assign to…' }).click();
  await page.getByRole('combobox', { name: 'Assign to…' }).fill(agent.user.fullname);
  await page.getByRole('option', { name: agent.user.fullname }).waitFor();
  await page.keyboard.press('Enter');
  await said(page, `1 lead assigned to ${agent.user.fullname}`).waitFor();
  const { answer } = await admin.client.call(getLead, { params: { id: lead.id } });
  assert.equal(answer.lead.user_id, agent.user.id);
  noErrors(window);
  await window.context.close();
});

void test('an agent texts a template', async () => {
  const lead = await makeLead(agent, 'Tessa Texted', { phone: '+12145550182' });
  await permit(admin, lead, 'text');
  await agent.client.call(createSmsTemplate, {
    body: { user_id: agent.user.id, title: 'Palette greeting', text: 'I tried to reach you just now.' },
  });
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await openLead(page, lead);
  await (await palette(page)).fill('text palette');
  await page.getByRole('option', { name: 'Text: Palette greeting' }).click();
  const dialog = page.getByRole('dialog', { name: 'SMS' });
  await dialog.getByText('I tried to reach you just now.').waitFor();
  await button(dialog, 'Send').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: /^Text/ }).click();
  await page.getByText('I tried to reach you just now.').waitFor();
  noErrors(window);
  await window.context.close();
});
