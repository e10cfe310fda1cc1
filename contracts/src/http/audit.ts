import { z } from 'zod';
import { defineEndpoint, serviceNames } from '../endpoint/endpoint.js';
import { restRange } from '../endpoint/rest-range.js';
import { outcome } from '../errors.js';
import { instant } from '../ids.js';

/** A field that changed; secrets and health data are named without what they were and are. */
export const auditedChange = z.object({
  field: z.string(),
  before: z.string().nullable().optional(),
  after: z.string().nullable().optional(),
});
export type AuditedChange = z.output<typeof auditedChange>;

/** `denied`: refused, for the actor may not or it does not exist. `failed`: nobody can say whether it was done. */
export const auditOutcome = z.enum(['done', 'denied', 'failed']);

/** What somebody did or opened, as the service that did it keeps it. */
export const auditEntry = z.object({
  /** `<service>-<place in its chain>` */
  id: z.string(),
  service: z.enum(serviceNames),
  seq: z.int().min(1),
  at: instant,
  /** A user's id, `system`, `partner/<id>`, or `nobody`: not signed in. */
  actor_id: z.string(),
  actor_name: z.string(),
  action: z.string(),
  /** Records it was done to, `lead/<id>`; the first hundred, where it was more. */
  subjects: z.array(z.string()),
  subject_count: z.int().min(0),
  outcome: auditOutcome,
  /** Where the request came from; empty for what came by none. */
  address: z.string(),
  correlation_id: z.string(),
  changes: z.array(auditedChange),
});
export type AuditEntryView = z.output<typeof auditEntry>;

const word = z.string().trim().min(1).max(200).optional();

/** What entries are asked for by; all that is given has to be so. */
export const auditFilter = z.object({
  /** An actor's id. */
  actor: word,
  /** An action, `lead.opened`, or the noun of several, `lead`. */
  action: word,
  /** A record, `lead/<id>`. */
  subject: word,
  outcome: auditOutcome.optional(),
  address: word,
  /** Inclusive. */
  from: instant.optional(),
  /** Exclusive. */
  to: instant.optional(),
});
export type AuditFilter = z.output<typeof auditFilter>;

const ofService = z.object({ service: z.enum(serviceNames) });
const exampleEntry: z.input<typeof auditEntry> = {
  id: 'leads-8120',
  service: 'leads',
  seq: 8120,
  at: '2026-11-20T17:41:00.000Z',
  actor_id: '66f0a1b2c3d4e5f601020304',
  actor_name: 'Dana Reyes-Whitfield',
  action: 'lead.updated',
  subjects: ['lead/66f0a1b2c3d4e5f601020399'],
  subject_count: 1,
  outcome: 'done',
  address: '198.51.100.20',
  correlation_id: '3f0e8a52-7b9c-4d7c-9a4e-1c2d3e4f5a6b',
  changes: [{ field: 'state', before: 'TX', after: 'FL' }],
};

export const listAuditEntries = defineEndpoint({
  name: 'listAuditEntries',
  method: 'GET',
  path: '/api/rest/audit/{service}',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'audit.read', subject: '{query.subject}' },
  summary:
    'The audit log of one service: who did or opened what, newest first. The total is in Content-Range, counted up to 10,000.',
  params: ofService,
  query: auditFilter.extend({ range: restRange.optional() }),
  answer: z.array(auditEntry),
  example: {
    params: { service: 'leads' },
    query: { subject: 'lead/66f0a1b2c3d4e5f601020399', range: '[0,24]' },
    answer: [exampleEntry],
  },
});

export const exportAuditEntries = defineEndpoint({
  name: 'exportAuditEntries',
  method: 'GET',
  path: '/api/rest/audit/{service}/entries.csv',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'audit.exported', subject: '{query.subject}' },
  summary:
    'All entries of one service matching the filter as CSV, newest first. Safe to open in a spreadsheet.',
  params: ofService,
  query: auditFilter,
  answerKind: 'file',
  answer: z.array(auditEntry),
  example: { params: { service: 'leads' }, query: {}, answer: [exampleEntry] },
});

export const acknowledgeBulkReading = defineEndpoint({
  name: 'acknowledgeBulkReading',
  method: 'POST',
  path: '/api/rest/audit/{service}/bulk-reading/{userId}/acknowledge',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'alarm.acknowledged', subject: 'user/{params.userId}' },
  summary:
    'Takes the alarm about a user who opened many records off the System page. It stays in the audit log.',
  params: ofService.extend({ userId: z.string().min(1).max(100) }),
  answer: outcome,
  example: {
    params: { service: 'leads', userId: '66f0a1b2c3d4e5f601020304' },
    answer: { status: 'success', message: 'Alarm acknowledged' },
  },
});

export const auditEndpoints = [listAuditEntries, exportAuditEntries, acknowledgeBulkReading];
