import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { noErrors, openBrowser, signedIn } from './browser.js';
import { openEnvironment, type TestEnvironment } from './environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, openLead } from './steps.js';

let environment: TestEnvironment;
let browser: Browser;

before(async () => {
  environment = await openEnvironment({ leads: 20 });
  browser = await openBrowser();
});

after(async () => {
  await browser.close();
  await environment.close();
});

const choose = async (page: Page, settings: string, language: string): Promise<void> => {
  await button(page, settings).click();
  await page.getByRole('menuitemradio', { name: language }).click();
};
const isIn = (page: Page, lang: string) =>
  page.locator(`html[lang="${lang}"]`).waitFor({ state: 'attached' });

void test('an agent reads everything in Spanish: lists, filters, forms, what a customer is, and refusals', async () => {
  const agent = await callerFor(environment.url, people.lifeAgent);
  const lead = await makeLead(agent, 'Consuelo Ibarra');
  const window = await signedIn(browser, environment.url, people.lifeAgent);
  const { page } = window;
  await choose(page, 'Settings', 'Español');
  await isIn(page, 'es');
  await button(page, 'Configuración').waitFor();

  await page.goto(
    `${environment.url}/life?filter=${encodeURIComponent(JSON.stringify({ source: 3 }))}&page=1`,
  );
  await page.getByRole('columnheader', { name: 'Estatus' }).first().waitFor();
  await page.getByText('Prospecto nuevo').first().waitFor();

  await page.goto(`${environment.url}/lead/${lead.id}`);
  await page.getByRole('tab', { name: 'Cliente' }).waitFor();
  await page.getByRole('button', { name: 'Estatus', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No llamar', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  // The choice is the browser's: a reload keeps it, and so does the way back.
  await page.reload();
  await isIn(page, 'es');
  await choose(page, 'Configuración', 'English');
  await isIn(page, 'en');
  await openLead(page, lead);
  noErrors(window);
  await window.context.close();
});

void test('a browser that prefers Spanish is met in it before anybody has signed in, and a refusal is', async () => {
  const context = await browser.newContext({ locale: 'es-MX' });
  const page = await context.newPage();
  await page.goto(`${environment.url}/signin`);
  await isIn(page, 'es');
  await page.locator('input[type="email"], input').first().fill(people.lifeAgent);
  await page.locator('input[type="password"]').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('Correo o contraseña incorrectos').waitFor();
  assert.equal(await page.getByText('Wrong e-mail or password').count(), 0);
  await context.close();
});
