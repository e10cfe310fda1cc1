import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { noErrors, signedIn } from './browser.js';
import { call, callPanel, goOnline, outcomeStrip, permit } from './calling-steps.js';
import { audibleNow } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, said } from './steps.js';

const own = ownEnvironment({ leads: 20 });

/** The voices at the carrier become what they should be a moment after the screen says so. */
async function audibleBecomes(expected: Record<string, string[]>): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const now = await audibleNow(own.environment);
    if (JSON.stringify(now) === JSON.stringify(expected)) return;
    await pause(100);
  }
  assert.deepEqual(await audibleNow(own.environment), expected);
}

const alone = { agent: ['customer'], customer: ['agent'] };
const both = ['agent', 'customer'];

void test('an admin listens, whispers and joins; an agent asks for help, and it comes', async () => {
  const { url } = own.environment;
  const agent = await callerFor(url, people.lifeAgent);
  const admin = await callerFor(url, people.admin);
  const lead = await makeLead(agent, 'Callee Patient');
  await permit(admin, lead);
  const theirs = await signedIn(own.browser, url, people.lifeAgent);
  const supervisor = await signedIn(own.browser, url, people.admin);
  await goOnline(theirs.page);
  await call(theirs.page, lead, 'Conference');
  await audibleBecomes(alone);

  const { page } = supervisor;
  await page.goto('/calls');
  const live = page.getByRole('region', { name: 'Live calls' });
  await live.getByText('Callee Patient').waitFor();
  await button(live, `Listen to ${agent.user.fullname}`).click();
  const panel = page.getByRole('region', { name: 'Supervision' });
  await panel.getByText('Nobody hears you').waitFor();
  await panel.getByText(/^00:0[1-9]$/).waitFor();
  await audibleBecomes({ ...alone, 'supervisor-1': both });
  const agentPanel = callPanel(theirs.page);
  await agentPanel.getByText(`${admin.user.fullname} is listening`).waitFor();

  await button(panel, 'Whisper').click();
  await panel.getByText(`Only ${agent.user.fullname} hears you`).waitFor();
  await audibleBecomes({ ...alone, agent: ['customer', 'supervisor-1'], 'supervisor-1': both });
  await agentPanel.getByText(`${admin.user.fullname} whispers to you`).waitFor();

  await button(panel, 'Join').press('Enter');
  await panel.getByText('Everybody hears you').waitFor();
  await audibleBecomes({
    agent: ['customer', 'supervisor-1'],
    customer: ['agent', 'supervisor-1'],
    'supervisor-1': both,
  });

  await page.getByRole('link', { name: 'Life', exact: true }).click();
  await button(agentPanel, 'Hold').click();
  await panel.getByText('The customer is on hold', { exact: false }).waitFor();
  await button(agentPanel, 'On hold').click();
  await button(panel, 'Leave').click();
  await panel.waitFor({ state: 'hidden' });
  await audibleBecomes(alone);

  await button(agentPanel, 'Help').click();
  const news = said(page, `${agent.user.fullname} asks for help in the call with Callee Patient`);
  await news.waitFor();
  await button(page.locator('[data-type]'), 'Listen').click();
  await panel.getByText('Nobody hears you').waitFor();
  await button(agentPanel, 'Help is on the way').waitFor();
  await audibleBecomes({ ...alone, 'supervisor-2': both });

  await button(agentPanel, 'Hang up').click();
  await panel.waitFor({ state: 'hidden' });
  await outcomeStrip(theirs.page).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  noErrors(theirs);
  noErrors(supervisor);
  await theirs.context.close();
  await supervisor.context.close();
});
