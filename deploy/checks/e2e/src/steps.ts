import type { Locator, Page } from 'playwright-core';
import { afterStatusSaved, statuses } from '@crm/contracts/codes/statuses.js';

/** How soon what one person does has to stand before the others. */
export const atOnce = { timeout: 1_000 };

export const rowOf = (page: Page, lead: { id: string }): Locator => page.getByTestId(`row-${lead.id}`);

export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

/** Lists what a text finds, from all sources and statuses, by the field at the top. */
export async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a lead by name, phone or e-mail' }).fill(text);
  await page.keyboard.press('Enter');
  await page.getByText(`Search: ${text}`).waitFor();
}

/** At an address, whatever a list keeps behind its question mark. */
export const arrivedAt = (page: Page, path: string, soon?: typeof atOnce): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname === path, soon);

/** Opens a lead and waits until it is held, so that it can be worked on. */
export async function openLead(page: Page, lead: { id: string }): Promise<void> {
  await page.goto(`/lead/${lead.id}`);
  await heldHere(page);
}

export const heldHere = (page: Page): Promise<void> => statusButton(page).waitFor();

export const leadBar = (page: Page): Locator =>
  page.getByRole('toolbar', { name: 'What to do with this lead' });

/** The button by which a status is chosen, once it can be used. */
const statusButton = (page: Page): Locator =>
  leadBar(page).locator('button:not([aria-disabled])', { hasText: /^Status/ });

/** Chooses a status of the open lead and saves it; a follow-up that it asks for is skipped. */
export async function setStatus(page: Page, title: string): Promise<void> {
  await saveStatus(page, title);
  const code = statuses.find((each) => each.title === title)?.id;
  if (code === undefined || afterStatusSaved(code) !== 'follow-up') return;
  const asked = followupDialog(page);
  await button(asked, 'Skip').click();
  await asked.waitFor({ state: 'hidden' });
}

/** When to come back, asked after a status that calls for it. */
export const followupDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Follow-up', exact: true });

/** Chooses a status of the open lead and saves it, and leaves what it asks for open. */
export async function saveStatus(page: Page, title: string): Promise<void> {
  await statusButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Status' });
  await dialog.getByRole('radio', { name: title, exact: true }).click();
  await button(dialog, /^Save/).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The sentence that an answer shows at the top. */
export const said = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-type]').getByText(text);

/** What somebody finds in the menu of their own account. */
export async function fromSettings(page: Page, item: string): Promise<void> {
  await button(page, 'Settings').click();
  await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click();
}
