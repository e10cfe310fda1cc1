import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noErrors, signedIn } from './browser.js';
import { callPanel, goOnline, outcomeStrip, permit } from './calling-steps.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { button, leadBar, openLead } from './steps.js';

const own = ownEnvironment({ leads: 20 });

/** The part as a screen reader walks it: a line for each thing, with its role, name and state. */
const walk = async (part: Locator): Promise<string[]> =>
  (await part.ariaSnapshot()).split('\n').map((line) => line.trim().replace(/^- /, ''));

/** Hears what the live regions say, each time that one of them changes. */
async function listen(page: Page) {
  const heard: string[] = [];
  const waiting = new Map<string, () => void>();
  await page.exposeFunction('heard', (text: string) => {
    heard.push(text);
    waiting.get(text)?.();
  });
  await page.evaluate(`(() => {
    const regions = '[role="status"], [role="alert"], [aria-live]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(regions);
        const text = region?.textContent?.trim();
        if (text) window.heard(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  })()`);
  const spoken = (sentence: string) =>
    new Promise<void>((resolve, reject) => {
      if (heard.includes(sentence)) {
        resolve();
        return;
      }
      const tooLong = setTimeout(() => {
        reject(new Error(`Nobody said “${sentence}”, but: ${[...new Set(heard)].join(' | ')}`));
      }, 30_000);
      waiting.set(sentence, () => {
        clearTimeout(tooLong);
        resolve();
      });
    });
  return { heard, spoken };
}

const controls = [
  ...['Lead', 'Adjust', 'Pause recording', 'Drop voicemail', 'Transfer', 'Mute', 'Hold'],
  ...['Add participant', 'Dialpad', 'Help', 'Do not call', 'Hang up'],
];

void test('a call is heard from ringing to its outcome: each step is announced, each control has its name and state', async () => {
  const lead = await makeLead(await callerFor(own.environment.url, people.lifeAgent), 'Callee Heard');
  await permit(await callerFor(own.environment.url, people.admin), lead);
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await goOnline(page);
  await openLead(page, lead);
  const { heard, spoken } = await listen(page);
  const bar = await walk(leadBar(page));
  assert.equal(bar[0], 'toolbar "What to do with this lead":');
  for (const name of ['Call', 'Number and call type', 'Call centre', 'SMS', 'Email', 'Edit'])
    assert.ok(bar.includes(`button "${name}"`), `the bar has no ${name}: ${bar.join(', ')}`);

  await page.keyboard.press('c');
  await spoken('Calling Callee Heard');
  const ringing = await walk(callPanel(page));
  assert.equal(ringing[0], 'region "The call":');
  // Nothing can be done to a call that nobody has answered, but to end it; what cannot be used says so.
  assert.ok(ringing.includes('button "Hang up"'));
  assert.ok(ringing.includes('button "Hold" [disabled]'));

  await spoken('Callee Heard is on the line');
  await callPanel(page).getByRole('timer').waitFor();
  const talking = await walk(callPanel(page));
  assert.deepEqual(
    talking.filter((line) => line.startsWith('button')),
    controls.map((name) => `button "${name}"`),
  );
  assert.match(talking.find((line) => line.startsWith('timer')) ?? '', /^timer: \d\d:\d\d$/);

  // Focus is in the notes, where letters are typed: the panel is walked to.
  await button(callPanel(page), 'Hold').press('Enter');
  await spoken('Callee Heard is on hold');
  await button(callPanel(page), 'On hold').press('Enter');
  await button(callPanel(page), 'Hold').waitFor();
  await button(callPanel(page), 'Mute').press('Enter');
  await button(callPanel(page), 'Muted').waitFor();

  await page.keyboard.press('Control+.');
  await spoken('The call has ended');
  const ended = await walk(outcomeStrip(page));
  assert.equal(ended[0], 'region "How did the call go?":');
  assert.ok(ended.includes('group "Outcome":'));
  assert.ok(ended.includes('button "Contact attempt 1"'));
  assert.ok(ended.includes('button "Save" [disabled]'));
  assert.ok(ended.some((line) => line.startsWith('textbox "Note"')));

  const steps = [
    'Calling Callee Heard',
    'Callee Heard is on the line',
    'Callee Heard is on hold',
    'The call has ended',
  ];
  assert.deepEqual(
    [...new Set(heard)].filter((each) => steps.includes(each)),
    steps,
  );
  noErrors(window);
});
