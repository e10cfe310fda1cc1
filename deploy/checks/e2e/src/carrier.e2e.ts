import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toShown } from '@crm/contracts/phone.js';
import { noErrors, signedIn } from './browser.js';
import { plantedAt, plantMistakes } from './carrier-account.js';
import { ownEnvironment } from './own-environment.js';
import { people } from './people.js';
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
