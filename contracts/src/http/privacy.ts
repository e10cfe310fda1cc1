import { z } from 'zod';
import { typeId } from '../codes/lead-types.js';
import { statusCode } from '../codes/statuses.js';
import { listedEmail } from '../customers/contact.js';
import { outcome } from '../errors.js';
import { flag, id, instant } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { personCounts, personRecordKind, personTaskKind, privacyRequestKind } from '../customers/privacy.js';
import { retentionClass } from '../customers/retention.js';
import { privacyRequests } from '../resources/privacy-request.js';

/** Who a request is about: what the person is reached by. */
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
  /** When it was deleted; null for one that is there. */
  deleted_at: instant.nullable(),
});
export type PersonLead = z.infer<typeof personLead>;

/** Records of one kind, as the service that keeps them writes them for a person to read. */
export const personRecords = z.object({
  kind: personRecordKind,
  items: z.array(z.record(z.string(), z.unknown())),
});
export type PersonRecords = z.infer<typeof personRecords>;

const examplePerson: Person = {
  phones: ['+12145550117'],
  emails: ['raymond@example.com'],
  lead_ids: ['66f0a1b2c3d4e5f601020304'],
};

export const findPerson = defineEndpoint({
  name: 'findPerson',
  method: 'POST',
  path: '/api/rest/privacy-requests/find',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'person.searched', reads: true },
  summary:
    'Leads with one of these numbers or e-mails, deleted ones too, newest first, at most 100 of each. Uses a body to keep addresses out of logs.',
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
          deleted_at: null,
        },
      ],
    },
  },
});

/** Why an admin asks for it. */
const reason = z.string().trim().min(1, 'Say why').max(500);
/** Of an erasure: the person's numbers and e-mails go on the list of those not to be contacted. */
const never_contact = flag.default(1);
/** What a person says last before it is carried out. */
export const privacyOrder = z.object({ reason, never_contact });

export const makePrivacyRequest = defineEndpoint({
  name: 'makePrivacyRequest',
  method: 'POST',
  path: '/api/rest/privacy-requests',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'privacy-request.created', subject: 'privacy-request/{answer.request.id}' },
  summary:
    "Exports or erases a person's data in every service, in the background until each has reported. Data found by number alone is included only if it belongs to no other lead.",
  body: z
    .object({
      kind: privacyRequestKind,
      ...addresses,
      lead_ids: z.array(id).max(50).default([]),
      reason,
      never_contact,
    })
    .refine(hasAddress, addressMissing),
  answer: outcome.extend({ request: privacyRequests.record }),
  example: {
    body: { kind: 'erasure', ...examplePerson, reason: privacyRequests.example.reason, never_contact: 1 },
    answer: { status: 'success', message: 'Erasure started', request: privacyRequests.example },
  },
});

export const fetchPersonExport = defineEndpoint({
  name: 'fetchPersonExport',
  method: 'POST',
  path: '/api/rest/privacy-requests/{id}/fetch',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'privacy-request.exported', subject: 'privacy-request/{params.id}' },
  summary: "The export of the person's data. Downloads are recorded. Deleted seven days after completion.",
  params: z.object({ id }),
  answer: z.object({
    collected_at: instant,
    person,
    records: z.array(personRecords),
  }),
  example: {
    params: { id: privacyRequests.example.id },
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
  name: 'privacyTasks',
  method: 'GET',
  path: '/internal/privacy/tasks',
  service: 'leads',
  access: 'internal',
  callers: ['telephony', 'messaging', 'followups', 'stats'],
  given: false,
  summary: 'Open export, erasure and retention tasks of the calling service, oldest first.',
  answer: z.object({
    tasks: z.array(
      person.extend({
        id,
        kind: personTaskKind,
        /** Of a retention task: the class that ended. */
        retention: retentionClass.optional(),
      }),
    ),
  }),
  example: { answer: { tasks: [{ id: privacyRequests.example.id, kind: 'erasure', ...examplePerson }] } },
});

export const privacyTaskDone = defineEndpoint({
  name: 'privacyTaskDone',
  method: 'POST',
  path: '/internal/privacy/tasks/{id}',
  service: 'leads',
  access: 'internal',
  callers: ['telephony', 'messaging', 'followups', 'stats'],
  given: false,
  summary:
    'Reports what the calling service collected, sheet by sheet, or erased. `is_last` completes its part; idempotent.',
  params: z.object({ id }),
  body: z.object({
    sheet: z.int().min(0),
    is_last: z.boolean(),
    counts: personCounts,
    records: z.array(personRecords).default([]),
  }),
  answer: outcome,
  example: {
    params: { id: privacyRequests.example.id },
    body: { sheet: 0, is_last: true, counts: { texts: 12 }, records: [] },
    answer: { status: 'success', message: 'Taken in' },
  },
});

export const privacyEndpoints = [
  findPerson,
  makePrivacyRequest,
  fetchPersonExport,
  privacyTasks,
  privacyTaskDone,
];
