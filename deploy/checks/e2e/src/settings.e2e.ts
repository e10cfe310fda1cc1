import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { setLeadStatus } from '@crm/contracts/http/leads.js';
import { noErrors, signedIn, type Theme } from './browser.js';
import { ownLine } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { atOnce, button, find, fromSettings, heldHere, leadBar, openLead, rowOf } from './steps.js';

const own = ownLine({ leads: 20 });

/** Waits until the background's lightness (0 to 255) is light or dark: it changes with a transition. */
const turns = async (page: Page, theme: Theme): Promise<void> => {
  const lightness =
    'Math.max(...getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number))';
  const isThere = async () => {
    const value = await page.evaluate<number>(lightness);
    return theme === 'light' ? value > 200 : value < 60;
  };
  for (const started = Date.now(); !(await isThere());) {
    assert.ok(Date.now() - started < atOnce.timeout, `The page did not turn ${theme}`);
  }
};

/** Retries Escape, which is ignored while a request is in flight and until its error is rendered. */
const escapeTo = async (page: Page, asked: Locator): Promise<void> => {
  for (let tries = 0; tries < 10; tries += 1) {
    await page.keyboard.press('Escape');
    const came = await asked.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
    if (came) return;
  }
  assert.fail('Escape was not heard');
};

void test('the theme is changed in the header or in the settings and is persisted', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.guide);
  const { page } = window;
  await turns(page, 'light');
  await button(page, 'Dark theme').click();
  await button(page, 'Light theme').waitFor();
  await turns(page, 'dark');
  await page.reload();
  await button(page, 'Light theme').waitFor();
  await turns(page, 'dark');

  await fromSettings(page, 'Theme');
  await page.keyboard.press('Escape');
  await button(page, 'Dark theme').waitFor();
  await turns(page, 'light');
  noErrors(window);
  await window.context.close();
});

void test('Change Password shows validation errors, keeps the input, and asks before discarding it', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.guide);
  const { page } = window;
  await fromSettings(page, 'Change Password');
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const save = button(dialog, 'Save');
  const old = dialog.getByLabel('Old password');
  const fresh = dialog.getByLabel(/^New password/);
  const confirmation = dialog.getByLabel('Confirm new password');
  assert.equal(await save.getAttribute('aria-disabled'), 'true');

  await old.focus();
  await fresh.focus();
  await dialog.getByText('Required.').waitFor();
  await old.fill('not my password');
  await fresh.fill('another-pass-1');
  await confirmation.fill('another-pass-2');
  await confirmation.blur();
  await dialog.getByText('Password must be the same').waitFor();
  assert.equal(await save.getAttribute('aria-disabled'), 'true');

  await confirmation.fill('another-pass-1');
  await save.click();
  await dialog.getByText('The old password is wrong').waitFor();
  assert.equal(await old.getAttribute('aria-invalid'), 'true');
  assert.equal(await fresh.inputValue(), 'another-pass-1');

  const discard = page.getByRole('dialog', { name: 'Close without saving?' });
  await escapeTo(page, discard);
  await button(discard, 'Keep editing').click();
  assert.equal(await old.inputValue(), 'not my password');
  await page.keyboard.press('Escape');
  await button(discard, 'Discard').click();
  await dialog.waitFor({ state: 'hidden' });
  await callerFor(own.environment.url, people.guide);
  noErrors(window);
  await window.context.close();
});

void test('while offline, a notice is shown and editing is disabled; missed changes appear on reconnect', async () => {
  const dana = await callerFor(own.environment.url, people.lifeAgent);
  const lead = await makeLead(dana, 'Changed Meanwhile');
  const window = await signedIn(own.browser, own.line.url, people.lifeAgent);
  const { page } = window;
  await page.goto('/life');
  await find(page, lead.fullname);
  await rowOf(page, lead).waitFor();
  const open = await window.context.newPage();
  await openLead(open, await makeLead(dana, 'Opened Before'));

  await own.line.cut();
  for (const each of [page, open]) await each.getByText('Connection lost. Reconnecting…').waitFor();
  for (const name of [/^Status/, 'Start work', 'Edit']) {
    assert.equal(await button(leadBar(open), name).getAttribute('aria-disabled'), 'true', String(name));
  }
  const saved = await dana.client.call(setLeadStatus, {
    params: { id: lead.id },
    body: { status: 'agreement' },
  });
  assert.equal(saved.status, 200);
  await rowOf(page, lead).getByText('New lead').waitFor();

  // It is said for seconds, in either window at its own time.
  const said = [page, open].map((each) => each.getByText('Back online. Everything is up to date.').waitFor());
  await own.line.mend();
  await Promise.all(said);
  await rowOf(page, lead).getByText('Agreement').waitFor(atOnce);
  await heldHere(open);
  noErrors(window);
  await window.context.close();
});
