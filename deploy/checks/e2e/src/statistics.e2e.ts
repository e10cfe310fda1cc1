import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { statisticRow } from '@crm/contracts/entities/stats.js';
import { createAgent } from '@crm/contracts/http/agents.js';
import { setLeadPrice, setLeadStatus } from '@crm/contracts/http/leads.js';
import { getDeals, getStatistic, rebuildState, rebuildStatistic } from '@crm/contracts/http/stats.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { SavableStatus } from '@crm/contracts/codes/statuses.js';
import { noErrors, signedIn } from './browser.js';
import { password } from './environment.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button } from './steps.js';

let admin: Caller;
let stella: Caller;
let otto: Caller;
/** Stella's third lead, which becomes a deal while the statistics are shown. */
let third: LeadRow;

async function newAgent(fname: string): Promise<Caller> {
  const email = `${fname.toLowerCase()}.counted@example.com`;
  await admin.client.call(createAgent, {
    body: {
      role_id: 2,
      fname,
      lname: 'Counted',
      email,
      password,
      phone: '(214)555-0190',
      twilio_phone: '',
      states: ['TX'],
      subroles: [1],
    },
  });
  return callerFor(own.environment.url, email);
}

async function sold(by: Caller, lead: LeadRow, premium: number, ...statuses: SavableStatus[]): Promise<void> {
  const params = { id: lead.id };
  await by.client.call(setLeadPrice, { params, body: { price: { mutual_of_omaha: premium } } });
  for (const status of statuses) await by.client.call(setLeadStatus, { params, body: { status } });
}

/** A path with a filter on these two agents, so that no other leads are counted. */
const at = (path: string) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify({ agents: [stella.user.id, otto.user.id] }))}`;

const own = ownEnvironment({ leads: 20 }, async () => {
  admin = await callerFor(own.environment.url, people.admin);
  stella = await newAgent('Stella');
  otto = await newAgent('Otto');
  // Expected by hand: of Stella's three leads, two are deals (64.20 and 33.33); Otto's only one was declined.
  await sold(stella, await makeLead(stella, 'Ada Applied'), 64.2, 'inApplication');
  await sold(stella, await makeLead(stella, 'Ben Approved'), 33.33, 'inApplication', 'approved');
  third = await makeLead(stella, 'Cleo Considering');
  await sold(otto, await makeLead(otto, 'Dora Declined'), 500, 'inApplication', 'declined');
});

const cellsOf = async (page: Page, id: string) =>
  (await page.getByTestId(`row-${id}`).getByRole('cell').allTextContents()).map((text) => text.trim());

/** Waits until a row shows these values: the statistics are eventually consistent. */
async function reads(page: Page, id: string, expected: readonly string[]): Promise<void> {
  await page.getByTestId(`row-${id}`).waitFor();
  const until = Date.now() + 8_000;
  for (;;) {
    const cells = await cellsOf(page, id);
    if (JSON.stringify(cells) === JSON.stringify(expected)) return;
    if (Date.now() > until) assert.deepEqual(cells, expected);
    await page.waitForTimeout(100);
  }
}

const before3 = ['Stella Counted', '3', '2', '66.7%', '$97.53', '$48.77', '3'];
const after3 = ['Stella Counted', '3', '3', '100.0%', '$117.53', '$39.18', '3'];
const ottoReads = ['Otto Counted', '1', '0', '0.0%', '$0.00', '–', '1'];

void test('an admin sees the statistics update live, and downloads them', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto(at('/statistic'));
  await reads(page, stella.user.id, before3);
  await reads(page, otto.user.id, ottoReads);
  await page.getByRole('region', { name: 'Totals' }).getByText('of 4 assigned').waitFor();

  await sold(stella, third, 20, 'underwriting');
  await reads(page, stella.user.id, after3);
  await page.getByRole('region', { name: 'Totals' }).getByText('$117.53').waitFor();

  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
  assert.equal(file.suggestedFilename(), 'statistic.csv');
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.deepEqual(lines.slice(1), ['"Stella Counted",3,3,100,117.53,39.18,3', '"Otto Counted",1,0,0,0,,1']);

  // A row links to its deals.
  await page.getByTestId(`row-${stella.user.id}`).getByText('$117.53').click();
  await page.waitForURL(({ pathname }) => pathname === '/deals');
  await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor();
  await page.getByText('Ben Approved').waitFor();
  assert.equal(await page.locator('[data-testid^="row-"]').count(), 3);
  noErrors(window);
});

void test('declined deals are listed but not counted', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto(at('/deals'));
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText('$117.53').waitFor();
  await totals.getByText('$30,000.00').waitFor();
  const declined = page.locator('[data-testid^="row-"]', { hasText: 'Dora Declined' });
  await declined.getByText('Declined', { exact: true }).waitFor();
  await declined.getByText('500.00').waitFor();

  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.equal(lines.length, 5);
  assert.ok(
    lines.some((line) => line.startsWith('"Otto Counted","Dora Declined"') && line.endsWith('"Declined"')),
  );
  await page.getByRole('link', { name: 'Ada Applied' }).click();
  await page.waitForURL(/\/lead\//);
  noErrors(window);
});

void test('figures compare with an earlier period, and a bar shows the deals that it counts', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.admin);
  const { page } = window;
  await page.goto(at('/statistic'));
  await page.getByRole('button', { name: /^Compare with/ }).click();
  await page.getByRole('menuitem', { name: 'The period before' }).click();
  await page.getByRole('region', { name: 'Totals' }).getByText('Up 3 from 0').waitFor();
  assert.match(new URL(page.url()).searchParams.get('filter') ?? '', /"compare":"before"/);

  const bars = page.getByRole('group', { name: 'Premium by agent' }).getByRole('button');
  await bars.and(button(page, 'Stella Counted: $117.53. Up $117.53 from $0.00')).waitFor();
  await bars.and(button(page, 'Otto Counted: $0.00. No change from $0.00')).waitFor();
  await bars.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tooltip').getByText('Otto Counted').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const held = page.getByRole('region', { name: 'Premium by agent: Stella Counted' });
  await held.getByRole('link', { name: 'Ada Applied' }).waitFor();
  assert.equal(await held.getByRole('link').count(), 3);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export these deals').click(),
  ]);
  assert.equal(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n').length,
    4,
  );

  await button(page, 'Show as table').click();
  await page
    .getByRole('table', { name: 'Premium by agent', exact: true })
    .getByRole('row', { name: 'Stella Counted $117.53 $0.00 +$117.53' })
    .waitFor();
  noErrors(window);
});

void test('an agent sees only their own statistics and deals, in the browser and over the API', async () => {
  const window = await signedIn(own.browser, own.environment.url, 'otto.counted@example.com');
  const { page } = window;
  await page.getByRole('link', { name: 'Statistic' }).click();
  await reads(page, otto.user.id, ottoReads.slice(1));
  assert.equal(await page.locator('[data-testid^="row-"]').count(), 1);
  assert.equal(await page.getByRole('link', { name: 'Deals' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: /^Agents/ }).count(), 0);

  const filters = { agents: [stella.user.id] };
  const { statistic } = (await otto.client.call(getStatistic, { body: { filters } })).answer;
  assert.deepEqual(
    statistic.map((row) => statisticRow.parse(row).agent_id),
    [otto.user.id],
  );
  const { deals } = (await otto.client.call(getDeals, { body: { filters } })).answer;
  assert.deepEqual(
    deals.map(({ fullname }) => fullname),
    ['Dora Declined'],
  );
  const guide = await callerFor(own.environment.url, people.guide);
  assert.equal((await guide.client.call(getStatistic, { body: { filters } })).status, 403);
  noErrors(window);
});

void test('rebuilding the statistics gives the same values', async () => {
  const figures = async () => (await admin.client.call(getStatistic, { body: { filters: {} } })).answer;
  const old = await figures();
  assert.ok(old.totals.leads > 4);
  await admin.client.call(rebuildStatistic, {});
  while ((await admin.client.call(rebuildState, {})).answer.state === 'building')
    await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(await figures(), old);
});
