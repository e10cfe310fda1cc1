import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { getLead } from '@crm/contracts/http/leads.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import { noErrors, signedIn } from './browser.js';
import { customer, textsKept } from './customer.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, leadBar } from './steps.js';

const phone = '+12145550161';
const hostile = '<script>document.title = "owned"</script><img src=x onerror="document.title=1">';

let agent: Caller;
const own = ownEnvironment({ leads: 20 }, async () => {
  agent = await callerFor(own.environment.url, people.lifeAgent);
});

/** A customer who wrote and rang. */
async function known(): Promise<LeadRow> {
  const lead = await makeLead(agent, 'Raymond Deleted', { phone });
  const line = agent.user.twilio_phone;
  await customer(own.environment, 'inbound-sms', { from: phone, to: line, body: hostile });
  await customer(own.environment, 'inbound-call', { from: phone, to: line });
  const texts = async () =>
    (await agent.client.call(listTexts, { params: { id: lead.id }, query: {} })).answer.messages;
  for (const givesUpAt = Date.now() + 60_000; (await texts()).length === 0; await pause(50))
    assert.ok(Date.now() < givesUpAt, 'the text arrives');
  return lead;
}

void test('the pack of a deleted lead has its texts and calls, is proved by its manifest, and runs nothing', async () => {
  const lead = await known();
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page, context } = window;
  await page.goto(`/lead/${lead.id}`);
  await button(leadBar(page), 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete lead' }), 'Delete').click();
  await page.getByText('Lead deleted').waitFor();
  assert.equal((await agent.client.call(getLead, { params: { id: lead.id } })).status, 404);

  await page.goto('/deleted-leads');
  const download = page.getByRole('button', { name: `Evidence pack of ${lead.fullname}` });
  await download.waitFor();
  const began = performance.now();
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  const bytes = await readFile(await file.path());
  assert.ok(performance.now() - began < 2_000);

  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  for (const [name, content] of Object.entries(unzipSync(bytes))) writeFileSync(join(folder, name), content);
  const checked = execFileSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: folder }).toString();
  assert.equal(checked, 'index.html: OK\nevidence.json: OK\n');

  const pack = await context.newPage();
  await pack.goto(pathToFileURL(join(folder, 'index.html')).href);
  assert.match(await pack.title(), /^Evidence pack: Raymond Deleted, \(214\) 555-0161/);
  await pack.locator('#texts').getByText(hostile).waitFor();
  await pack.locator('#calls').getByText('inbound').waitFor();
  assert.equal(await pack.locator('script, img').count(), 0);
  await pack.close();

  await button(page, `Restore ${lead.fullname}`).click();
  await button(page.getByRole('dialog', { name: 'Restore this lead?' }), 'Restore').click();
  await page.getByText('Lead restored').waitFor();
  assert.equal((await agent.client.call(getLead, { params: { id: lead.id } })).status, 200);
  const { messages } = (await agent.client.call(listTexts, { params: { id: lead.id }, query: {} })).answer;
  assert.deepEqual(
    messages.map(({ text }) => text),
    [hostile],
  );
  assert.deepEqual(await textsKept(own.environment, phone), [hostile]);
  noErrors(window);
  await context.close();
});
