import type { Page } from 'playwright-core';
import { call, callPanel, goOnline, permit, saveOutcome } from './calling-steps.js';
import { callerFor, makeLead, people } from './people.js';
import { button } from './steps.js';

interface Windows {
  url: string;
  pageOf: (email: string) => Promise<Page>;
}

/** An agent talks with a lead in a conference and asks for help; the admin has the page of calls open. */
export async function askingForHelp({ url, pageOf }: Windows): Promise<{ agent: Page; admin: Page }> {
  const caller = await callerFor(url, people.otherLifeAgent);
  const lead = await makeLead(caller, 'Wilhelmina Vandersteen-Okonkwo');
  await permit(await callerFor(url, people.admin), lead);
  const agent = await pageOf(people.otherLifeAgent);
  await agent.goto('/');
  await goOnline(agent);
  await call(agent, lead, 'Conference');
  await button(callPanel(agent), 'Help').click();
  await button(callPanel(agent), 'Help asked').waitFor();
  const admin = await pageOf(people.admin);
  await admin.goto('/calls');
  await admin.getByRole('region', { name: 'Live calls' }).getByText(lead.fullname).waitFor();
  return { agent, admin };
}

/** The same, with the admin listening. */
export async function supervised(windows: Windows): Promise<{ agent: Page; admin: Page }> {
  const pages = await askingForHelp(windows);
  await button(pages.admin, /^Listen to/).click();
  await pages.admin.getByRole('region', { name: 'Supervision' }).getByRole('timer').waitFor();
  return pages;
}

/** Ends the call, and the work on its lead. */
export async function endOfCall({ pageOf }: Windows): Promise<void> {
  const agent = await pageOf(people.otherLifeAgent);
  await button(callPanel(agent), 'Hang up').click();
  await saveOutcome(agent);
  await agent.goto('/');
  await agent.getByRole('switch').click();
}
