import type { Locator, Page } from 'playwright-core';
import { allowContact } from '@crm/contracts/http/permission.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { Caller } from './people.js';
import { button, followupDialog, leadBar, openLead } from './steps.js';

export const callPanel = (page: Page): Locator => page.getByRole('region', { name: 'The call', exact: true });
/** The question how the last call went, in the place of the panel. */
export const outcomeStrip = (page: Page): Locator =>
  page.getByRole('region', { name: 'How did the call go?' });
export const callCentre = (page: Page): Locator => page.getByRole('dialog', { name: 'Call centre' });

/** Allows to call or text a lead outside of its hours too, because tests may run at any time. */
export async function permit(
  admin: Caller,
  { id }: { id: string },
  channel: 'call' | 'text' = 'call',
): Promise<void> {
  await admin.client.call(allowContact, {
    params: { id },
    body: {
      place: 'phone',
      channel,
      reason: 'Asked to be contacted now',
      requested_on: pacificDate(new Date()),
      minutes: 60,
    },
  });
}

/** Goes online, and waits until customers who call are connected. */
export async function goOnline(page: Page): Promise<void> {
  await page.getByRole('switch').click();
  await page.getByRole('switch', { checked: true }).and(page.locator('[aria-busy="false"]')).waitFor();
}

/** Starts a call to a lead, without waiting for its outcome. */
export async function begin(page: Page, lead: { id: string }, kind: 'Single' | 'Conference'): Promise<void> {
  await openLead(page, lead);
  // A narrow window has it in a menu.
  const more = button(leadBar(page), 'More');
  if (await more.isVisible()) {
    await more.click();
    await page.getByRole('menuitem', { name: 'Call centre' }).click();
  } else await button(leadBar(page), 'Call centre').click();
  await callCentre(page).getByText('Connected to the telephony provider').waitFor();
  await callCentre(page).getByRole('radio', { name: kind }).click();
  await button(callCentre(page), 'Call').click();
}

/** Calls a lead and waits until it is answered, by a person or an answering machine. */
export async function call(page: Page, lead: { id: string }, kind: 'Single' | 'Conference'): Promise<void> {
  await begin(page, lead, kind);
  await callCentre(page).getByText('Talking to').waitFor();
  await close(callCentre(page));
}

/** Closes a dialog with the button in its footer; the icon button in its header has the same name. */
export async function close(dialog: Locator): Promise<void> {
  await button(dialog, 'Close').last().click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Answers how the call went with a status that calls for a follow-up, which is skipped. */
export async function saveOutcome(page: Page, title = 'Contact attempt 1'): Promise<void> {
  const strip = outcomeStrip(page);
  await button(strip, title).click();
  await button(strip, 'Save').click();
  await strip.waitFor({ state: 'hidden' });
  await button(followupDialog(page), 'Skip').click();
  await followupDialog(page).waitFor({ state: 'hidden' });
}

/** Leaves it unanswered how the call went. */
export async function answerLater(page: Page): Promise<void> {
  const strip = outcomeStrip(page);
  await button(strip, 'Not now').click();
  await strip.waitFor({ state: 'hidden' });
}
