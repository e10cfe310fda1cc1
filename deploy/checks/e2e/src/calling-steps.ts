import type { Locator, Page } from 'playwright-core';
import { allowContact } from '@crm/contracts/http/permission.js';
import type { Caller } from './people.js';
import { button, leadBar, openLead } from './steps.js';

export const callPanel = (page: Page): Locator => page.getByRole('region', { name: 'The call' });
export const callCentre = (page: Page): Locator => page.getByRole('dialog', { name: 'Call centre' });

/** Tests run at night too: whom they call has agreed to it. */
export async function permit(admin: Caller, { id }: { id: string }): Promise<void> {
  await admin.client.call(allowContact, {
    params: { id },
    body: { place: 'phone', channel: 'call', reason: 'Asked to be called now', minutes: 60 },
  });
}

export async function goOnline(page: Page): Promise<void> {
  await page.getByRole('switch').click();
  await page.getByRole('switch', { checked: true }).waitFor();
}

/** Calls a lead; what becomes of it is not waited for. */
export async function begin(page: Page, lead: { id: string }, kind: 'Single' | 'Conference'): Promise<void> {
  await openLead(page, lead);
  await button(leadBar(page), 'Call centre').click();
  await callCentre(page).getByText('Connected to the telephony provider').waitFor();
  await callCentre(page).getByRole('radio', { name: kind }).click();
  await button(callCentre(page), 'Call').click();
}

/** Calls a lead and comes back when somebody, or a machine, has answered. */
export async function call(page: Page, lead: { id: string }, kind: 'Single' | 'Conference'): Promise<void> {
  await begin(page, lead, kind);
  await callCentre(page).getByText('Talking to').waitFor();
  await close(callCentre(page));
}

/** By the button in its foot; the cross at its head has the same name. */
export async function close(dialog: Locator): Promise<void> {
  await button(dialog, 'Close').last().click();
  await dialog.waitFor({ state: 'hidden' });
}
