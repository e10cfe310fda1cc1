import type { Locator, Page } from 'playwright-core';
import { afterStatusSaved, statuses } from '@crm/contracts/codes/statuses.js';

/** Maximum delay until a change by one user is visible to the others. */
export const atOnce = { timeout: 1_000 };

export const rowOf = (page: Page, lead: { id: string }): Locator => page.getByTestId(`row-${lead.id}`);

export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** The field of the overlay that finds leads, pages and actions, opened by its key. */
export async function palette(page: Page): Promise<Locator> {
  await button(page, 'Find a lead by name, phone or e-mail').waitFor();
  await page.keyboard.press('Control+k');
  return page.getByRole('combobox', { name: 'Find a lead, a page or an action' });
}

/** Lists the leads of all sources and statuses that a text finds. */
export async function find(page: Page, text: string): Promise<void> {
  await (await palette(page)).fill(text);
  await page.getByRole('option', { name: /^Show all leads found/ }).click();
  await page.getByText(`Search: ${text}`).waitFor();
}

/** Waits for a path, whatever the query string. */
export const arrivedAt = (page: Page, path: string, soon?: typeof atOnce): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname === path, soon);

/** Opens a lead and waits until this user has its hold, so that it can be edited. */
export async function openLead(page: Page, lead: { id: string }): Promise<void> {
  await page.goto(`/lead/${lead.id}`);
  await heldHere(page);
}

export const heldHere = (page: Page): Promise<void> => statusButton(page).waitFor();

export const leadBar = (page: Page): Locator =>
  page.getByRole('toolbar', { name: 'What to do with this lead' });

/** The enabled status button. */
const statusButton = (page: Page): Locator =>
  leadBar(page).locator('button:not([aria-disabled])', { hasText: /^Status/ });

/** Sets the status of the open lead; skips the follow-up dialog if the status opens it. */
export async function setStatus(page: Page, title: string): Promise<void> {
  await saveStatus(page, title);
  const code = statuses.find((each) => each.title === title)?.id;
  if (code === undefined || afterStatusSaved(code) !== 'follow-up') return;
  const asked = followupDialog(page);
  await button(asked, 'Skip').click();
  await asked.waitFor({ state: 'hidden' });
}

/** The dialog that asks for a follow-up after certain statuses. */
export const followupDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Follow-up', exact: true });

/** Sets the status of the open lead, and leaves a follow-up dialog open. */
export async function saveStatus(page: Page, title: string): Promise<void> {
  await statusButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Status' });
  await dialog.getByRole('radio', { name: title, exact: true }).click();
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'hidden' });
}

/** A notification (toast) with this text. */
export const said = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-type]').getByText(text);

/** Chooses an item of the user's account menu. */
export async function fromSettings(page: Page, item: string): Promise<void> {
  await button(page, 'Settings').click();
  await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
}
