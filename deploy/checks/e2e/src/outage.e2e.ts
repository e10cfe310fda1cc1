import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as passes } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { createNote, listNotes } from '@crm/contracts/http/notes.js';
import { setLeadStatus } from '@crm/contracts/http/leads.js';
import { signedIn, type Window } from './browser.js';
import { ownLine } from './own-environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, find, leadBar, openLead, rowOf } from './steps.js';

/** Two minutes are more than all attempts to reconnect take; `OUTAGE_SECONDS=120` waits for them. */
const outageMs = Number(process.env['OUTAGE_SECONDS'] ?? 8) * 1_000;

const own = ownLine({ leads: 60 });

/** A screen, and what was typed into it when the line broke. */
interface Screen {
  path: string;
  /** Without a sign-in there is no live connection that could be lost. */
  isPublic?: true;
  type?: (page: Page) => Promise<{ field: Locator; text: string }>;
}

const typed = (fieldOf: (page: Page) => Locator, text: string) => async (page: Page) => {
  const field = fieldOf(page);
  await field.fill(text);
  return { field, text };
};

const inDialog = (opener: string, label: string | RegExp, text: string) => async (page: Page) => {
  await button(page, opener).first().click();
  const field = page.getByRole('dialog').getByLabel(label).first();
  await field.fill(text);
  return { field, text };
};

const agentScreens: readonly Screen[] = [
  { path: '/' },
  { path: '/life', type: inDialog('New', /^Full Name/, 'Typed Before The Outage') },
  { path: '/raw-leads' },
  { path: '/inbox' },
  { path: '/follow-ups' },
  { path: '/statistic' },
  {
    path: '/leads/upload',
    isPublic: true,
    type: typed((page) => page.getByLabel(/^Full Name/), 'Quick Before'),
  },
];
const adminScreens: readonly Screen[] = [
  ...['/records', '/deals', '/calls', '/audit', '/system', '/agents', '/licences', '/contact-rules'],
  ...['/do-not-contact', '/suppression-lists', '/numbers', '/opening-hours', '/partners', '/floor'],
].map((path) => ({ path }));

const lost = 'Connection lost. Reconnecting…';

interface Open extends Pick<Screen, 'path' | 'isPublic'> {
  page: Page;
  typing: { field: Locator; text: string } | undefined;
  /** What it shows: rows of lists are as many afterwards. */
  rows: number;
}

async function openScreens(window: Window, screens: readonly Screen[]): Promise<Open[]> {
  const open: Open[] = [];
  for (const { path, isPublic, type } of screens) {
    const page = await window.context.newPage();
    await page.goto(path);
    await page.getByRole('main').waitFor();
    await page.waitForLoadState('networkidle');
    const typing = await type?.(page);
    const rows = await page.locator('tbody tr:not([aria-hidden])').count();
    open.push({ path, ...(isPublic && { isPublic }), page, typing, rows });
  }
  return open;
}

/** Nothing that was there is gone, nothing that was typed is, and nothing claims to be broken. */
async function stands({ path, page, typing, rows }: Open): Promise<void> {
  assert.equal(await page.getByText('Something went wrong').count(), 0, `${path} says that it is broken`);
  assert.equal(await page.getByText('failed to load').count(), 0, `${path} says that it failed`);
  if (typing) assert.equal(await typing.field.inputValue(), typing.text, `${path} lost what was typed`);
  const left = await page.locator('tbody tr:not([aria-hidden])').count();
  assert.ok(left >= Math.min(rows, 1), `${path} had ${String(rows)} rows and has ${String(left)}`);
}

async function outage(open: readonly Open[], meanwhile: () => Promise<void>): Promise<void> {
  await own.line.cut();
  const live = open.filter(({ isPublic }) => isPublic !== true);
  for (const { page } of live) await page.getByText(lost).waitFor();
  for (const each of open) await stands(each);
  await meanwhile();
  await passes(outageMs);
  for (const each of open) await stands(each);
  await own.line.mend();
  // The next attempt is at most a pause away.
  for (const { page } of live) await page.getByText(lost).waitFor({ state: 'hidden' });
  for (const each of open) {
    await each.page.getByText('No connection. This page may be out of date.').waitFor({ state: 'hidden' });
    await stands(each);
  }
}

const noteCount = async (dana: Caller, leadId: string, message: string): Promise<number> => {
  const { answer } = await dana.client.call(listNotes, { params: { leadId } });
  return answer.notes.filter((note) => note.message === message).length;
};

void test('an agent’s screens outlive an outage: what was typed is there, what was sent is known, and they heal', async () => {
  const dana = await callerFor(own.environment.url, people.lifeAgent);
  const [noted, changed] = [
    await makeLead(dana, 'Nora Outage'),
    await makeLead(dana, 'Chad Meanwhile', { phone: '+12145550188' }),
  ];
  const window = await signedIn(own.browser, own.line.url, people.lifeAgent);
  const open = await openScreens(window, agentScreens);

  // A list that is changed meanwhile, and a lead with a note that is on its way.
  const { page: list } = window;
  await list.goto('/life');
  await find(list, changed.fullname);
  await rowOf(list, changed).waitFor();
  const lead = await window.context.newPage();
  await openLead(lead, noted);
  await lead.goto(`/lead/${noted.id}/call/notes`);
  const note = lead.getByRole('textbox', { name: 'New note' });
  await note.fill('Call her after the storm');

  await outage(
    [
      ...open,
      { path: 'the list', page: list, typing: undefined, rows: 1 },
      { path: 'the lead', page: lead, typing: { field: note, text: 'Call her after the storm' }, rows: 0 },
    ],
    async () => {
      const saved = await dana.client.call(setLeadStatus, {
        params: { id: changed.id },
        body: { status: 'agreement' },
      });
      assert.equal(saved.status, 200);
      await dana.client.call(createNote, {
        body: { user_id: dana.user.id, lead_id: noted.id, message: 'Written elsewhere' },
      });
    },
  );
  await rowOf(list, changed).getByText('Agreement').waitFor();
  await lead.getByText('Written elsewhere').waitFor();
  assert.equal(await noteCount(dana, noted.id, 'Call her after the storm'), 0);
  await lead.locator('form, [role="tabpanel"]').getByRole('button', { name: 'Send' }).first().click();
  await lead.getByText('Call her after the storm').first().waitFor();
  assert.equal(await noteCount(dana, noted.id, 'Call her after the storm'), 1);
  await leadBar(lead).waitFor();
  await window.context.close();
});

void test('an admin’s screens outlive an outage, and heal', async () => {
  const window = await signedIn(own.browser, own.line.url, people.admin);
  await outage(await openScreens(window, adminScreens), async () => undefined);
  await window.context.close();
});
