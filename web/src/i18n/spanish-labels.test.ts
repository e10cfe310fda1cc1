import { healthCompanies, lifeCompanies } from '@crm/contracts/codes/companies.js';
import { sources } from '@crm/contracts/codes/sources.js';
import { states } from '@crm/contracts/codes/states.js';
import { statuses } from '@crm/contracts/codes/statuses.js';
import { carriers } from '@crm/contracts/codes/carriers.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import { allResources } from '@crm/contracts/resources/all.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { localiseSpanish } from './localise-spanish.js';

/** Names are the same in every language. */
const names = new Set<string>([
  ...states.map(({ name }) => name),
  ...carriers.map(({ name }) => name),
  ...[...lifeCompanies, ...healthCompanies].map(({ text }) => text),
]);

const labelsOf = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ label, short, help, none, options = [] }) => [
    ...[label, short, none, help ?? ''],
    ...options.map(({ name }) => name),
  ]);

const isPut = (label: string) =>
  label === '' || names.has(label) || !/[a-z]{2}/i.test(label) || localiseSpanish(label) !== label;
const missing = (labels: readonly string[]) => [...new Set(labels)].filter((label) => !isPut(label)).sort();

test('every label, help and option of the records that admins keep has its Spanish', () => {
  const labels = allResources.flatMap(({ fields, one, many }) => [one, many, ...labelsOf(fields)]);
  expect(missing(labels)).toMatchInlineSnapshot(`
[
  "AOTA",
  "Auditor",
  "No",
  "Webhook",
  "call.connected",
  "call.ended",
  "call.missed",
  "call.started",
  "consent.recorded",
  "consent.revoked",
  "contact.opted-out",
  "dialler.outcome",
  "email.sent",
  "followup.created",
  "followup.deleted",
  "followup.due",
  "followup.updated",
  "import.finished",
  "lead.assigned",
  "lead.created",
  "lead.deleted",
  "lead.price-changed",
  "lead.restored",
  "lead.status-changed",
  "lead.updated",
  "lead.work-completed",
  "lead.work-started",
  "licence.expiring",
  "recording.ready",
  "recording.transcribed",
  "text.received",
  "text.sent",
  "text.status-changed",
  "user.created",
  "user.updated",
  "voicemail.received",
  "voicemail.transcribed",
  "webhook",
  "webhook.test",
  "webhooks",
]
`);
});

test('every label, help, option and title of the leads has its Spanish', () => {
  const labels = [lifeLeads, healthLeads].flatMap(({ fields, sections, groups, together }) => [
    ...labelsOf(fields),
    ...Object.values(sections).map(({ title }) => title),
    ...Object.values(groups),
    ...together.map(({ title }) => title),
  ]);
  expect(missing(labels)).toMatchInlineSnapshot(`
[
  "COBRA",
  "Color",
  "DUI",
  "No",
]
`);
});

test('every status and source has its Spanish', () => {
  expect(missing([...statuses, ...sources].map(({ title }) => title))).toMatchInlineSnapshot(`
[
  "AOTA",
  "Manual",
]
`);
});
