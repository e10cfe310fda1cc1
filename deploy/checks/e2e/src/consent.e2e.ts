import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ingestLead } from '@crm/contracts/http/intake.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { assignLead } from '@crm/contracts/http/leads.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { licences } from '@crm/contracts/resources/licence.js';
import { partners } from '@crm/contracts/resources/partner.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { noErrors, signedIn } from './browser.js';
import { byKeyboard } from './by-keyboard.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, heldHere, leadBar, openLead, said } from './steps.js';

let admin: Caller;

/** Opens a place around the clock, so that the time of the test run decides nothing. */
async function openHours(id: 'default' | 'CT' | 'TX'): Promise<void> {
  const { client } = admin;
  const params = { id };
  const { state: _state, id: _id, ...rule } = (await client.call(contactRules.calls.one, { params })).answer;
  const hours = Array.from({ length: 7 }, () => ({ from: '00:00', until: '24:00' }));
  const { status } = await client.call(contactRules.calls.change, { params, body: { ...rule, hours } });
  assert.equal(status, 200);
}

const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
  await openHours('default');
  await openHours('CT');
  await openHours('TX');
});

/** The agent's licence where the lead is: without one nothing else is asked. Resolves once it counts for the lead. */
async function licensed({ client, user }: Caller, lead: { id: string }): Promise<void> {
  const body = {
    ...{ agent_id: user.id, state: 'CT' as const, line: 'life' as const, status: 'active' as const },
    ...{ number: 'CT-2041', from: '2020-01-02', until: null, proof: '' },
  };
  assert.ok((await admin.client.call(licences.calls.create, { body })).status < 300);
  const isDenied = async () =>
    (await client.call(leadPermission, { params: { id: lead.id } })).answer.licence_denial !== null;
  for (let tries = 0; await isDenied(); tries += 1) {
    assert.ok(tries < 100, 'The licence never opened the lead');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const callCentre = (page: Page): Locator => button(leadBar(page), 'Call centre');
const isOff = async (named: Locator) => (await named.getAttribute('aria-disabled')) === 'true';
const allowed = async ({ client }: Caller, id: string) => {
  const { answer } = await client.call(leadPermission, { params: { id } });
  return answer.ways.filter(({ permission }) => permission.allowed).map(({ channel }) => channel);
};

void test('a Connecticut lead is called once its written consent is recorded, and no more once that is revoked', async () => {
  const caller = await callerFor(own.environment.url, people.lifeAgent);
  const lead = await makeLead(caller, 'Connie Cutler', { phone: '+12035550142', state: 'CT' });
  await licensed(caller, lead);
  assert.deepEqual(await allowed(caller, lead.id), ['email']);

  const agent = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = agent;
  await openLead(page, lead);
  await heldHere(page);
  await page.getByText('Connecticut asks for a written consent to calls: none is on file').first().waitFor();
  assert.ok(await isOff(callCentre(page)));

  const title = 'Record consent';
  await byKeyboard(page, { opener: button(page, title), title });
  await button(page, title).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Written' }).click();
  await button(dialog, 'Record').click();
  await dialog.getByText('Enter what was agreed to in writing').waitFor();
  const wording = 'I agree to be called and texted by Juniper Insurance.';
  await dialog.getByRole('textbox', { name: 'Wording' }).fill(wording);
  await button(dialog, 'Record').click();
  await said(page, 'Consent recorded').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  const section = page.getByRole('region', { name: 'Consent: Written' });
  await section.getByText(wording).waitFor();
  await section.getByText('Valid', { exact: true }).waitFor();
  await section.getByText('Juniper Insurance', { exact: true }).waitFor();
  await page.getByText('Connecticut asks for').first().waitFor({ state: 'hidden' });
  assert.deepEqual(await allowed(caller, lead.id), ['call', 'text', 'email']);

  await button(section, 'Revoke').click();
  const revoking = page.getByRole('dialog', { name: 'Revoke consent?' });
  await revoking.getByRole('textbox', { name: 'Reason' }).fill('Asked us to stop');
  await button(revoking, 'Revoke').click();
  await said(page, 'Consent revoked').waitFor();
  await section.getByText('Revoked', { exact: true }).first().waitFor();
  await section.getByText(/^Calls, Texts, .* by .*: Asked us to stop$/).waitFor();
  await page
    .getByText('Connecticut asks for a written consent to calls: the one on file was revoked')
    .first()
    .waitFor();
  assert.deepEqual(await allowed(caller, lead.id), ['email']);
  noErrors(agent);
});

void test('a bought lead is texted only with a consent that names the agency, whose certificate is marked as not claimed', async () => {
  const { url } = own.environment;
  const { answer: partner } = await admin.client.call(partners.calls.create, {
    body: { code: 'harbor', name: 'Harbor Leads', sources: ['clickListing'] },
  });
  const agent = await callerFor(url, people.lifeAgent);
  const bring = async (key: string, phone: string, seller: string) => {
    const body = {
      type: 'life' as const,
      fullname: `Bought ${key}`,
      email: `bought.${key.toLowerCase()}@example.com`,
      phone,
      state: 'TX' as const,
      birth_date: '1957-06-02',
      consent_text: 'I agree to be texted.',
      seller,
      channels: ['text' as const],
      trustedform_cert_url: 'https://cert.trustedform.com/0dc2a5a1e7d3f1',
    };
    const { answer } = await httpClient(url).call(
      ingestLead,
      { params: { source: 'clickListing' }, body },
      { 'x-api-key': partner.key, 'idempotency-key': key },
    );
    const id = answer.lead_id ?? '';
    await admin.client.call(assignLead, { params: { id }, body: { agent: agent.user.id } });
    return { id };
  };
  const ours = await bring('Ours', '+12145550151', 'Juniper Insurance');
  const shared = await bring('Shared', '+12145550152', 'Harbor Leads');
  assert.ok((await allowed(agent, ours.id)).includes('text'));
  assert.ok(!(await allowed(agent, shared.id)).includes('text'));

  const window = await signedIn(own.browser, url, people.lifeAgent);
  await window.page.goto(`/lead/${shared.id}`);
  await heldHere(window.page);
  await window.page
    .getByText('Texts to bought leads need a consent that names Juniper Insurance: none is on file')
    .first()
    .waitFor();
  const section = window.page.getByRole('region', { name: 'Consent: Written' });
  await section.getByText('Not claimed').waitFor();
  await section.getByText('Harbor Leads', { exact: true }).first().waitFor();
  noErrors(window);
});
