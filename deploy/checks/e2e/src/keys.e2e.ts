import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createFollowup } from '@crm/contracts/http/followups.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { noErrors, signedIn } from './browser.js';
import { hasFocus } from './by-keyboard.js';
import { callPanel, goOnline, outcomeStrip, permit } from './calling-steps.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { arrivedAt, button, heldHere, leadBar } from './steps.js';

const own = ownEnvironment({ leads: 20, carrierSpeed: 20 });

/** Presses keys and clicks, and counts both; a chord is one. Text that must be typed however it is done counts for itself. */
function countedHands(page: Page) {
  const none = { pressed: 0, typed: 0, clicked: 0 };
  let counted = { ...none };
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        counted.pressed += 1;
        await page.keyboard.press(key);
      }
    },
    type: async (text: string) => {
      counted.typed += text.length;
      await page.keyboard.type(text);
    },
    click: async (target: Locator) => {
      counted.clicked += 1;
      await target.click();
    },
    /** What was done since the last count. */
    count: () => {
      const since = counted;
      counted = { ...none };
      return since;
    },
  };
}

const atLead = (page: Page) => /^\/lead\/([0-9a-f]{24})/.exec(new URL(page.url()).pathname)?.[1];

void test('the ten commonest tasks of an agent take few keys and clicks', async () => {
  const dana = await callerFor(own.environment.url, people.lifeAgent);
  const boss = await callerFor(own.environment.url, people.admin);
  const [found, called, worked] = [
    await makeLead(dana, 'Fay Found', { phone: '+12145550183' }),
    await makeLead(dana, 'Carl Called', { phone: '+12145550184' }),
    await makeLead(dana, 'Wanda Worked', { phone: '+12145550185' }),
  ];
  for (const lead of [found, called, worked])
    for (const channel of ['call', 'text'] as const) await permit(boss, lead, channel);
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await goOnline(page);
  const { press, type, click, count } = countedHands(page);
  const rows: [string, number, number, number, number][] = [];
  /** At most so many keys, and so many clicks. */
  const done = (task: string, most: number, clicks = 0) => {
    const { pressed, typed, clicked } = count();
    rows.push([task, pressed, clicked, typed, most]);
    assert.ok(pressed <= most, `${task}: ${String(pressed)} keys, at most ${String(most)} wanted`);
    assert.ok(clicked <= clicks, `${task}: ${String(clicked)} clicks, at most ${String(clicks)} wanted`);
  };
  const panel = callPanel(page);
  const strip = outcomeStrip(page);

  await page.goto('/');
  await page.getByRole('region', { name: 'My day' }).waitFor();
  await press('/');
  await page.getByRole('combobox').waitFor();
  await type('2145550183');
  await press('Enter');
  await arrivedAt(page, `/lead/${found.id}`);
  await heldHere(page);
  done('find a lead by its number', 2);

  const call = button(leadBar(page), 'Call');
  await call.waitFor();
  for (let tabs = 0; !(await hasFocus(call)); tabs += 1) {
    assert.ok(tabs < 3, 'Call is more than three Tabs away');
    await press('Tab');
  }
  const { pressed: tabsToCall } = count();

  await press('s');
  await page.getByRole('dialog', { name: 'Status', exact: true }).waitFor();
  await press('q', 'Enter');
  await page.locator('main').getByText('Did not want quote').first().waitFor();
  done('set a status', 3);

  await page.goto('/');
  // Whom the day brings first: a call-back that is due.
  const datetime = new Date(Date.now() + 2_000).toISOString();
  const body = { user_id: dana.user.id, lead_id: called.id, datetime, priority: 1 as const };
  await dana.client.call(createFollowup, { body });
  const next = page.getByRole('region', { name: 'My day' }).getByRole('row', { name: /Carl Called/ });
  await next.getByText(/^Call-back due /).waitFor();
  await press('c');
  await arrivedAt(page, `/lead/${called.id}`);
  await panel.getByRole('timer').waitFor();
  done('open the next lead and ring', 1);

  await type('Asked for a quote');
  await press('Control+Enter');
  await page.getByRole('list', { name: 'Notes on this lead' }).getByText('Asked for a quote').waitFor();
  done('write a note in the call', 1);

  await press('Escape', 'm');
  await button(panel, 'Muted').waitFor();
  await press('m');
  done('mute and speak again', 3);

  await press('a');
  await page.getByRole('dialog', { name: 'Client information' }).waitFor();
  await click(button(page.getByRole('dialog', { name: 'Client information' }), 'Close').last());
  done('look at the client’s data beside the script', 1, 1);

  await press('Control+.');
  await strip.getByText(/Ended after/).waitFor();
  done('hang up', 1);

  await press('2', '1', 'Enter');
  await strip.waitFor({ state: 'hidden' });
  done('outcome with a follow-up', 3);
  const { answer } = await dana.client.call(restGetLead, { params: { id: called.id } });
  assert.equal(answer.status, 'followUp');

  await press('Control+k');
  await page.getByRole('combobox').waitFor();
  await type('missed');
  await page.getByRole('option', { name: /Missed you/ }).waitFor();
  await press('Enter');
  const sms = page.getByRole('dialog', { name: 'SMS' });
  await sms.locator('button:not([aria-disabled])', { hasText: 'Send' }).waitFor();
  await press('Enter');
  await sms.waitFor({ state: 'hidden' });
  done('text a template', 3);

  await page.goto('/');
  await page.getByRole('region', { name: 'My day' }).getByRole('link').first().waitFor();
  await press('n');
  await page.waitForURL(/\/lead\//);
  await heldHere(page);
  done('open the next lead', 1);

  process.stdout.write(`\nTask | keys | clicks | letters typed | keys at most\n`);
  for (const row of rows) process.stdout.write(`${row.join(' | ')}\n`);
  process.stdout.write(`Tabs from an opened lead to Call: ${String(tabsToCall)}, at most 3\n`);
  assert.equal(rows.length, 10);
  noErrors(window);
  await window.context.close();
});

void test('twenty leads of My day are called and worked in sixty keys, none twice', async () => {
  const priya = await callerFor(own.environment.url, people.otherLifeAgent);
  const boss = await callerFor(own.environment.url, people.admin);
  const made = new Set<string>();
  for (let index = 0; index < 20; index += 1) {
    // The simulator's lines that end in 0001 are busy: the call is over by itself.
    const lead = await makeLead(priya, `Line Number ${String.fromCodePoint(65 + index)}`, {
      phone: `+1214${String(220 + index)}0001`,
    });
    await permit(boss, lead);
    made.add(lead.id);
  }
  const window = await signedIn(own.browser, own.environment.url, people.otherLifeAgent);
  const { page } = window;
  await goOnline(page);
  await page.goto('/');
  await page.getByRole('region', { name: 'My day' }).getByRole('link').first().waitFor();
  const { press, count } = countedHands(page);
  const worked: string[] = [];
  const strip = outcomeStrip(page);
  for (let index = 0; index < 20; index += 1) {
    await press('c');
    await page.waitForURL((url) => {
      const id = /^\/lead\/([0-9a-f]{24})/.exec(url.pathname)?.[1];
      return id !== undefined && !worked.includes(id);
    });
    await strip.waitFor();
    const id = atLead(page);
    assert.ok(id !== undefined && !worked.includes(id), 'a lead was drawn twice');
    worked.push(id);
    // 4: Did not want quote. The next lead opens by itself.
    await press('4', 'Shift+Enter');
    await strip.waitFor({ state: 'hidden' });
    if (index < 19) {
      await page.waitForURL((url) => !url.pathname.includes(id));
      // Until the next one is drawn, the page of the last one stands.
      await page.getByText('Did not want quote').waitFor({ state: 'hidden' });
      await heldHere(page);
    }
  }
  assert.deepEqual(new Set(worked), made);
  const { pressed } = count();
  assert.ok(pressed <= 60, `${String(pressed)} keys`);
  for (const id of made) {
    const { answer } = await priya.client.call(restGetLead, { params: { id } });
    assert.equal(answer.status, 'notInterested');
  }
  noErrors(window);
});
