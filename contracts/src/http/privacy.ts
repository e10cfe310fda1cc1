import { z } from 'zod';
import { typeId } from '../codes/lead-types.js';
import { statusCode } from '../codes/statuses.js';
import { listedEmail } from '../entities/contact.js';
import { outcome } from '../errors.js';
import { flag, id, instant } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { restQuery } from '../endpoint/rest-query.js';

/** Services that keep something of customers; auth keeps nothing of them. */
export const privacyServices = ['leads', 'telephony', 'messaging', 'followups', 'stats'] as const;
export type PrivacyService = (typeof privacyServices)[number];

/** What is kept of a customer, by the names under which it is handed out and counted. */
export const personRecordKinds = [
  'leads',
  'notes',
  'contact_overrides',
  'contact_decisions',
  'do_not_contact',
  'refused_rows',
  'calls',
  'recordings',
  'voicemails',
  'missed_calls',
  'dialled',
  'texts',
  'emails',
  'notifications',
  'followups',
  'figures',
] as const;
export const personRecordKind = z.enum(personRecordKinds);
export type PersonRecordKind = z.infer<typeof personRecordKind>;

/** Who a request is about: what the person is reached by, and the leads that are this person and nobody else. */
/** Characters that say why somebody's data is collected or erased. */
export const reasonLength = 500;

const addresses = {
  phones: z.array(phoneNumber).max(10).default([]),
  emails: z.array(listedEmail).max(10).default([]),
};
const hasAddress = ({ phones, emails }: { phones: string[]; emails: string[] }) =>
  phones.length + emails.length > 0;
const addressMissing = { path: ['phones'], message: 'Enter a phone or an e-mail' };

/** A person as services are told of one: the numbers and e-mails of the chosen leads are among them. */
export const person = z.object({
  phones: z.array(phoneNumber),
  emails: z.array(listedEmail),
  lead_ids: z.array(id),
});
export type Person = z.infer<typeof person>;

export const privacyRequestKind = z.enum(['export', 'erasure']);
export type PrivacyRequestKind = z.infer<typeof privacyRequestKind>;

const counts = z.partialRecord(personRecordKind, z.int().min(0));
export type PersonCounts = z.infer<typeof counts>;

/** How far one service came. `waits`: it has not answered, or something is still in use there and is tried again. */
const privacyPart = z.object({
  service: z.enum(privacyServices),
  state: z.enum(['waits', 'done']),
  counts,
  at: instant.nullable(),
});

/** What an admin asked for in a person's name. Kept for good; of the person only ends of number and e-mail stay. */
export const privacyRequest = z.object({
  id,
  kind: privacyRequestKind,
  at: instant,
  user_id: id,
  user_fullname: z.string(),
  reason: z.string(),
  /** `… 0117`, `r…@example.com`. */
  hints: z.array(z.string()),
  leads: z.int().min(0),
  state: z.enum(['running', 'done']),
  done_at: instant.nullable(),
  /** Until when an export may be fetched; null for an erasure and for one that is gone. */
  expires_at: instant.nullable(),
  /** Who fetched the export, and when. */
  fetched: z.array(z.object({ user_fullname: z.string(), at: instant })),
  parts: z.array(privacyPart),
});
export type PrivacyRequest = z.infer<typeof privacyRequest>;

/** A lead that the given number or e-mail is in. */
export const personLead = z.object({
  id,
  type_id: typeId,
  fullname: z.string(),
  status: statusCode,
  agent_fullname: z.string().nullable(),
  phone: z.string().nullable(),
  second_phone: z.string().nullable(),
  email: z.string().nullable(),
  createdAt: instant,
});
export type PersonLead = z.infer<typeof personLead>;

/** Records of one kind, as the service that keeps them writes them for a person to read. */
export const personRecords = z.object({
  kind: personRecordKind,
  items: z.array(z.record(z.string(), z.unknown())),
});
export type PersonRecords = z.infer<typeof personRecords>;

const exampleRequest: PrivacyRequest = {
  id: '66f0a1b2c3d4e5f6010204cd',
  kind: 'erasure',
  at: '2026-11-20T17:38:00.000Z',
  user_id: '66f0a1b2c3d4e5f601020301',
  user_fullname: 'Ada Admin',
  reason: 'Letter of November 18',
  hints: ['… 0117', 'r…@example.com'],
  leads: 1,
  state: 'running',
  done_at: null,
  expires_at: null,
  fetched: [],
  parts: [
    { service: 'leads', state: 'done', counts: { leads: 1, notes: 2 }, at: '2026-11-20T17:38:00.000Z' },
    { service: 'telephony', state: 'waits', counts: {}, at: null },
  ],
};
const examplePerson: Person = {
  phones: ['+12145550117'],
  emails: ['raymond@example.com'],
  lead_ids: ['66f0a1b2c3d4e5f601020304'],
};

export const findPerson = defineEndpoint({
  name: 'findPerson',
  method: 'POST',
  path: '/api/rest/privacy/find',
  service: 'leads',
  access: 'admin',
  given: false,
  summary:
    'Leads with one of these numbers or e-mails, newest first, at most 100. Uses a body to keep addresses out of logs.',
  body: z.object(addresses).refine(hasAddress, addressMissing),
  answer: z.object({ leads: z.array(personLead) }),
  example: {
    body: { phones: examplePerson.phones, emails: [] },
    answer: {
      leads: [
        {
          id: '66f0a1b2c3d4e5f601020304',
          type_id: 2,
          fullname: 'Raymond Cole',
          status: 'newLead',
          agent_fullname: null,
          phone: '+12145550117',
          second_phone: null,
          email: 'raymond@example.com',
          createdAt: '2026-11-01T08:00:00.000Z',
        },
      ],
    },
  },
});

export const makePrivacyRequest = defineEndpoint({
  name: 'makePrivacyRequest',
  method: 'POST',
  path: '/api/rest/privacy/requests',
  service: 'leads',
  access: 'admin',
  given: false,
  summary:
    "Exports or erases a person's data in every service, in the background until each has reported. Data found by number alone is included only if it belongs to no other lead.",
  body: z
    .object({
      kind: privacyRequestKind,
      ...addresses,
      lead_ids: z.array(id).max(50).default([]),
      reason: z.string().trim().min(1, 'Say why').max(reasonLength),
      /** Of an erasure: the person's numbers and e-mails go on the list of those not to be contacted. */
      never_contact: flag.default(1),
    })
    .refine(hasAddress, addressMissing),
  answer: outcome.extend({ request: privacyRequest }),
  example: {
    body: { kind: 'erasure', ...examplePerson, reason: exampleRequest.reason, never_contact: 1 },
    answer: { status: 'success', message: 'Erasure started', request: exampleRequest },
  },
});

export const listPrivacyRequests = defineEndpoint({
  name: 'listPrivacyRequests',
  method: 'GET',
  path: '/api/rest/privacy/requests',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'A page of privacy requests with their progress, newest first; the total is in Content-Range.',
  query: restQuery,
  answer: z.array(privacyRequest),
  example: { query: { range: '[0,9]' }, answer: [exampleRequest] },
});

export const fetchPersonExport = defineEndpoint({
  name: 'fetchPersonExport',
  method: 'POST',
  path: '/api/rest/privacy/requests/{id}/fetch',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: "The export of the person's data. Downloads are recorded. Deleted seven days after completion.",
  params: z.object({ id }),
  answer: z.object({
    collected_at: instant,
    person,
    records: z.array(personRecords),
  }),
  example: {
    params: { id: exampleRequest.id },
    answer: {
      collected_at: '2026-11-20T17:38:05.000Z',
      person: examplePerson,
      records: [
        { kind: 'texts', items: [{ at: '2026-11-02T09:00:00.000Z', from_customer: true, text: 'Yes' }] },
      ],
    },
  },
});

export const privacyTasks = defineEndpoint({
  name: 'privacyErrands',
  method: 'GET',
  path: '/internal/privacy/tasks',
  service: 'leads',
  access: 'internal',
  given: false,
  summary: 'Open export and erasure tasks of the calling service, oldest first.',
  answer: z.object({ tasks: z.array(person.extend({ id, kind: privacyRequestKind })) }),
  example: { answer: { tasks: [{ id: exampleRequest.id, kind: 'erasure', ...examplePerson }] } },
});

export const privacyTaskDone = defineEndpoint({
  name: 'privacyErrandDone',
  method: 'POST',
  path: '/internal/privacy/tasks/{id}',
  service: 'leads',
  access: 'internal',
  given: false,
  summary:
    'Reports what the calling service collected, sheet by sheet, or erased. `is_last` completes its part; idempotent.',
  params: z.object({ id }),
  body: z.object({
    sheet: z.int().min(0),
    is_last: z.boolean(),
    counts,
    records: z.array(personRecords).default([]),
  }),
  answer: outcome,
  example: {
    params: { id: exampleRequest.id },
    body: { sheet: 0, is_last: true, counts: { texts: 12 }, records: [] },
    answer: { status: 'success', message: 'Taken in' },
  },
});

export const privacyEndpoints = [
  findPerson,
  makePrivacyRequest,
  listPrivacyRequests,
  fetchPersonExport,
  privacyTasks,
  privacyTaskDone,
];
