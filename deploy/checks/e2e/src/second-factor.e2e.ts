import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { generate } from 'otplib';
import { signIn } from '@crm/contracts/http/auth.js';
import { updateSettingsFields } from '@crm/contracts/http/settings.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { openWindow } from './browser.js';
import { password } from './environment.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, people } from './people.js';
import { button, fromSettings, said } from './steps.js';

const own = ownEnvironment({ leads: 5 });

/** The environment by its name: browsers make no passkeys for a number. */
const address = () => own.environment.url.replace('127.0.0.1', 'localhost');
const open = () => openWindow(own.browser, address());

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}
const home = (page: Page) => page.getByText('Top 10 Core Values:').waitFor();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** An authenticator of the platform that verifies its person. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The key that the page shows beside its QR code. */
const keyOn = async (page: Page) => ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
/** A code of the next half minute, which is accepted already and was not used before. */
const nextCode = (key: string, later: number) =>
  generate({ secret: key, epoch: Math.floor(Date.now() / 1000) + later });

async function signOut(page: Page): Promise<void> {
  await fromSettings(page, 'Logout');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

void test('an agent adds a passkey, signs in with it, with a recovery code, and removes it', async () => {
  const { page, context } = await open();
  await addAuthenticator(page);
  await enterPassword(page, people.lifeAgent);
  await home(page);
  await fromSettings(page, 'Sign-in security');
  const security = dialog(page, 'Sign-in security');
  await security.getByText('No passkeys').waitFor();
  await button(security, 'Add a passkey').click();
  const adding = dialog(page, 'Add a passkey');
  await adding.getByLabel('Name of the passkey').fill('Office laptop');
  await adding.getByLabel('Your password').fill('not the password');
  await button(adding, 'Continue').click();
  await adding.getByText('The password is wrong').waitFor();
  await adding.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  const saving = dialog(page, 'Save your recovery codes');
  await saving.getByRole('listitem').nth(9).waitFor();
  const codes = await saving.getByRole('listitem').allTextContents();
  assert.equal(codes.length, 10);
  await button(saving, 'I saved them').click();
  await security.getByText('Office laptop').waitFor();
  await security.getByText('10 codes left').waitFor();
  await button(security, 'Close').last().click();
  await signOut(page);

  await enterPassword(page, people.lifeAgent);
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  assert.equal(await page.evaluate("localStorage.getItem('session.token')"), null);
  await button(page, 'Use a passkey').click();
  await home(page);
  await signOut(page);

  await enterPassword(page, people.lifeAgent);
  await button(page, 'Use a recovery code').click();
  const [code = ''] = codes;
  await page.getByLabel('Recovery code').fill(code);
  await page.keyboard.press('Enter');
  await said(page, 'Recovery codes left: 9').waitFor();
  await home(page);
  await signOut(page);

  await enterPassword(page, people.lifeAgent);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(code);
  await page.keyboard.press('Enter');
  await said(page, 'This code is wrong, or was used').waitFor();
  await button(page, 'Use a passkey').click();
  await home(page);

  await fromSettings(page, 'Sign-in security');
  await button(security, 'Remove Office laptop').click();
  const removing = dialog(page, 'Remove Office laptop?');
  await removing.getByText('This is your last second factor.').waitFor();
  await removing.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await security.getByText('No passkeys').waitFor();
  const plain = await httpClient(own.environment.url).call(signIn, {
    body: { email: people.lifeAgent, password },
  });
  assert.equal(plain.status, 200);
  await context.close();
});

void test('a guide sets up an authenticator app by its key, and an admin removes it when the phone is lost', async () => {
  const { page, context } = await open();
  await enterPassword(page, people.guide);
  await page.getByRole('button', { name: 'Settings' }).waitFor();
  await fromSettings(page, 'Sign-in security');
  const security = dialog(page, 'Sign-in security');
  await button(security, 'Set up an app').click();
  const setup = dialog(page, 'Set up an app');
  await setup.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await setup.getByRole('img', { name: 'QR code of the key below' }).waitFor();
  const key = await keyOn(page);
  await setup.getByLabel('Code of the app').fill(await nextCode(key, -30));
  await page.keyboard.press('Enter');
  await button(dialog(page, 'Save your recovery codes'), 'I saved them').click();
  await security.getByText('10 codes left').waitFor();
  await button(security, 'Close').last().click();
  await signOut(page);

  await enterPassword(page, people.guide);
  await page.getByLabel('Code of the app').fill('000000');
  await page.keyboard.press('Enter');
  await said(page, 'This code is wrong, or was used').waitFor();
  await page.getByLabel('Code of the app').fill(await nextCode(key, 30));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Settings' }).waitFor();

  const office = await open();
  await enterPassword(office.page, people.admin);
  await home(office.page);
  await office.page.goto('/guides');
  await office.page
    .getByRole('row')
    .filter({ hasText: people.guide })
    .getByRole('button', { name: /^Remove second factors of / })
    .click();
  await button(dialog(office.page, 'Remove second factors?'), 'Remove').click();
  await said(office.page, 'Second factors removed').waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await enterPassword(page, people.guide);
  await page.getByRole('button', { name: 'Settings' }).waitFor();
  await office.context.close();
  await context.close();
});

void test('a role that needs a second factor is signed out, and sets one up right behind the password', async () => {
  const admin = await callerFor(own.environment.url, people.admin);
  const { page, context } = await open();
  await addAuthenticator(page);
  await enterPassword(page, people.healthAgent);
  await home(page);
  const second_factor = { agent: pacificDate(new Date()) };
  await admin.client.call(updateSettingsFields, { body: { fields: { second_factor } } });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await enterPassword(page, people.healthAgent);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await page.goto('/life');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await enterPassword(page, people.healthAgent);
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Name of the passkey').fill('Office laptop');
  await page.keyboard.press('Enter');
  await button(page, 'I saved them').click();
  await home(page);
  await fromSettings(page, 'Sign-in security');
  const security = dialog(page, 'Sign-in security');
  await button(security, 'Remove Office laptop').click();
  await dialog(page, 'Remove Office laptop?').getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await said(page, 'Your role needs a second factor: add another one first').waitFor();
  await context.close();
});
