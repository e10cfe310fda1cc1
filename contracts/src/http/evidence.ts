import { z } from 'zod';
import { listedEmail } from '../customers/contact.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { id, instant } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { person, personLead, personRecords } from './privacy.js';

/** Whom a pack is about: a number, an e-mail, or a lead, deleted or not. */
export const evidenceSubject = z
  .object({
    phone: phoneNumber.optional(),
    email: listedEmail.optional(),
    lead_id: id.optional(),
  })
  .refine(({ phone, email, lead_id }) => [phone, email, lead_id].some((each) => each !== undefined), {
    path: ['phone'],
    message: 'Name a number, an e-mail or a lead',
  });
export type EvidenceSubject = z.output<typeof evidenceSubject>;

/** What a pack holds, as `evidence.json` has it. */
export const evidence = z.object({
  /** Of the pack: in its file name, on its page, and in the log. */
  id: z.uuid(),
  made_at: instant,
  made_by: z.string(),
  person,
  /** The leads of the person, deleted ones too. */
  leads: z.array(personLead),
  records: z.array(personRecords),
});
export type Evidence = z.output<typeof evidence>;

const examplePhone = '+12145550117';

export const makeEvidence = defineEndpoint({
  name: 'makeEvidence',
  method: 'POST',
  path: '/api/rest/evidence',
  service: 'messaging',
  access: 'admin',
  given: false,
  audit: { action: 'evidence.exported', reads: true },
  summary:
    'Evidence pack of a number, e-mail or lead as ZIP: a readable page, JSON, and a SHA-256 manifest for `sha256sum -c`. Uses a body to keep addresses out of logs.',
  body: evidenceSubject,
  answerKind: 'file',
  answer: evidence,
  example: {
    body: { phone: examplePhone },
    answer: {
      id: '0198f0c4-6d1e-7c3a-9b54-2f1f6f0a7c11',
      made_at: '2026-11-20T17:38:00.000Z',
      made_by: 'Ada Admin',
      person: { phones: [examplePhone], emails: [], lead_ids: [] },
      leads: [],
      records: [{ kind: 'texts', items: [{ at: '2026-11-02T09:00:00.000Z', text: 'Yes' }] }],
    },
  },
});

const gathered = z.object({ records: z.array(personRecords) });
const exampleRecords = { records: [{ kind: 'calls' as const, items: [{ at: '2026-11-02T09:00:00.000Z' }] }] };
const examplePerson = { phones: [examplePhone], emails: [], lead_ids: [] };

export const leadsEvidence = defineEndpoint({
  name: 'leadsEvidence',
  method: 'POST',
  path: '/internal/evidence',
  service: 'leads',
  access: 'internal',
  callers: ['messaging'],
  given: false,
  summary:
    'The person that a number, an e-mail or a lead belongs to, their leads, and what leads stores of them.',
  body: evidenceSubject,
  answer: gathered.extend({ person, leads: z.array(personLead) }),
  example: {
    body: { phone: examplePhone },
    answer: { person: examplePerson, leads: [], ...exampleRecords },
  },
});

export const telephonyEvidence = defineEndpoint({
  name: 'telephonyEvidence',
  method: 'POST',
  path: '/internal/calls/evidence',
  service: 'telephony',
  access: 'internal',
  callers: ['messaging'],
  given: false,
  summary: "A person's calls, recordings and voicemails.",
  body: person,
  answer: gathered,
  example: { body: examplePerson, answer: exampleRecords },
});

export const evidenceEndpoints = [makeEvidence, leadsEvidence, telephonyEvidence];
