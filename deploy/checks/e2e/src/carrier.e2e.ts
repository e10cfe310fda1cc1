import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toShown } from '@crm/contracts/phone.js';
import { noErrors, signedIn } from './browser.js';
import { call, goOnline, permit } from './calling-steps.js';
import { plantedAt, plantMistakes } from './carrier-account.js';
import { calledFrom, customer } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, fromSettings } from './steps.js';

const here = ownEnvironment({ leads: 10 });

void test('an admin sees what is wrong at the carrier, what mending would write, and that it is mended', async () => {
  const { browser, environment } = here;
  const window = await signedIn(browser, environment.url, people.admin);
  const { page } = window;
  await fromSettings(page, 'Carrier');
  await page.getByText('Nothing blocks calls or texts.').waitFor();
  assert.equal(await button(page, 'Mend…').count(), 0);

  await plantMistakes(environment.url);
  await button(page, 'Check again').click();
  const blocking = page.getByRole('region', { name: /Blocks calls or texts/ });
  await blocking.getByText(`Calls to ${toShown(plantedAt)} do not reach this installation.`).waitFor();
  await page
    .getByRole('region', { name: /Warnings/ })
    .getByText(/may call Latvia/)
    .waitFor();

  await button(page, 'Mend…').click();
  const dialog = page.getByRole('dialog', { name: 'Mend the carrier account' });
  await dialog.getByText('https://demo.twilio.com/welcome/voice/').waitFor();
  await dialog.getByRole('button', { name: 'Write 2 changes' }).click();
  await page.getByText('Carrier account updated').waitFor();
  await page.getByText('Nothing blocks calls or texts.').waitFor();
  // What a person has to do is still said.
  await page.getByText(/may call Latvia/).waitFor();
  assert.equal(await button(page, 'Mend…').count(), 0);
  noErrors(window);
  await window.context.close();
});

void test('numbers are imported from the account, and a lead is called from the one of their area code, which can rest', async () => {
  const { browser, environment } = here;
  const [near, phone] = ['+12145550177', '+12145550142'];
  await customer(environment, 'account', { number: { number: near } });
  const admin = await signedIn(browser, environment.url, people.admin);
  await fromSettings(admin.page, 'Numbers');
  await admin.page.getByText(/Leads are then called from the number nearest to them/).waitFor();
  await button(admin.page, 'Import from the carrier').click();
  await admin.page.getByText(/numbers added/).waitFor();
  const row = admin.page.getByRole('row').filter({ hasText: toShown(near) });
  await row.getByText('214 · Texas').waitFor();

  const permitted = await callerFor(environment.url, people.admin);
  const lead = await makeLead(await callerFor(environment.url, people.lifeAgent), 'Nearby Patient', {
    phone,
  });
  await permit(permitted, lead);
  const agent = await signedIn(browser, environment.url, people.lifeAgent);
  await goOnline(agent.page);
  await call(agent.page, lead, 'Single');
  assert.equal((await calledFrom(environment, phone)).at(-1), near);
  await admin.page.reload();
  await row.getByText('1', { exact: true }).waitFor();

  await row.getByRole('button', { name: /^Edit/ }).click();
  const dialog = admin.page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /^Status/ }).click();
  await admin.page.getByRole('option', { name: 'Resting' }).click();
  await button(dialog, 'Update').click();
  await row.getByText('Resting').waitFor();
  noErrors(admin);
  noErrors(agent);
  await admin.context.close();
  await agent.context.close();
});
