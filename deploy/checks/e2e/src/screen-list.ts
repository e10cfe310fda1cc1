import { uniquePhone } from '@crm/platform/testing/unique.js';
import { recordConsent, revokeConsent } from '@crm/contracts/http/consents.js';
import type { Page } from 'playwright-core';
import { exampleCallbackOffer } from '@crm/contracts/entities/telephony.js';
import { addFollowup, updateFollowup } from '@crm/contracts/http/followups.js';
import { deleteLead, restChangeLead } from '@crm/contracts/http/leads.js';
import { changeRetention } from '@crm/contracts/http/retention.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { legalHolds } from '@crm/contracts/resources/legal-hold.js';
import { licences } from '@crm/contracts/resources/licence.js';
import { call, callPanel, outcomeStrip, permit, saveOutcome } from './calling-steps.js';
import { customer } from './customer.js';
import { faultyFile } from './faulty-file.js';
import { withForty } from './floor-of-forty.js';
import { loadNumberList } from './load-number-list.js';
import { longName, withLongNames } from './long-names.js';
import { withIntegrations } from './integrations.js';
import { plantMistakes } from './carrier-account.js';
import { callerFor, makeHealthLead, makeLead, people, type Caller } from './people.js';
import { askingForHelp, endOfCall, supervised } from './supervised-call.js';
import {
  button,
  find,
  followupDialog,
  fromSettings,
  heldHere,
  leadBar,
  openLead,
  rowOf,
  saveStatus,
} from './steps.js';

/** Windows of one size and theme, with the users signed in to them. */
export interface Stage {
  /** The server's own URL, not affected by cutting the proxy. */
  url: string;
  pageOf: (email: string) => Promise<Page>;
  cutLine: () => Promise<void>;
  mendLine: () => Promise<void>;
}

export interface Screen {
  /** The user's e-mail; not signed in if undefined. */
  as?: string;
  /** Shown in the size of a phone, instead of the stage's sizes. */
  small?: true;
  show: (page: Page, stage: Stage) => Promise<unknown>;
  /** Cleans up state that would affect the next screen. */
  leave?: (page: Page, stage: Stage) => Promise<unknown>;
}

const { admin, lifeAgent, healthAgent, guide, teamLead, compliance, auditor, operator } = people;
/** Explicit filter and page, as on a first visit, because a list restores the last ones. */
const life = `/life?filter=${encodeURIComponent('{"source":1}')}&page=1`;
const firstLead = (page: Page) => page.locator('[data-testid^="row-"] a').first();

async function openFirst(page: Page): Promise<void> {
  await page.goto(life);
  await firstLead(page).click();
  await heldHere(page);
}

async function openBeneficiaries(page: Page): Promise<void> {
  await openFirst(page);
  const note = page.getByRole('textbox', { name: 'New note' });
  if (await note.isVisible()) {
    await note.fill('Asked to be called after 11 his time. Wants one monthly price for both.');
    await note.press('Control+Enter');
  }
  await page.getByRole('tab', { name: 'Beneficiaries' }).click();
  await page.getByRole('form', { name: 'Primary' }).waitFor();
}

async function openForm(page: Page): Promise<void> {
  await page.goto(life);
  await button(page, 'New').click();
  await page.getByRole('dialog', { name: 'Client information' }).waitFor();
}

async function checkPage(page: Page): Promise<void> {
  await page.goto(life);
  await firstLead(page).waitFor();
  await page.getByRole('checkbox', { name: 'Check this page' }).check();
}

async function openUpload(page: Page): Promise<void> {
  await page.goto('/raw-leads');
  await button(page, 'Bulk Upload').click();
}

/** Number of uploads: each file gets different rows, so that they are not duplicates. */
let uploads = 0;
async function upload(page: Page): Promise<void> {
  uploads += 1;
  await openUpload(page);
  await page.getByLabel('CSV file').setInputFiles({
    name: `spring-list-${String(uploads)}.csv`,
    mimeType: 'text/csv',
    buffer: faultyFile(2_000, uploads * 2_000).bytes,
  });
  await button(page, 'Upload').click();
}

/** Opens the first conversation of the inbox at a tab. */
async function openTalk(page: Page, tab: string): Promise<void> {
  await page.goto('/inbox');
  await page.getByRole('table', { name: 'Inbox' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Open lead' }).click();
  await heldHere(page);
  await page.getByRole('tab', { name: tab }).click();
}

async function openTemplates(page: Page, kind: string): Promise<void> {
  await page.goto(life);
  await fromSettings(page, kind);
  await page.getByRole('list', { name: 'Templates' }).waitFor();
}

async function chooseTemplate(page: Page, kind: string, template: string): Promise<void> {
  await openFirst(page);
  await button(leadBar(page), kind).click();
  await page.getByRole('radio', { name: template }).click();
  await page.getByRole('region', { name: 'What goes out' }).waitFor();
}

/** The consents of a lead: one that holds for a part of it, one that has expired, and one to recordings. */
async function openConsents(page: Page, { url }: Stage): Promise<void> {
  const caller = await callerFor(url, lifeAgent);
  const { client } = caller;
  const lead = await makeLead(caller, 'Constance Agreeable', {
    phone: uniquePhone(),
    recorded_ok: 1,
  });
  const given = {
    places: ['phone' as const],
    at: '2026-01-05T16:03:00.000Z',
    wording: 'By signing I agree to be called and texted by Juniper Insurance about final-expense insurance.',
  };
  const params = { id: lead.id };
  const body = { ...given, kind: 'written' as const, channels: ['call' as const, 'text' as const] };
  const { answer } = await client.call(recordConsent, { params, body });
  await client.call(revokeConsent, {
    params: { ...params, consentId: answer.consent.id },
    body: { reason: 'Wants to be called only', channels: ['text'] },
  });
  await client.call(recordConsent, {
    params,
    body: { ...body, kind: 'oral', expires_at: '2026-02-05T16:03:00.000Z', note: 'By phone, she called us' },
  });
  await openLead(page, lead);
  await button(page, 'Record consent').scrollIntoViewIfNeeded();
}

/** A lead that the agent holds, open in the agent's window. */
async function heldLead({ url, pageOf }: Stage) {
  const lead = await makeLead(await callerFor(url, lifeAgent), 'Rosalind Achterberg');
  await openLead(await pageOf(lifeAgent), lead);
  return lead;
}
const release = async (_page: Page, { pageOf }: Stage) => (await pageOf(lifeAgent)).goto('/');

/** Texts that a person is to decide about. */
async function writeToStop(url: string): Promise<void> {
  const long = `${'I have told the lady who rang on Monday and the one before her. '.repeat(4)}No more texts, I mean it. ${'Thank you and good evening. '.repeat(6)}`;
  const written = ['Please stop texting me', '¡Quítenme de la lista, por favor!', long];
  for (const [index, body] of written.entries())
    await customer({ url }, 'inbound-sms', {
      from: `+1214555017${String(index)}`,
      to: '+17375550102',
      body,
    });
}

/** Holds on a number and on an e-mail; answers the admin who set them. */
async function setHolds(url: string): Promise<Caller> {
  const caller = await callerFor(url, admin);
  const { client } = caller;
  const reason = 'Complaint 26-1187 at the attorney general of Texas, letter of counsel of November 18';
  for (const address of ['+12145550189', 'the.longest.mailbox.of.them.all@subdomain.example.com'])
    await client.call(legalHolds.calls.create, { body: { address, reason } });
  return caller;
}

/** Leads that are deleted. */
async function deleteSome(url: string): Promise<void> {
  const caller = await callerFor(url, admin);
  for (const [phone, name] of [
    ['+12145550189', longName],
    ['+12145550190', 'Wanda Deleted'],
  ] as const) {
    const lead = await makeLead(caller, name, { phone });
    await caller.client.call(deleteLead, { body: { lead_id: lead.id } });
  }
}

/** A changed lead, what its log then has, and its page in an admin's window. */
async function openLeadAudit(page: Page, { url }: Stage): Promise<void> {
  const caller = await callerFor(url, lifeAgent);
  const { id, version } = await makeLead(caller, longName, { phone: uniquePhone() });
  const body = {
    type: 'life',
    version,
    address: `${'4180 Juniper Hollow Road, '.repeat(3)}Amarillo`,
  } as const;
  await caller.client.call(restChangeLead, {
    params: { id },
    body: { ...body, rate_class: 'lb', disability: 'Casket' },
  });
  await page.goto(`/lead/${id}`);
  await button(page, 'Who opened this lead').click();
  const dialog = page.getByRole('dialog', { name: 'Who opened this lead' });
  await dialog.getByRole('button', { name: 'Changed a lead' }).waitFor();
}

async function openAudit(page: Page): Promise<void> {
  await page.goto('/audit?filter=%7B%7D&page=1');
  await page.locator('[data-testid^="row-"]').first().waitFor();
}

/** The screens by name. The order matters: the last one cuts the connection. */
export const screens: Record<string, Screen> = {
  'sign-in': { show: (page) => page.goto('/signin') },
  home: { as: admin, show: (page) => page.goto('/') },
  'home-guide': { as: guide, show: (page) => page.goto('/') },
  life: { as: admin, show: (page) => page.goto(life) },
  'life-agent': { as: lifeAgent, show: (page) => page.goto(life) },
  'life-checked': { as: admin, show: checkPage },
  'life-none': {
    as: admin,
    show: async (page) => {
      await page.goto(life);
      await find(page, 'nobody of this name');
    },
  },
  'life-filter': {
    as: admin,
    show: async (page) => {
      await page.goto(life);
      await button(page, /^Status/).click();
      // Behind the name is how many there are, once that is known.
      for (const name of [/^Call Back/, /^Underwriting/]) await page.getByRole('checkbox', { name }).click();
    },
  },
  health: { as: admin, show: (page) => page.goto('/health') },
  'bulk-assign': {
    as: admin,
    show: async (page) => {
      await checkPage(page);
      await button(page, 'Bulk Assign').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'delete-selected': {
    as: admin,
    show: async (page) => {
      await checkPage(page);
      await button(page, 'Delete Selected').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'raw-leads': { as: admin, show: (page) => page.goto('/raw-leads') },
  'bulk-upload': { as: admin, show: openUpload },
  'bulk-upload-running': {
    as: admin,
    show: async (page) => {
      await upload(page);
      await page
        .getByText(/^Importing/)
        .first()
        .waitFor();
    },
  },
  'bulk-upload-refused': {
    as: admin,
    show: async (page) => {
      if (uploads === 0) await upload(page);
      else await openUpload(page);
      await page
        .getByText(/^Importing/)
        .first()
        .waitFor({ state: 'hidden', timeout: 60_000 });
      await button(page, /^Download the refused rows/)
        .first()
        .waitFor();
      await button(page, /^Fix \d+ rows$/)
        .first()
        .click();
      await button(page, /^Try again: line \d+$/)
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  'bulk-upload-earlier': {
    as: admin,
    show: async (page) => {
      await openUpload(page);
      await button(page, 'Earlier files').click();
      await page
        .getByText(/^No earlier files$/)
        .or(page.getByRole('list', { name: 'Earlier files' }))
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
  lead: { as: lifeAgent, show: openFirst },
  'lead-consent': { as: lifeAgent, show: openConsents },
  'record-consent': {
    as: lifeAgent,
    show: async (page, stage) => {
      await openConsents(page, stage);
      await button(page, 'Record consent').click();
      await page.getByRole('dialog', { name: 'Record consent' }).waitFor();
    },
  },
  'revoke-consent': {
    as: lifeAgent,
    show: async (page, stage) => {
      await openConsents(page, stage);
      await button(page, 'Revoke').first().click();
      await page.getByRole('dialog', { name: 'Revoke consent?' }).waitFor();
    },
  },
  'lead-beneficiaries': { as: lifeAgent, show: openBeneficiaries },
  'lead-notes': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'Notes' }).click();
      await page.getByRole('textbox', { name: 'New note' }).waitFor();
    },
  },
  'lead-carrier': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'Carrier', exact: true }).click();
      await page.getByRole('radiogroup', { name: 'Carrier of this lead' }).waitFor();
    },
  },
  'lead-carrier-info': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'Carrier', exact: true }).click();
      await button(page, 'Carrier info').click();
    },
  },
  'lead-application': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'Application', exact: true }).click();
      await page.getByRole('list', { name: 'Application portals' }).waitFor();
    },
  },
  lists: {
    as: admin,
    show: async (page) => {
      await page.goto('/reference?list=carriers');
      await page.getByRole('textbox', { name: 'Name of entry 1', exact: true }).waitFor();
    },
  },
  'lists-portals': {
    as: admin,
    show: async (page) => {
      await page.goto('/reference?list=portals');
      await button(page, 'Details of American General').click();
    },
  },
  'lead-script-own': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'Add a Custom Script' }).click();
      await page.getByRole('textbox', { name: 'Script' }).waitFor();
    },
  },
  'quick-add': {
    show: async (page) => {
      await page.goto('/leads/upload');
      await page.getByRole('heading', { name: 'Add new lead' }).waitFor();
    },
  },
  'new-health-lead': {
    as: healthAgent,
    show: async (page) => {
      await page.goto('/health');
      await button(page, 'New').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'health-lead': {
    as: healthAgent,
    show: async (page, { url }) => openLead(page, await makeHealthLead(await callerFor(url, healthAgent))),
  },
  'home-team-lead': { as: teamLead, show: (page) => page.goto('/') },
  'home-compliance': { as: compliance, show: (page) => page.goto('/') },
  'home-auditor': { as: auditor, show: (page) => page.goto('/') },
  'home-operator': { as: operator, show: (page) => page.goto('/') },
  staff: {
    as: admin,
    show: async (page) => {
      await page.goto('/staff');
      await page.locator('[data-testid^="row-"]').first().waitFor();
    },
  },
  'new-staff': {
    as: admin,
    show: async (page) => {
      await page.goto('/staff');
      await button(page, 'New staff account').click();
    },
  },
  teams: {
    as: admin,
    show: async (page) => {
      await page.goto('/teams');
      await page.locator('[data-testid^="row-"]').first().waitFor();
    },
  },
  'sign-in-security': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'Sign-in security');
    },
  },
  sessions: {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'Sessions');
    },
  },
  agents: {
    as: admin,
    show: async (page) => {
      await page.goto('/agents');
      await page.locator('[data-testid^="row-"]').first().waitFor();
    },
  },
  guides: { as: admin, show: (page) => page.goto('/guides') },
  'agent-form': {
    as: admin,
    show: async (page) => {
      await page.goto('/agents');
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      await page.getByLabel(/^First name/).waitFor();
    },
  },
  'state-numbers': { as: admin, show: (page) => page.goto('/phones') },
  partners: { as: admin, show: (page) => page.goto('/partners') },
  'new-partner': {
    as: admin,
    show: async (page) => {
      await page.goto('/partners');
      await button(page, 'New partner').click();
    },
  },
  webhooks: {
    as: admin,
    show: async (page, { url }) => {
      await withIntegrations(url);
      await page.goto('/webhooks');
      await page.getByText('Policy system').waitFor();
    },
  },
  'new-webhook': {
    as: admin,
    show: async (page) => {
      await page.goto('/webhooks');
      await button(page, 'New webhook').click();
    },
  },
  'webhook-deliveries': { as: admin, show: (page) => page.goto('/webhook-deliveries') },
  'api-keys': {
    as: admin,
    show: async (page, { url }) => {
      await withIntegrations(url);
      await page.goto('/api-keys');
      await page.getByText('Policy system').first().waitFor();
    },
  },
  'new-api-key': {
    as: admin,
    show: async (page) => {
      await page.goto('/api-keys');
      await button(page, 'New API key').click();
    },
  },
  'withdraw-api-key': {
    as: admin,
    show: async (page, { url }) => {
      await withIntegrations(url);
      await page.goto('/api-keys');
      await button(page, /^Withdraw Policy system/)
        .first()
        .click();
    },
  },
  system: {
    as: admin,
    show: async (page) => {
      await page.goto('/system');
      await page.getByRole('table', { name: 'Queues' }).getByText('leads.commands').waitFor();
    },
  },
  'system-given-up': {
    as: admin,
    show: async (page) => {
      await page.goto('/system');
      await button(page, 'Details of messaging').click();
      await page.getByRole('tab', { name: 'Failed' }).click();
      await page.getByText('No failed messages').waitFor();
    },
  },
  audit: { as: admin, show: openAudit },
  'audit-filter': {
    as: admin,
    show: async (page) => {
      await openAudit(page);
      await button(page, /^Person/).click();
      await page.getByRole('radio', { name: /^Dana/ }).first().waitFor();
    },
  },
  'audit-empty': {
    as: admin,
    show: async (page) => {
      await page.goto(
        '/audit?filter=%7B%22actor%22%3A%22system%22%2C%22address%22%3A%22192.0.2.1%22%7D&page=1',
      );
      await page.getByText('No matching entries').waitFor();
    },
  },
  'lead-audit': { as: admin, show: openLeadAudit },
  'audit-entry': {
    as: admin,
    show: async (page, stage) => {
      await openLeadAudit(page, stage);
      await page.getByRole('dialog').getByRole('button', { name: 'Changed a lead' }).click();
      await page.getByRole('dialog', { name: 'Changed a lead' }).waitFor();
    },
  },
  privacy: {
    as: admin,
    show: async (page) => {
      await page.goto('/privacy-requests');
      await page.getByText('No privacy requests yet').waitFor();
    },
  },
  'privacy-found': {
    as: admin,
    show: async (page, { url }) => {
      const { fullname, phone } = await makeHealthLead(await callerFor(url, healthAgent));
      await page.goto('/privacy-requests');
      await page.getByLabel('Phones and e-mails of the person').fill(phone ?? '');
      await button(page, 'Find').click();
      // Another screen may have created the same lead.
      await page
        .getByRole('checkbox', { name: `Choose ${fullname}` })
        .first()
        .check();
      await button(page, 'Erase').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'contact-rules': {
    as: admin,
    show: async (page) => {
      await page.goto('/contact-rules');
      await page.getByText('Everywhere', { exact: true }).waitFor();
    },
  },
  'contact-rule': {
    as: admin,
    show: async (page) => {
      await page.goto('/contact-rules/LA');
      await page.getByRole('dialog').waitFor();
    },
  },
  calls: {
    as: admin,
    show: async (page) => {
      await page.goto('/calls');
      await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Export CSV' }).waitFor();
    },
  },
  'live-calls': {
    as: admin,
    show: (_page, stage) => askingForHelp(stage),
    leave: (_page, stage) => endOfCall(stage),
  },
  supervising: {
    as: admin,
    show: (_page, stage) => supervised(stage),
    leave: (_page, stage) => endOfCall(stage),
  },
  'call-supervised': {
    as: people.otherLifeAgent,
    show: (_page, stage) => supervised(stage),
    leave: (_page, stage) => endOfCall(stage),
  },
  'do-not-contact': {
    as: admin,
    show: async (page, { url }) => {
      const { client } = await callerFor(url, admin);
      const reason = 'Asked by letter of November 18, and again on the phone a week later';
      for (const address of ['+12145550188', 'the.longest.mailbox.of.them.all@subdomain.example.com'])
        await client.call(doNotContact.calls.create, { body: { address, channel: 'all', reason } });
      await page.goto('/do-not-contact');
      await page.getByText('(214) 555-0188').waitFor();
    },
  },
  'do-not-contact-to-decide': {
    as: admin,
    show: async (page, { url }) => {
      await writeToStop(url);
      await page.goto('/do-not-contact?filter=%7B%22decision%22%3A%5B%22open%22%5D%7D');
      await page.getByRole('button', { name: /^To decide \([1-9]/ }).waitFor();
      await page.getByText('Quítenme').first().waitFor();
    },
  },
  'do-not-contact-reopen': {
    as: admin,
    show: async (page, { url }) => {
      await writeToStop(url);
      await page.goto('/do-not-contact?filter=%7B%22decision%22%3A%5B%22open%22%5D%7D');
      await button(page, /^Reopen/)
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Reopen?' }).waitFor();
    },
  },
  'suppression-lists': {
    as: admin,
    show: async (page, { url }) => {
      await loadNumberList(url, {
        ...{ scope: 'national', name: 'FTC, area codes 214, 469 and 972', as_of: '2026-01-02' },
        proof: 'SAN 10523871-4117',
      });
      await loadNumberList(url, { scope: 'own', name: 'Complaints of the old system', as_of: '2025-06-01' });
      await page.goto('/suppression-lists');
      await page.getByText('Complaints of the old system').first().waitFor();
    },
  },
  'suppression-lists-upload': {
    as: admin,
    show: async (page) => {
      await page.goto('/suppression-lists');
      await button(page, 'Load a list').click();
      await page.getByRole('dialog', { name: 'Load a list' }).waitFor();
    },
  },
  retention: {
    as: admin,
    show: async (page, { url }) => {
      const { client } = await setHolds(url);
      await client.call(changeRetention, { params: { id: 'contact' }, body: { years: 7 } });
      await page.goto('/legal-holds');
      await page.getByText('(214) 555-0189').first().waitFor();
      await page.getByText('Never deleted').waitFor();
    },
  },
  'retention-period': {
    as: admin,
    show: async (page) => {
      await page.goto('/legal-holds');
      await button(page, 'Change the period of Contact records').click();
      await page.getByRole('dialog', { name: 'Change period' }).waitFor();
    },
  },
  'legal-hold-lift': {
    as: admin,
    show: async (page, { url }) => {
      await setHolds(url);
      await page.goto('/legal-holds');
      await button(page, /^Lift the hold/)
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Lift this hold?' }).waitFor();
    },
  },
  'deleted-leads': {
    as: admin,
    show: async (page, { url }) => {
      await deleteSome(url);
      await page.goto('/deleted-leads');
      await page.getByText('Wanda Deleted').first().waitFor();
    },
  },
  'deleted-lead-restore': {
    as: admin,
    show: async (page, { url }) => {
      await deleteSome(url);
      await page.goto('/deleted-leads');
      await button(page, /^Restore/)
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Restore this lead?' }).waitFor();
    },
  },
  floor: {
    as: admin,
    show: async (page) => {
      await withForty(page);
      await page.goto('/floor');
      await page.locator('[data-testid^="tile-"]').nth(39).waitFor();
    },
  },
  'floor-wallboard': {
    as: admin,
    show: async (page) => {
      await withForty(page);
      await page.goto('/floor/wallboard');
      await page.locator('[data-testid^="tile-"]').nth(39).waitFor();
    },
  },
  carrier: {
    as: admin,
    show: async (page, { url }) => {
      await plantMistakes(url);
      await page.goto('/carrier');
      await page.getByText('Blocks calls or texts').waitFor();
    },
  },
  'carrier-mend': {
    as: admin,
    show: async (page, { url }) => {
      await plantMistakes(url);
      await page.goto('/carrier');
      await button(page, 'Mend…').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'dialler-report': {
    as: admin,
    show: async (page) => {
      await page.goto('/dialler-report');
      await page.getByText('The dialler placed no calls on these days.').waitFor();
    },
  },
  'opening-hours': {
    as: admin,
    show: async (page) => {
      await page.goto('/opening-hours');
      await page.getByRole('form', { name: 'Opening hours' }).waitFor();
    },
  },
  'opening-hours-phone': {
    as: admin,
    small: true,
    show: async (page) => {
      await page.goto('/opening-hours');
      await page.getByRole('form', { name: 'Opening hours' }).waitFor();
    },
  },
  'callback-offer': {
    as: lifeAgent,
    show: async (page) => {
      // Nobody calls here: what the server would answer an agent who is asked.
      const until = new Date(Date.now() + 30_000).toISOString();
      const offer = { ...exampleCallbackOffer, until };
      await page.route('**/api/rest/callbacks/offer', (route) => route.fulfill({ json: { offer } }));
      await page.goto(life);
      await page.getByRole('alertdialog').waitFor();
    },
    leave: async (page) => {
      await page.unroute('**/api/rest/callbacks/offer');
    },
  },
  'do-not-contact-empty': {
    as: admin,
    show: async (page) => {
      await page.goto('/do-not-contact?filter=%7B%22q%22%3A%22nobody%22%7D');
      await page.getByText('No do-not-contact entries match').waitFor();
    },
  },
  licences: {
    as: admin,
    show: async (page) => {
      await page.goto('/licences?sort=until&order=ASC');
      await page.getByText('Naomi Feld').first().waitFor();
      await page.getByText(/licences? to be checked/).waitFor();
    },
  },
  'licences-new': {
    as: admin,
    show: async (page) => {
      await page.goto('/licences/create');
      await page.getByRole('dialog', { name: 'Add licence' }).getByRole('combobox').first().waitFor();
    },
  },
  'licences-import': {
    as: admin,
    show: async (page) => {
      await page.goto('/licences');
      await button(page, 'Import CSV').click();
      const dialog = page.getByRole('dialog', { name: 'Import licences' });
      const rows = [
        'agent e-mail,state,line,number,from,until,proof',
        'nobody.of.that.name@subdomain.example.com,TX,life,1,2025-03-01,,',
        'naomi@example.com,Atlantis,life,1,2025-03-01,,',
      ];
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'licences.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(rows.join('\n')),
      });
      await button(dialog, 'Import').click();
      await dialog.getByText('2 rows refused').waitFor();
    },
  },
  'licences-move': {
    as: admin,
    show: async (page, { url }) => {
      const { client } = await callerFor(url, admin);
      const query = { filter: '{"q":"beatrice","state":["FL"]}' };
      const [licence] = (await client.call(licences.calls.list, { query })).answer;
      if (licence === undefined) throw new Error('Beatrice has no licence');
      const { id, number, proof, version } = licence;
      const body = {
        number,
        from: '2024-02-01',
        proof,
        version,
        until: '2026-01-31',
        status: 'active',
      } as const;
      if (licence.until !== body.until) await client.call(licences.calls.change, { params: { id }, body });
      await page.goto('/licences?filter=%7B%22q%22%3A%22beatrice%22%7D');
      await button(page, /^Leads of Beatrice/).click();
      await page.getByRole('dialog', { name: 'Leads to move' }).getByRole('status').waitFor();
    },
  },
  'lead-unlicensed': {
    as: lifeAgent,
    show: async (page, { url }) => {
      const [{ client }, ofAdmin] = [await callerFor(url, lifeAgent), await callerFor(url, admin)];
      const { id, version } = await makeLead({ ...ofAdmin, client }, 'Vera Vermont', {
        phone: '+12145550189',
      });
      const body = { type: 'life', version, state: 'VT', zipcode: '05401' } as const;
      await ofAdmin.client.call(restChangeLead, { params: { id }, body });
      await page.goto(`/lead/${id}/carrier`);
      await page.getByText('holds no life licence for Vermont').first().waitFor();
    },
  },
  'lead-small': { as: lifeAgent, small: true, show: openBeneficiaries },
  'lead-admin': { as: admin, show: openFirst },
  'lead-timeline': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'Timeline' }).click();
      await page.getByText(/^Lead created/).waitFor();
    },
  },
  'lead-held': {
    as: admin,
    show: async (page, stage) => {
      const lead = await heldLead(stage);
      await page.goto(`/lead/${lead.id}`);
      await page.getByText('has this lead open').waitFor();
    },
    leave: release,
  },
  'life-busy': {
    as: admin,
    show: async (page, stage) => {
      const lead = await heldLead(stage);
      await page.goto(life);
      await find(page, lead.fullname);
      await rowOf(page, lead).getByText('With Dana R. now').waitFor();
    },
    leave: release,
  },
  'lead-gone': { as: lifeAgent, show: (page) => page.goto('/lead/66f0a1b2c3d4e5f601020304') },
  status: {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await button(leadBar(page), /^Status/).click();
    },
  },
  agent: {
    as: admin,
    show: async (page) => {
      await openFirst(page);
      await button(leadBar(page), 'Agent').click();
    },
  },
  'delete-lead': {
    as: admin,
    show: async (page) => {
      await openFirst(page);
      await button(leadBar(page), 'Delete').click();
    },
  },
  edit: {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await button(leadBar(page), 'Edit').click();
    },
  },
  'new-lead': { as: lifeAgent, show: openForm },
  'new-lead-quote': {
    as: lifeAgent,
    show: async (page) => {
      await openForm(page);
      await page.getByRole('tab', { name: 'Quote' }).click();
    },
  },
  'new-lead-wrong': {
    as: lifeAgent,
    show: async (page) => {
      await openForm(page);
      const field = (name: string) => page.getByRole('textbox', { name });
      await field('Full Name').fill('Rosalind Achterberg');
      await field('Email').fill('rosalind');
      await button(page, /fields? to correct$/).click();
    },
  },
  'settings-menu': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await button(page, 'Settings').click();
    },
  },
  'change-password': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'Change Password');
    },
  },
  sound: {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'Sound');
      await page.getByRole('progressbar', { name: 'Level of the microphone' }).waitFor();
    },
  },
  'sound-tested': {
    as: lifeAgent,
    show: async (page, { url }) => {
      const { user } = await callerFor(url, lifeAgent);
      await customer({ url }, 'fault', {
        ...{ kind: 'sound', identity: `test_${user.id}` },
        ...{ mos: 2.9, jitter: 75, rtt: 310, loss: 4.2 },
      });
      await page.goto(life);
      await fromSettings(page, 'Sound');
      const dialog = page.getByRole('dialog', { name: 'Sound' });
      await button(dialog, 'Test my connection').click();
      await dialog.getByText('Your connection is not usable for calls.').waitFor({ timeout: 60_000 });
    },
  },
  'call-rating': {
    as: lifeAgent,
    show: async (page, { url }) => {
      const [caller, office] = await Promise.all([callerFor(url, lifeAgent), callerFor(url, admin)]);
      const lead = await makeLead(caller, 'Rosalind Achterberg');
      await permit(office, lead);
      await call(page, lead, 'Single');
      // The agent's line opens once the announcement to the customer is over.
      await callPanel(page)
        .getByText(/^00:(0[7-9]|1\d)$/)
        .waitFor();
      await button(callPanel(page), 'Hang up').click();
      await outcomeStrip(page).waitFor();
      await button(page.getByRole('region', { name: 'How was the sound?' }), 'The sound was bad').click();
    },
    leave: async (page) => {
      await button(page.getByRole('region', { name: 'What was wrong with it?' }), 'Echo').click();
      await saveOutcome(page);
    },
  },
  'statistic-quality': {
    as: admin,
    show: async (page) => {
      await page.goto('/statistic');
      await page.getByRole('heading', { name: 'Call quality' }).scrollIntoViewIfNeeded();
      await page.getByRole('table', { name: 'Call quality' }).waitFor();
    },
  },
  empty: { as: admin, show: (page) => page.goto('/auto') },
  nowhere: { as: admin, show: (page) => page.goto('/no-such-page') },
  'small-sign-in': { small: true, show: (page) => page.goto('/signin') },
  'small-life': { as: admin, small: true, show: (page) => page.goto(life) },
  'small-lead': { as: lifeAgent, small: true, show: openFirst },
  'small-drawer': {
    as: admin,
    small: true,
    show: async (page) => {
      await page.goto(life);
      await button(page, 'Open menu').click();
    },
  },
  records: { as: admin, show: (page) => page.goto('/records') },
  'guide-leads': {
    as: guide,
    show: async (page) => {
      await page.goto('/guide/leads');
      await button(page, 'Start AutoDialler').waitFor();
    },
  },
  'missed-calls': { as: guide, show: (page) => page.goto('/guide/missed-calls') },
  'lead-history': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'History' }).click();
    },
  },
  'lead-vm': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'VM' }).click();
    },
  },
  'ooo-vm': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'OOO VM');
      await page.getByRole('dialog', { name: 'OOO VM' }).waitFor();
    },
  },
  'outbound-vm': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'OUTBOUND VM');
      await page.getByRole('dialog', { name: 'OUTBOUND VM' }).waitFor();
    },
  },
  'lead-text': { as: lifeAgent, show: (page) => openTalk(page, 'Text') },
  'lead-text-none': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'Text' }).click();
      await page.getByRole('textbox', { name: 'New text' }).waitFor();
    },
  },
  'lead-email': { as: lifeAgent, show: (page) => openTalk(page, 'Email') },
  inbox: { as: lifeAgent, show: (page) => page.goto('/inbox') },
  'inbox-open': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto('/inbox');
      await page.getByRole('table', { name: 'Inbox' }).getByRole('link').first().click();
      await page
        .getByRole('region', { name: /^Conversation with / })
        .getByRole('listitem')
        .first()
        .waitFor();
    },
  },
  'inbox-none': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto('/inbox');
      await page.getByRole('searchbox', { name: 'Search by name or number' }).fill('nobody of this name');
      await page.getByText('No conversations match').waitFor();
    },
    // The list remembers its search.
    leave: async (page) => {
      await page.getByRole('searchbox', { name: 'Search by name or number' }).press('Escape');
      await page.getByText('No conversations match').waitFor({ state: 'hidden' });
    },
  },
  notifications: {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await button(page, /^Notifications/).click();
    },
  },
  'text-messages': { as: lifeAgent, show: (page) => openTemplates(page, 'Text Messages') },
  'email-messages': { as: lifeAgent, show: (page) => openTemplates(page, 'Email Messages') },
  'new-text-template': {
    as: lifeAgent,
    show: async (page) => {
      await openTemplates(page, 'Text Messages');
      await button(page, 'New template').click();
    },
  },
  'new-email-template': {
    as: lifeAgent,
    show: async (page) => {
      await openTemplates(page, 'Email Messages');
      await button(page, 'New template').click();
      await page.getByRole('textbox', { name: 'Text' }).waitFor();
    },
  },
  'send-sms': { as: lifeAgent, show: (page) => chooseTemplate(page, 'SMS', 'Missed you') },
  'send-email': { as: lifeAgent, show: (page) => chooseTemplate(page, 'Email', 'Introduction') },
  'ooo-text': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'OOO TEXT');
    },
  },
  'cell-phone': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'Change Cell #');
    },
  },
  phones: {
    as: admin,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'Phones');
      await page.getByRole('combobox', { name: 'State' }).click();
      await page.getByRole('option', { name: 'Texas' }).click();
      await button(page, 'Edit').click();
      await page.getByRole('textbox', { name: 'Area codes' }).waitFor();
    },
  },
  numbers: {
    as: admin,
    show: async (page) => {
      await page.goto('/numbers');
      await button(page, 'Import from the carrier').click();
      await page.getByText('Default number').waitFor();
    },
  },
  'numbers-edit': {
    as: admin,
    show: async (page) => {
      await page.goto('/numbers');
      await button(page, 'Import from the carrier').click();
      await button(page, /^Edit /)
        .first()
        .click();
      await page.getByRole('textbox', { name: 'Calls a day at most' }).waitFor();
    },
  },
  colleague: {
    as: lifeAgent,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'Call a colleague');
      await page.getByText('Nobody else is online and free right now').waitFor();
    },
  },
  statistic: {
    as: admin,
    show: async (page) => {
      await page.goto(`/statistic?filter=${encodeURIComponent('{"date":"last90Days"}')}`);
      await page.locator('[data-testid^="row-"]').first().waitFor();
    },
  },
  'statistic-dates': {
    as: admin,
    show: async (page) => {
      await page.goto('/statistic');
      await page.locator('[data-testid^="row-"]').first().waitFor();
      await button(page, /^Dates/).click();
      await page.getByRole('dialog', { name: 'Dates' }).waitFor();
    },
  },
  'statistic-compared': {
    as: admin,
    show: async (page) => {
      await page.goto(`/statistic?filter=${encodeURIComponent('{"date":"last90Days"}')}`);
      await page.getByRole('button', { name: /^Compare with/ }).click();
      await page.getByRole('menuitem', { name: 'The period before' }).click();
      await page
        .getByRole('region', { name: 'Totals' })
        .getByText(/ from /)
        .first()
        .waitFor();
      await button(page, 'Show as table').click();
      const bars = page.getByRole('group', { name: 'Premium by agent' }).getByRole('button');
      await bars.first().click();
      await page
        .getByRole('region', { name: /^Premium by agent: / })
        .getByRole('link')
        .first()
        .waitFor();
      await page.getByRole('tooltip').waitFor();
    },
  },
  'statistic-months': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto('/statistic');
      await page.getByRole('tab', { name: 'Premium by month' }).click();
    },
  },
  deals: {
    as: admin,
    show: async (page) => {
      await page.goto(`/deals?filter=${encodeURIComponent('{"date":"last90Days","types":[2]}')}`);
      await page.locator('[data-testid^="row-"]').first().waitFor();
    },
  },
  'deals-none': {
    as: admin,
    show: async (page) => {
      await page.goto(`/deals?filter=${encodeURIComponent('{"date":["2001-01-01","2001-01-31"]}')}`);
      await page.getByText('No deals in this period').waitFor();
    },
  },
  'follow-ups': {
    as: admin,
    show: async (page) => {
      await page.goto('/follow-ups');
      await button(page, 'Clear filters').click();
      await firstLead(page).waitFor();
    },
  },
  'follow-ups-agent': { as: lifeAgent, show: (page) => page.goto('/follow-ups') },
  'follow-ups-filter': {
    as: admin,
    show: async (page) => {
      await page.goto('/follow-ups');
      await button(page, /^Status/).click();
      await page.getByRole('checkbox', { name: 'Select All' }).waitFor();
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  'follow-ups-none': {
    as: admin,
    show: async (page) => {
      await page.goto('/follow-ups');
      await button(page, 'Date Any').click();
      await page.getByLabel('To', { exact: true }).fill('2020-01-01');
      await page.keyboard.press('Escape');
      await page.getByText('No follow-ups match these filters').waitFor();
    },
    leave: (page) => button(page, 'Clear filters').last().click(),
  },
  'lead-followup': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await page.getByRole('tab', { name: 'FollowUps' }).click();
      await page.getByLabel(/^Date and time/).waitFor();
    },
  },
  'lead-followups': {
    as: lifeAgent,
    show: async (page, { url }) => {
      const caller = await callerFor(url, lifeAgent);
      const lead = await makeLead(caller, 'Severine Oftentimes');
      for (const [days, description] of [
        [30, 'Her husband is back from Corpus Christi; wants both premiums in writing'],
        [60, ''],
        [90, 'Renewal of the policy from work'],
      ] as const) {
        const datetime = new Date(Date.now() + days * 86_400_000).toISOString();
        const body = { user_id: caller.user.id, lead_id: lead.id, datetime, description };
        const { answer } = await caller.client.call(addFollowup, { body });
        const change = { id: answer.followup.id, followup: { completed: 1 as const } };
        if (days === 90) await caller.client.call(updateFollowup, { body: change });
      }
      await page.goto(`/lead/${lead.id}/followups`);
      await button(page.getByRole('list', { name: 'Follow-ups' }), 'Edit')
        .last()
        .click();
      await page.getByLabel(/^Date and time/).waitFor();
    },
  },
  'lead-followup-completed': {
    as: lifeAgent,
    show: async (page) => {
      await page.goto('/follow-ups');
      await firstLead(page).click();
      // Checked by the server's response, for which `check` would not wait.
      await page.getByRole('checkbox', { name: 'Completed' }).click();
      await page.getByText('Completed. Clear the box to change it.').waitFor();
    },
  },
  'follow-up-asked': {
    as: lifeAgent,
    show: async (page) => {
      await openFirst(page);
      await saveStatus(page, 'Thinking about it');
      await button(followupDialog(page), 'In 1 day').click();
    },
    leave: (page) => button(followupDialog(page), 'Skip').click(),
  },
  'new-agent': {
    as: admin,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'New Agent');
    },
  },
  'new-guide': {
    as: admin,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'New Guide');
    },
  },
  'update-agent': {
    as: admin,
    show: async (page, stage) => {
      await withLongNames(stage);
      await page.goto(life);
      await fromSettings(page, 'Update Agent');
    },
  },
  'settings-dialog': {
    as: admin,
    show: async (page) => {
      await page.goto(life);
      await fromSettings(page, 'Settings');
    },
  },
  'long-life': {
    as: admin,
    show: async (page, stage) => {
      await withLongNames(stage);
      await page.goto(life);
      await find(page, 'max');
    },
  },
  'long-audit': {
    as: admin,
    show: async (page, stage) => {
      await withLongNames(stage);
      await page.goto('/audit?filter=%7B%22action%22%3A%22lead%22%7D&page=1');
      await page.getByText(longName).first().waitFor();
    },
  },
  'long-inbox': {
    as: lifeAgent,
    show: async (page, stage) => {
      await withLongNames(stage);
      await page.goto('/inbox');
      await page.getByText(longName).first().waitFor();
    },
  },
  'long-text': {
    as: lifeAgent,
    show: async (page, stage) => {
      await withLongNames(stage);
      await openTalk(page, 'Text');
    },
  },
  'long-followup': {
    as: lifeAgent,
    show: async (page, stage) => {
      await withLongNames(stage);
      await openTalk(page, 'FollowUps');
    },
  },
  'long-email': {
    as: lifeAgent,
    show: async (page, stage) => {
      await withLongNames(stage);
      await openTalk(page, 'Email');
    },
  },
  'long-notifications': {
    as: lifeAgent,
    show: async (page, stage) => {
      await withLongNames(stage);
      await page.goto(life);
      await button(page, /^Notifications/).click();
    },
  },
  'long-text-messages': {
    as: lifeAgent,
    show: async (page, stage) => {
      await withLongNames(stage);
      await openTemplates(page, 'Text Messages');
    },
  },
  'long-email-messages': {
    as: lifeAgent,
    show: async (page, stage) => {
      await withLongNames(stage);
      await openTemplates(page, 'Email Messages');
    },
  },
  'long-follow-ups': {
    as: admin,
    show: async (page, stage) => {
      await withLongNames(stage);
      await page.goto('/follow-ups');
      await page.getByText(longName).first().waitFor();
    },
  },
  'long-statistic': {
    as: admin,
    show: async (page, stage) => {
      await withLongNames(stage);
      await page.goto(`/statistic?filter=${encodeURIComponent('{"date":"last90Days"}')}`);
      await page.getByText(longName).first().waitFor();
    },
  },
  'long-deals': {
    as: admin,
    show: async (page, stage) => {
      await withLongNames(stage);
      await page.goto(`/deals?filter=${encodeURIComponent('{"date":"last90Days"}')}`);
      await page.getByText('Ann Wolfe').first().waitFor();
    },
  },
  connection: {
    as: admin,
    show: async (page, { cutLine }) => {
      await page.goto(life);
      await firstLead(page).waitFor();
      await cutLine();
      // It says something else where a part of the page was still on its way.
      await page.getByText(/^Connection lost\./).waitFor();
    },
    leave: (_page, { mendLine }) => mendLine(),
  },
};
