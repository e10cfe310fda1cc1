import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { assignLead, restChangeLead } from '@crm/contracts/http/leads.js';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { noErrors, openWindow, signedIn, type Window } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { arrivedAt, button, find, leadBar, openLead, rowOf, setStatus } from './steps.js';

let admin: Caller;
let dana: Caller;
let marcus: Caller;

const own = ownEnvironment({ leads: 150 }, async () => {
  [admin, dana, marcus] = await Promise.all([
    callerFor(own.environment.url, people.admin),
    callerFor(own.environment.url, people.lifeAgent),
    callerFor(own.environment.url, people.otherLifeAgent),
  ]);
});

/** A role's menu and header, and the paths that redirect it to the home page. */
interface Role {
  who: string;
  email: string;
  menu: string[];
  title: string;
  agentsOnline: boolean;
  onlineSwitch: boolean;
  leadsHome: string[];
}

// The guide's own pages.
const guidePages = ['/guide/leads', '/guide/missed-calls'];
const roles: Role[] = [
  {
    who: 'an admin',
    email: people.admin,
    menu: ['Life', 'Health', 'Raw Leads', 'Follow-ups', 'Records', 'Statistic', 'Deals', 'Floor'],
    title: 'Admin',
    agentsOnline: true,
    onlineSwitch: false,
    leadsHome: ['/guide/leads'],
  },
  {
    who: 'a life agent',
    email: people.lifeAgent,
    menu: ['Life', 'Inbox', 'Follow-ups', 'Statistic'],
    title: 'Agent',
    agentsOnline: false,
    onlineSwitch: true,
    leadsHome: ['/health', '/records', ...guidePages],
  },
  {
    who: 'a health agent',
    email: people.healthAgent,
    menu: ['Health', 'Inbox', 'Follow-ups', 'Statistic'],
    title: 'Agent',
    agentsOnline: false,
    onlineSwitch: true,
    leadsHome: ['/life'],
  },
  {
    who: 'a guide',
    email: people.guide,
    menu: ['Leads', 'Missed Calls'],
    title: 'Guide',
    agentsOnline: false,
    onlineSwitch: false,
    leadsHome: [
      '/life',
      '/health',
      '/raw-leads',
      '/follow-ups',
      '/records',
      '/deals',
      '/statistic',
      '/auto',
      '/inbox',
    ],
  },
];

/**
 * Opens a URL that redirects to the home page, and returns the API requests made until the page is idle. Waits for the
 * expected requests explicitly, because a loaded machine may be idle for a while between two of them.
 */
async function callsAt(page: Page, address: string, expected: readonly string[] = []): Promise<string[]> {
  const calls: string[] = [];
  const noted = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  };
  page.on('request', noted);
  const made = Promise.all(
    expected.map((call) => page.waitForRequest((request) => new URL(request.url()).pathname === call)),
  );
  await page.goto(address);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByText('Top 10 Core Values:').waitFor();
  // The last that Home asks for, once the script of its card is there.
  const upcoming = page.getByRole('region', { name: 'Upcoming' });
  await upcoming.getByRole('listitem').or(page.getByText('No upcoming follow-ups')).first().waitFor();
  await made;
  await page.waitForLoadState('networkidle');
  page.off('request', noted);
  // Deduplicated: the count in the header is requested again when the WebSocket is connected.
  return [...new Set(calls)].sort();
}

for (const { who, email, menu, title, agentsOnline, onlineSwitch, leadsHome } of roles) {
  void test(`${who} has the menu of the role and is redirected home from all other pages`, async () => {
    const window = await signedIn(own.browser, own.environment.url, email);
    const { page } = window;
    const callsOfHome = await callsAt(page, '/');
    const bar = page.getByRole('navigation', { name: 'Main' });
    // The inbox item ends with the number of unread conversations.
    const items = (await bar.getByRole('listitem').allTextContents()).map((text) =>
      text.replace(/\d.*$/, ''),
    );
    assert.deepEqual(items, menu);
    await bar.getByText(title, { exact: true }).waitFor();
    assert.equal(await page.getByText(/^\d+ agents? online$/).count(), Number(agentsOnline));
    assert.equal(
      await page.getByRole('switch', { name: /^(Online|Offline)$/ }).count(),
      Number(onlineSwitch),
    );
    await button(page, 'Find a lead by name, phone or e-mail').waitFor();

    for (const address of leadsHome) {
      const calls = await callsAt(page, address, callsOfHome);
      assert.equal(new URL(page.url()).pathname, '/', `${address} leads Home`);
      assert.deepEqual(calls, callsOfHome, `${address} makes the calls of Home alone`);
    }
    noErrors(window);
    await window.context.close();
  });
}

void test('without a session, every page redirects to the sign-in page', async () => {
  const window = await openWindow(own.browser, own.environment.url);
  for (const address of ['/', '/life', '/raw-leads', '/lead/66f0a1b2c3d4e5f601020304']) {
    await window.page.goto(address);
    await arrivedAt(window.page, '/signin');
    await window.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }
  noErrors(window);
  await window.context.close();
});

void test('a product without a page of its own shows a placeholder with its name', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.healthAgent);
  for (const name of ['Auto', 'Pet', 'Motorcycle', 'Renters']) {
    await window.page.goto(`/${name.toLowerCase()}`);
    await window.page.getByRole('heading', { level: 1, name }).waitFor();
    await window.page.getByText(`${name} leads have no screen of their own`).waitFor();
  }
  await window.page.getByRole('link', { name: 'Go to health leads' }).click();
  await arrivedAt(window.page, '/health');
  noErrors(window);
  await window.context.close();
});

/** Records all WebSocket frames received from now on. */
function liveEvents({ page }: Window): { heard(text: string): boolean } {
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(payload.toString()));
  });
  return { heard: (text) => frames.some((frame) => frame.includes(text)) };
}

void test('an agent sees only their own leads: in the list, by URL and in live updates', async () => {
  const [danas, his] = [await makeLead(dana, 'Of Dana Alone'), await makeLead(marcus, 'Of Marcus Alone')];
  const window = await signedIn(own.browser, own.environment.url, people.otherLifeAgent);
  const { page } = window;
  const live = liveEvents(window);

  await page.goto('/life');
  await find(page, 'alone');
  await rowOf(page, his).waitFor();
  assert.equal(await rowOf(page, danas).count(), 0);
  assert.equal(await button(page, /^Agent/).count(), 0);
  const { answer } = await marcus.client.call(filterLeads, {
    body: { params: { type: 2, agent: [dana.user.id, 0] } },
  });
  assert.deepEqual([...new Set(answer.leads.map((lead) => lead.user_id))], [marcus.user.id]);

  // Dana's lead changes before Marcus's, so once the second event arrives, the first would have arrived too.
  const change = (lead: { id: string; version: number }, address: string) =>
    admin.client.call(restChangeLead, {
      params: { id: lead.id },
      body: { type: 'life', version: lead.version, email: address },
    });
  assert.equal((await change(danas, 'dana.new@example.com')).status, 200);
  assert.equal((await change(his, 'marcus.new@example.com')).status, 200);
  await rowOf(page, his).getByText('marcus.new@example.com').waitFor();
  assert.ok(live.heard('marcus.new@example.com'), 'the events of the socket are seen');
  assert.equal(live.heard(danas.id), false);

  await page.goto(`/lead/${danas.id}`);
  await page.getByRole('heading', { name: 'Lead not available' }).waitFor();
  assert.equal(await page.getByText('Of Dana Alone').count(), 0);
  await page.getByRole('link', { name: 'Go to the leads' }).click();
  await arrivedAt(page, '/life');
  assert.equal(live.heard(danas.id), false);
  noErrors(window);
  await window.context.close();
});

void test('a lead that is reassigned disappears from the previous agent’s list and page', async () => {
  const lead = await makeLead(dana, 'Given Away');
  const window = await signedIn(own.browser, own.environment.url, people.lifeAgent);
  const { page } = window;
  await page.goto('/life');
  await find(page, lead.fullname);
  const row = rowOf(page, lead);
  await row.waitFor();
  const answer = await admin.client.call(assignLead, {
    params: { id: lead.id },
    body: { agent: marcus.user.id },
  });
  assert.equal(answer.status, 200);
  await row.waitFor({ state: 'hidden', timeout: 1_000 });
  noErrors(window);
  await window.context.close();
});

void test('a guide works their own leads by URL, without the features of agents and admins', async () => {
  const { user: lena } = await callerFor(own.environment.url, people.guide);
  const lead = await makeLead(admin, 'For The Guide');
  const answer = await admin.client.call(assignLead, { params: { id: lead.id }, body: { agent: lena.id } });
  assert.equal(answer.status, 200);
  const window = await signedIn(own.browser, own.environment.url, people.guide);
  const { page } = window;
  await openLead(page, lead);
  assert.deepEqual(
    (await leadBar(page).getByRole('button').allTextContents()).map((text) => text.replace(/[CS]$/, '')),
    // The second button of Call, which chooses how, shows an arrow alone.
    ['Status', 'Call', '', 'Call centre', 'Edit'],
  );
  await setStatus(page, 'Call Back');
  await page.locator('main').getByText('Call Back').first().waitFor();
  noErrors(window);
  await window.context.close();
});
