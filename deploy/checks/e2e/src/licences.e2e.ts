import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { assignLead, reassignLeads, restChangeLead, restGetLead } from '@crm/contracts/http/leads.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { licences } from '@crm/contracts/resources/licence.js';
import { noErrors, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, heldHere, leadBar } from './steps.js';

const missing = 'Dana Reyes-Whitfield holds no life licence for Vermont';

let admin: Caller;
let dana: Caller;
const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
  dana = await callerFor(own.environment.url, people.lifeAgent);
});

/** Makes a lead of somebody and moves its customer to Vermont, where no agent of the demo is licensed. */
async function vermonter(of: Caller, name: string, phone: string): Promise<LeadRow> {
  const { id } = await makeLead(of, name, { phone });
  const { type, version } = (await admin.client.call(restGetLead, { params: { id } })).answer;
  assert.equal(type, 'life');
  const body = { type: 'life', version, state: 'VT', zipcode: '05401' } as const;
  return (await admin.client.call(restChangeLead, { params: { id }, body })).answer.lead;
}

void test('a lead in Vermont is given to nobody without its licence, neither alone nor in bulk', async () => {
  const lead = await vermonter(admin, 'Vera Vermont', '+12145550181');
  const single = { params: { id: lead.id }, body: { agent: dana.user.id } };
  const refused = await admin.client.call(assignLead, single);
  assert.deepEqual([refused.status, refused.refusal.errors], [422, { agent: missing }]);
  const bulk = { body: { agent: dana.user.id, leads: [lead.id] } };
  const { left } = (await admin.client.call(reassignLeads, bulk)).answer;
  assert.deepEqual(left, [{ lead_id: lead.id, reason: 'licence', sentence: missing }]);

  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto('/life?filter=%7B%22q%22%3A%22Vera%20Vermont%22%7D');
  await page.getByRole('checkbox', { name: /Vera Vermont/ }).check();
  await button(page, 'Bulk Assign').click();
  const dialog = page.getByRole('dialog', { name: 'Bulk Assign' });
  await dialog.getByRole('radio', { name: /Dana Reyes-Whitfield/ }).check();
  await button(dialog, 'Assign 1 lead').click();
  await page.getByText(missing).waitFor();
  noErrors(window);
  await window.context.close();
});

void test('its agent neither calls nor texts nor quotes, and the script claims nothing', async () => {
  const lead = await vermonter(dana, 'Victor Vermont', '+12145550182');
  const { ways } = (await dana.client.call(leadPermission, { params: { id: lead.id } })).answer;
  assert.deepEqual(new Set(ways.map(({ permission }) => permission.rule)), new Set(['licence']));

  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await page.goto(`/lead/${lead.id}`);
  await heldHere(page);
  const call = button(leadBar(page), 'Call centre');
  await call.and(page.locator('[aria-disabled="true"]')).waitFor();
  await call.hover();
  await page.getByRole('tooltip', { name: missing }).waitFor();
  const script = page.getByRole('tabpanel').filter({ hasText: 'Section 1 of 4' });
  await script.getByText(missing).waitFor();
  await script.getByText(/Transfer the call, or reassign the lead/).waitFor();
  assert.equal(await page.getByText(/licensed agent in/).count(), 0);

  await page.goto(`/lead/${lead.id}/text`);
  await page.getByRole('textbox', { name: 'New text' }).fill('Good morning');
  await button(page, 'Send').and(page.locator('[aria-disabled="true"]')).waitFor();
  await page.goto(`/lead/${lead.id}/carrier`);
  await page.getByText(missing).first().waitFor();
  const price = page.getByRole('textbox', { name: 'Price of Mutual of Omaha' });
  assert.equal(await price.getAttribute('aria-readonly'), 'true');
  noErrors(window);
  await window.context.close();
});

void test('a licence that an admin adds opens all of it, and one that has ended moves its leads', async () => {
  const lead = await vermonter(dana, 'Violet Vermont', '+12145550183');
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto('/licences');
  await button(page, 'Add licence').click();
  const dialog = page.getByRole('dialog', { name: 'Add licence' });
  await dialog.getByRole('combobox', { name: /^Agent/ }).fill('Dana');
  await page.getByRole('option', { name: 'Dana Reyes-Whitfield' }).click();
  await dialog.getByRole('combobox', { name: /^State/ }).click();
  await page.getByRole('option', { name: 'Vermont' }).click();
  await dialog.getByLabel(/^Licence number/).fill('VT-2041');
  await dialog.getByLabel(/^Valid from/).fill('01/02/2020');
  await button(dialog, 'Create').click();
  await page.getByText('Licence created').waitFor();
  const rules = async () =>
    (await dana.client.call(leadPermission, { params: { id: lead.id } })).answer.ways.map(
      ({ permission }) => permission.rule,
    );
  for (let tries = 0; (await rules()).includes('licence'); tries += 1) {
    assert.ok(tries < 100, 'The licence never opened the lead');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }

  const query = { filter: JSON.stringify({ agent_id: [dana.user.id], state: ['VT'] }) };
  const [found] = (await admin.client.call(licences.calls.list, { query })).answer;
  assert.ok(found);
  const { id, version, number, from, proof } = found;
  const ended = { number, from, proof, status: 'active', until: '2020-12-31', version } as const;
  assert.equal((await admin.client.call(licences.calls.change, { params: { id }, body: ended })).status, 200);
  await page.goto('/licences?filter=%7B%22state%22%3A%5B%22VT%22%5D%7D');
  await page.getByText('Expired').waitFor();
  await button(page, 'Leads of Dana Reyes-Whitfield, Life, Vermont').click();
  const moving = page.getByRole('dialog', { name: 'Leads to move' });
  await moving.getByText(/^\d+ leads?$/).waitFor();
  await moving.getByText('No other agent holds a valid licence here.').waitFor();
  noErrors(window);
  await window.context.close();
});
