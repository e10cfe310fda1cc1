import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { noErrors, openWindow, signedIn } from './browser.js';
import { ownEnvironment } from './own-environment.js';
import { callerFor, makeLead, people } from './people.js';
import { password } from './environment.js';
import { arrivedAt, button, fromSettings, rowOf, said } from './steps.js';

const own = ownEnvironment({ leads: 60 });

/** A role that is no admin's, agent's or guide's: where it begins, its menu, and pages that are not its own. */
interface Role {
  who: string;
  email: string;
  title: string;
  landing: string;
  heading: RegExp;
  menu: string[];
  refused: string[];
}

const roles: Role[] = [
  {
    who: 'a team lead',
    email: people.teamLead,
    title: 'Team lead',
    landing: '/',
    heading: /^Top 10 Core Values/,
    menu: ['Life', 'Health', 'Inbox', 'Follow-ups', 'Records', 'Statistic', 'Floor'],
    refused: ['/agents', '/staff', '/teams', '/audit', '/system', '/contact-rules', '/partners'],
  },
  {
    who: 'compliance',
    email: people.compliance,
    title: 'Compliance',
    landing: '/do-not-contact',
    heading: /^Do not contact$/i,
    menu: ['Life', 'Health', 'Calls', 'Records', 'Opt-outs', 'Rules', 'Audit', 'Evidence'],
    refused: ['/agents', '/staff', '/system', '/partners', '/floor', '/follow-ups', '/statistic', '/inbox'],
  },
  {
    who: 'an auditor',
    email: people.auditor,
    title: 'Auditor',
    landing: '/audit',
    heading: /^Audit/,
    menu: ['Audit', 'Evidence'],
    refused: ['/life', '/health', '/calls', '/records', '/system', '/staff', '/licences', '/contact-rules'],
  },
  {
    who: 'an operator',
    email: people.operator,
    title: 'Operator',
    landing: '/system',
    heading: /^System$/,
    menu: ['System'],
    refused: ['/life', '/audit', '/evidence', '/calls', '/records', '/staff', '/partners', '/carrier'],
  },
];

for (const { who, email, title, landing, heading, menu, refused } of roles) {
  void test(`${who} begins at the own first page, has the own menu, and hears why other pages are shut`, async () => {
    const window = await signedIn(own.browser, own.environment.url, email);
    const { page } = window;
    await page.goto('/');
    await arrivedAt(page, landing);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    const bar = page.getByRole('navigation', { name: 'Main' });
    const items = (await bar.getByRole('listitem').allTextContents()).map((text) =>
      text.replace(/\d.*$/, ''),
    );
    assert.deepEqual(items, menu);
    await bar.getByText(title, { exact: true }).waitFor();
    for (const address of refused) {
      await page.goto(address);
      await said(page, 'You do not have access to that page.').first().waitFor();
      await arrivedAt(page, landing);
    }
    await page.waitForLoadState('networkidle');
    noErrors(window);
    await window.context.close();
  });
}

void test('a team lead sees the leads of the team and none of another', async () => {
  const { browser, environment } = own;
  const [dana, marcus] = [
    await callerFor(environment.url, people.lifeAgent),
    await callerFor(environment.url, people.otherLifeAgent),
  ];
  const [theirs, others] = [await makeLead(dana, 'Led By Helena'), await makeLead(marcus, 'Led By Nobody')];
  const window = await signedIn(browser, environment.url, people.teamLead);
  const { page } = window;
  const all = { filter: JSON.stringify({ q: 'led by' }) };
  await page.goto(`/life?${new URLSearchParams(all).toString()}`);
  await rowOf(page, theirs).waitFor();
  assert.equal(await rowOf(page, others).count(), 0);
  await page.goto(`/lead/${theirs.id}`);
  await page.getByRole('heading', { name: 'Led By Helena' }).first().waitFor();
  await page.goto(`/lead/${others.id}`);
  await page.getByText('Lead not available').waitFor();
  await page.goto('/floor');
  await page.getByRole('heading', { level: 1, name: 'Floor' }).waitFor();
  await window.context.close();
});

void test('compliance reads a lead with its history and changes nothing of it', async () => {
  const { browser, environment } = own;
  const admin = await callerFor(environment.url, people.admin);
  const { answer } = await admin.client.call(filterLeads, { body: { params: { type: 2 }, limit: 1 } });
  const [lead] = answer.leads;
  assert.ok(lead);
  const window = await signedIn(browser, environment.url, people.compliance);
  const { page } = window;
  await page.goto(`/lead/${lead.id}`);
  await page.getByRole('heading', { level: 1, name: lead.fullname }).waitFor();
  await page.getByRole('region', { name: 'Timeline' }).or(page.getByText('Nothing yet')).first().waitFor();
  await button(page, 'Evidence pack').waitFor();
  assert.equal(await button(page, /^(Call|Edit|Change agent|Delete|Start work)$/).count(), 0);
  noErrors(window);
  await window.context.close();
});

void test('an auditor makes an evidence pack of a number', async () => {
  const window = await signedIn(own.browser, own.environment.url, people.auditor);
  const { page } = window;
  await page.goto('/evidence');
  await page.getByLabel('Phone, e-mail or lead ID').fill('(214) 555-0142');
  const loading = page.waitForEvent('download');
  await button(page, 'Evidence pack').click();
  assert.match((await loading).suggestedFilename(), /^evidence-.*\.zip$/);
  noErrors(window);
  await window.context.close();
});

void test('an admin adds an auditor, who signs in, and makes them an operator, who has to sign in again', async () => {
  const { browser, environment } = own;
  const window = await signedIn(browser, environment.url, people.admin);
  const { page } = window;
  await fromSettings(page, 'Staff');
  await arrivedAt(page, '/staff');
  await button(page, 'New staff account').click();
  const dialog = page.getByRole('dialog', { name: 'New Staff Account' });
  for (const [label, value] of [
    ['First name', 'Nora'],
    ['Last name', 'Quist'],
    ['Email', 'nora.quist@example.com'],
    ['Password', password],
    ['Re-enter password', password],
  ] as const)
    await dialog.getByLabel(new RegExp(`^${label}`)).fill(value);
  await dialog.getByRole('combobox', { name: /^Role/ }).click();
  await page.getByRole('option', { name: 'Auditor' }).click();
  await button(dialog, 'Save').click();
  await page.getByText('Nora Quist').waitFor();

  const theirs = await openWindow(browser, environment.url);
  await theirs.page.goto('/signin');
  await theirs.page.getByLabel('E-mail').fill('nora.quist@example.com');
  await theirs.page.getByLabel('Password', { exact: true }).fill(password);
  await button(theirs.page, 'Sign in').click();
  await arrivedAt(theirs.page, '/audit');

  await button(page, /^Edit Nora Quist/).click();
  const change = page.getByRole('dialog', { name: 'Update Staff Account' });
  await change.getByRole('combobox', { name: /^Role/ }).click();
  await page.getByRole('option', { name: 'Operator' }).click();
  await button(change, 'Save').click();
  await theirs.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await theirs.context.close();
  await window.context.close();
});
