import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { getDialler } from '@crm/contracts/http/calling.js';
import { reassignLeads } from '@crm/contracts/http/leads.js';
import { startOwnProcesses, type OwnProcesses } from '@crm/local/processes/own-processes.js';
import { brokerUrl } from '@crm/platform/bus/testing/broker.js';
import { noErrors, openBrowser, signedIn } from './browser.js';
import { callPanel, permit } from './calling-steps.js';
import { crashService } from './crash-service.js';
import { password } from './environment.js';
import { callerFor, makeLead, people, type Caller } from './people.js';
import { button, rowOf } from './steps.js';

/** The last digits of a number determine the simulated outcome; this is the result that the guide's list must show. */
const outcomes: Record<string, string> = {
  '00': 'Failed',
  '01': 'No answer',
  '02': 'No answer',
  '03': 'Failed',
  '04': 'Voicemail',
  '05': 'Voicemail',
  '06': 'Failed',
};
const run = [
  ...['01', '07', '04', '02', '00', '30', '06', '03', '31', '09'],
  ...['05', '21', '08', '10', '01', '32', '02', '22', '07', '50'],
  ...['31', '00', '03', '11', '30', '08', '06', '01', '99', '07'],
];
/** A unique number per lead, with area codes of one state, so that all are in the same time zone. */
const areas = ['214', '469', '972', '512'];

const broker = await brokerUrl();
let own: OwnProcesses;
let browser: Browser;

before(async () => {
  if (!broker) return;
  own = await startOwnProcesses({ leads: 20, password, carrierSpeed: 20, gateways: 2 });
  browser = await openBrowser();
});

after(async () => {
  if (!broker) return;
  await browser.close();
  await own.close();
});

const state = async ({ client }: Caller) => (await client.call(getDialler, {})).answer;

const carrierState = z.object({ calls: z.array(z.object({ to: z.string(), status: z.string() })) });

/** All calls of the carrier simulator. */
async function carrierCalls() {
  const answer = await fetch(`${own.system.url}/_sim/state`);
  return carrierState.parse(await answer.json()).calls;
}

interface Called {
  id: string;
  phone: string;
  outcome: string;
}

/** The calls to each lead. A number that the carrier rejects never becomes one. */
async function callsTo(leads: readonly Called[]) {
  const calls = await carrierCalls();
  return leads.map((lead) => ({ lead, rung: calls.filter(({ to }) => to === lead.phone) }));
}

const isRejected = ({ phone }: Called) => phone.endsWith('00');

/** Cut off by a stop, or by the service's end, while they rang, or while the carrier was asked to ring them. */
const isCutOff = ({ lead, rung }: Awaited<ReturnType<typeof callsTo>>[number]) =>
  rung.length === 0 ? !isRejected(lead) : rung.some(({ status }) => status === 'canceled');

/** Leads whose result in the list is not the expected one; one that was cut off counts as not reached. */
async function differing(page: Page, leads: readonly Called[]) {
  const found = [];
  for (const called of await callsTo(leads)) {
    const { lead, rung } = called;
    const outcome = isCutOff(called) ? 'No answer' : lead.outcome;
    const isShown = await rowOf(page, lead).getByText(outcome, { exact: true }).isVisible();
    if (!isShown) found.push({ phone: lead.phone, outcome, rung });
  }
  return found;
}

/** Longer than answering machine detection takes: five seconds of simulated time, plus real delays. */
const listenMs = 600;

/**
 * Works through the run as a guide does, listening to each answered call and hanging up, until `isOver`. Nobody is hung
 * up on while they ring, which would cancel their call.
 */
async function workUntil(page: Page, guide: Caller, isOver: () => Promise<boolean>): Promise<void> {
  const hangUp = button(callPanel(page), 'Hang up');
  while (!(await isOver())) {
    // The customer may hang up first.
    if ((await state(guide)).call?.state === 'talking') {
      await pause(listenMs);
      if (await hangUp.isVisible()) await hangUp.click({ timeout: 2_000 }).catch(() => undefined);
    }
    await pause(100);
  }
}

/** Starts or stops the dialler, retrying because a call answered meanwhile navigates to that lead's page. */
async function turnDialler(page: Page, action: 'Start' | 'Stop', guide: Caller): Promise<void> {
  await workUntil(page, guide, async () => {
    if ((await state(guide)).on === (action === 'Start')) return true;
    await page.goto('/guide/leads');
    await button(page, `${action} AutoDialler`)
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    return false;
  });
}

const skip = broker ? false : 'RabbitMQ does not answer; set RABBITMQ_URL';

void test(
  'a guide’s run of thirty leads, stopped, and its service killed during it, dials each lead once',
  { skip, timeout: 900_000 },
  async () => {
    const guide = await callerFor(own.system.url, people.guide);
    const admin = await callerFor(own.system.url, people.admin);
    const leads = [];
    for (const [index, row] of run.entries()) {
      const area = areas[run.slice(0, index).filter((each) => each === row).length] ?? '';
      const phone = `+1${area}55501${row}`;
      const lead = await makeLead(admin, `Run Number ${String(index + 1)}`, { phone });
      await permit(admin, lead);
      leads.push({ ...lead, phone, outcome: outcomes[row] ?? 'Answered' });
    }
    const id = leads.map((lead) => lead.id);
    await admin.client.call(reassignLeads, { body: { agent: guide.user.id, leads: id } });

    const window = await signedIn(browser, own.system.url, people.guide);
    const { page } = window;
    await page.goto('/guide/leads');
    const search = page.getByRole('searchbox', { name: 'Search your leads by name, phone or e-mail' });
    await search.fill('Run Number');
    await button(page, '10 per page').click();
    await page.getByRole('menuitem', { name: '50 per page' }).click();
    for (const lead of leads) await rowOf(page, lead).getByRole('checkbox').check();
    await page.getByText('Total checked 30').waitFor();
    await button(page, 'Call Selected').click();
    await page.getByText(/of 30 chosen leads called/).waitFor();

    const done = async () => (await state(guide)).run?.done ?? 30;
    /** Restarts the dialler when it switches itself off because the guide's device did not accept a call in time. */
    const goOnUntil = (isOver: (now: Awaited<ReturnType<typeof state>>) => boolean | Promise<boolean>) =>
      workUntil(page, guide, async () => {
        const now = await state(guide);
        if (await isOver(now)) return true;
        if (now.run !== null && !now.on) await turnDialler(page, 'Start', guide);
        return false;
      });
    await goOnUntil(({ run }) => (run?.done ?? 30) >= 8);
    await turnDialler(page, 'Stop', guide);
    await workUntil(page, guide, async () => (await state(guide)).call === null);
    const stoppedAt = await done();
    // A minute of simulated time.
    await pause(3_000);
    assert.equal(await done(), stoppedAt);

    await turnDialler(page, 'Start', guide);
    await goOnUntil(({ run }) => (run?.done ?? 30) >= 15);
    await crashService(own, 'telephony');
    // A call answered during the downtime switched the dialler off; webhooks missed meanwhile are reconciled by polling
    // the carrier once a call has had no event for a while.
    const last = leads.at(-1) ?? assert.fail();
    // The last item leaves the run a moment before its call begins.
    const hasRung = async () => (await carrierCalls()).some(({ to }) => to === last.phone);
    await goOnUntil(async ({ run, call }) => run === null && call === null && (await hasRung()));

    await page.goto('/guide/leads');
    await search.fill('Run Number');
    await rowOf(page, last).waitFor();
    for (let tries = 0; tries < 100 && (await differing(page, leads)).length > 0; tries += 1)
      await pause(300);
    assert.deepEqual(await differing(page, leads), []);
    const called = await callsTo(leads);
    // One by the stop, one by the end of the service.
    assert.ok(called.filter(isCutOff).length <= 2);
    for (const each of called) {
      const times = each.rung.length;
      if (isCutOff(each)) assert.ok(times <= 1, each.lead.phone);
      else assert.equal(times, isRejected(each.lead) ? 0 : 1, each.lead.phone);
    }
    noErrors(window);

    const office = await signedIn(browser, own.system.url, people.admin);
    await office.page.goto('/dialler-report');
    const row = office.page.getByRole('row').filter({ hasText: guide.user.fullname });
    // Whoever rang is counted, once, also where the service was killed meanwhile.
    const rings = String(called.flatMap(({ rung }) => rung).length);
    await row.getByRole('cell', { name: rings, exact: true }).first().waitFor();
    await office.page.getByText(`of ${rings} dialled;`).waitFor();
    noErrors(office);
  },
);
