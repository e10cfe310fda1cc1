import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getReferenceList } from '@crm/contracts/http/reference.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { noErrors, signedIn, type Window } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, find, fromSettings, heldHere, openLead, rowOf, said } from './steps.js';

let dana: Caller;
let admin: Window;
let agent: Window;

const own = ownEnvironment({ leads: 20 }, async () => {
  dana = await callerFor(own.environment.url, people.lifeAgent);
  admin = await signedIn(own.browser, own.environment.url, people.admin);
  agent = await signedIn(own.browser, own.environment.url, people.lifeAgent);
});

void test('an agent quotes a lead; the admin sees premium and prices while they are typed', async () => {
  const lead = await makeLead(dana, 'Quincy Quoted');
  const stored = async () => (await dana.client.call(restGetLead, { params: { id: lead.id } })).answer;
  await admin.page.goto('/life');
  await find(admin.page, 'Quincy Quoted');
  const row = rowOf(admin.page, lead);
  await row.waitFor();

  await openLead(agent.page, lead);
  await agent.page.getByRole('tab', { name: 'Carrier', exact: true }).click();
  assert.equal(new URL(agent.page.url()).pathname, `/lead/${lead.id}/carrier`);
  const price = (name: string) => agent.page.getByRole('textbox', { name: `Price of ${name}` });
  await price('Americo').fill('12345');
  await agent.page.getByText('Up to 4 digits, then a point and up to 4 decimals').waitFor();
  await price('Americo').fill('71.5');
  await price('Americo').press('Enter');
  await row.getByText('71.50').waitFor();
  await row.getByText('Americo').waitFor();
  // Editing a price selects its carrier; autosave is debounced and does not need the field to lose focus.
  await agent.page.getByRole('radio', { name: 'Americo', checked: true }).waitFor();
  await price('Aetna').pressSequentially('64.2055');
  await row.getByText('64.21').waitFor();
  await row.getByText('Aetna').waitFor();
  assert.equal(await price('Aetna').inputValue(), '64.2055');

  await agent.page.getByRole('radio', { name: 'SBLI' }).check();
  await said(agent.page, 'SBLI selected').waitFor();
  const { carrier, price: prices } = await stored();
  assert.deepEqual(
    [carrier, Object.entries(prices)],
    [
      'sbli',
      [
        ['aetna', 64.2055],
        ['americo', 71.5],
      ],
    ],
  );

  await button(agent.page, 'Carrier info').click();
  const info = agent.page.getByRole('dialog', { name: 'Carrier info' });
  await info.getByRole('listitem').nth(12).waitFor();
  assert.equal(await info.getByRole('listitem').count(), 13);
  await agent.page.keyboard.press('Escape');
  noErrors(agent);
  noErrors(admin);
});

void test('an application opens as a link in a new tab, or as instructions in a dialog', async () => {
  const lead = await makeLead(dana, 'Avery Applied');
  await agent.page.goto(`/lead/${lead.id}/application`);
  await heldHere(agent.page);
  const portals = agent.page.getByRole('list', { name: 'Application portals' });
  await portals.waitFor();
  assert.equal(await portals.getByRole('listitem').count(), 15);
  const link = portals.getByRole('link', { name: 'Americo, opens in a new tab' });
  assert.deepEqual(
    [await link.getAttribute('target'), await link.getAttribute('rel')],
    ['_blank', 'noopener noreferrer'],
  );
  await portals.getByRole('button', { name: /^Gerber Life/ }).press('Enter');
  const dialog = agent.page.getByRole('dialog', { name: 'Gerber Life' });
  await dialog.getByText('There are no health questions.').waitFor();
  await agent.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  noErrors(agent);
});

void test('an admin renames a carrier and adds another; the agent sees both', async () => {
  await fromSettings(admin.page, 'Lists');
  await admin.page.getByRole('combobox', { name: 'List' }).click();
  await admin.page.getByRole('option', { name: 'Carriers' }).click();
  await admin.page.getByRole('textbox', { name: 'Name of entry 4' }).fill('Americo Financial');
  await button(admin.page, 'Add entry').click();
  await admin.page.getByRole('textbox', { name: 'Name of entry 14' }).fill('Zenith Mutual');
  await button(admin.page, 'Save list').click();
  await said(admin.page, 'List saved').waitFor();
  const { answer } = await dana.client.call(getReferenceList, { params: { list: 'carriers' } });
  assert.deepEqual([answer.version, answer.entries.at(-1)?.code], [2, 'zenith_mutual']);

  const lead = await makeLead(dana, 'Nora Named');
  await agent.page.goto(`/lead/${lead.id}/carrier`);
  await heldHere(agent.page);
  await agent.page.getByRole('textbox', { name: 'Price of Zenith Mutual' }).waitFor();
  await agent.page.getByRole('radio', { name: 'Americo Financial' }).waitFor();
  noErrors(agent);
  noErrors(admin);
});
