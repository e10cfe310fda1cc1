import { z } from 'zod';
import { typeName } from '../codes/lead-types.js';
import { savableStatus } from '../codes/statuses.js';
import { refusedChannel } from '../customers/contact.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleEventLead, exampleLeadRow, healthLead, lifeLead, sealedOfLead } from '../entities/lead.js';
import { emailEntry, noteEntry, textEntry } from '../entities/timeline.js';
import { outcome } from '../errors.js';
import { id, instant } from '../ids.js';
import { doNotContact, listedAddressField } from '../resources/do-not-contact.js';
import { exampleIntake, intakeAnswer, intakeInput, partnerSource } from './intake.js';
import { noteLength } from './notes.js';
import { cursor, exampleText } from './timeline.js';

/**
 * The calls that API keys make: what other systems do over the bus, for those without a broker. They act for nobody: rights
 * are the scope's, and what they change, the system changed.
 */
const common = { service: 'leads', access: 'key', given: false } as const;

const leadId = exampleLeadRow.id;
const byId = { params: z.object({ id }) };
const [lifeIntake, healthIntake] = intakeInput.options;

/** The sender's own id of a lead: a second lead under it is the first one again. */
const externalId = z.string().trim().min(1, 'Send your own id of the lead').max(200);
const delivered = { source: partnerSource, external_id: externalId };

export const createLeadByKey = defineEndpoint({
  ...common,
  name: 'createLeadByKey',
  method: 'POST',
  path: '/api/v1/leads',
  scope: 'leads:create',
  audit: { action: 'lead.received', subject: 'lead/{answer.lead_id}' },
  summary:
    'Creates a lead, with what proves its consent. Idempotent by external_id: the same lead again changes nothing and gets the same response, another lead under the same id is 409. Somebody who is known already, or asked not to be contacted, is `rejected` with the reason.',
  body: z.discriminatedUnion('type', [lifeIntake.extend(delivered), healthIntake.extend(delivered)]),
  answer: intakeAnswer,
  example: {
    body: { ...exampleIntake, source: 'clickListing', external_id: '120934' },
    answer: {
      status: 'success',
      message: 'Lead accepted',
      result: 'accepted',
      lead_id: leadId,
      reason: null,
    },
  },
});

/** What of a lead only those see who work with it in a browser: who has it open, and the prices once more as text. */
const ofBrowsers = {
  busy: true,
  busy_user_id: true,
  busy_fullname: true,
  busy_version: true,
} as const;
const ownOfKeys = { external_id: z.string().nullable() };

/** A lead as a key reads it; without `leads:read-sealed` it has neither health data nor birth dates. */
export const keyLead = z.discriminatedUnion('type', [
  lifeLead
    .omit({ ...ofBrowsers, pc: true })
    .partial(sealedOfLead.life)
    .extend(ownOfKeys),
  healthLead.omit(ofBrowsers).partial(sealedOfLead.health).extend(ownOfKeys),
]);
export type KeyLead = z.output<typeof keyLead>;

/** The same without what is sealed: what is left of a lead that is read with it. */
export const openKeyLead = z.discriminatedUnion('type', [
  lifeLead.omit({ ...ofBrowsers, pc: true, ...sealedOfLead.life }).extend(ownOfKeys),
  healthLead.omit({ ...ofBrowsers, ...sealedOfLead.health }).extend(ownOfKeys),
]);

const exampleKeyLead = openKeyLead.parse({ ...exampleEventLead, external_id: '120934' });

/** Leads of one answer at most. */
export const maxListedByKey = 100;

export const listLeadsByKey = defineEndpoint({
  ...common,
  name: 'listLeadsByKey',
  method: 'GET',
  path: '/api/v1/leads',
  scope: 'leads:read',
  audit: { action: 'leads.listed', lists: 'answer.leads[].id' },
  summary:
    'Leads of a type in the order of their last change, from `updated_since` on, or behind `after`: the `next` of the answer before. `next` is there at the end as well, to ask for what changes later. With `external_id`, that lead alone.',
  query: z
    .object({
      type: typeName.optional(),
      updated_since: instant.optional(),
      after: z.string().max(60).optional(),
      external_id: externalId.optional(),
      limit: z.coerce.number().int().min(1).max(maxListedByKey).default(50),
    })
    .refine(({ type, external_id }) => type !== undefined || external_id !== undefined, {
      path: ['type'],
      error: 'Send life or health, or an external_id',
    }),
  answer: z.object({ leads: z.array(keyLead), next: z.string().nullable() }),
  example: {
    query: { type: 'life', updated_since: '2026-11-20T00:00:00.000Z' },
    answer: { leads: [exampleKeyLead], next: `2026-11-20T17:38:00.000Z_${leadId}` },
  },
});

export const getLeadByKey = defineEndpoint({
  ...common,
  ...byId,
  name: 'getLeadByKey',
  method: 'GET',
  path: '/api/v1/leads/{id}',
  scope: 'leads:read',
  audit: { action: 'lead.opened', subject: 'lead/{params.id}' },
  summary: 'One lead. With the scope leads:read-sealed it has health data and birth dates.',
  answer: z.object({ lead: keyLead }),
  example: { params: { id: leadId }, answer: { lead: exampleKeyLead } },
});

export const setStatusByKey = defineEndpoint({
  ...common,
  ...byId,
  name: 'setStatusByKey',
  method: 'PUT',
  path: '/api/v1/leads/{id}/status',
  scope: 'leads:status',
  audit: { action: 'lead.status-changed', subject: 'lead/{params.id}' },
  summary:
    'Saves the status of a lead; idempotent. While somebody has the lead open: 423, send it again later.',
  body: z.object({ status: savableStatus }),
  answer: outcome.extend({ id, version: z.int() }),
  example: {
    params: { id: leadId },
    body: { status: 'followUp' },
    answer: { status: 'success', message: 'Status saved', id: leadId, version: 5 },
  },
});

export const addNoteByKey = defineEndpoint({
  ...common,
  ...byId,
  name: 'addNoteByKey',
  method: 'POST',
  path: '/api/v1/leads/{id}/notes',
  scope: 'leads:status',
  audit: { action: 'lead.note-created', subject: 'lead/{params.id}' },
  summary: 'Adds a note to a lead, in the name of the key.',
  body: z.object({
    message: z.string().trim().min(1, 'This field is required').max(noteLength, 'At most 5,000 characters'),
  }),
  answer: outcome.extend({ id }),
  example: {
    params: { id: leadId },
    body: { message: 'Paid the first premium.' },
    answer: { status: 'success', message: 'Note added', id: '66f0a1b2c3d4e5f6010207aa' },
  },
});

/** What was written of a lead, by either side and about it. */
export const keyMessage = z.discriminatedUnion('kind', [textEntry, emailEntry, noteEntry]);

export const listMessagesByKey = defineEndpoint({
  ...common,
  ...byId,
  name: 'listMessagesByKey',
  method: 'GET',
  path: '/api/v1/leads/{id}/messages',
  scope: 'messages:read',
  audit: { action: 'lead.timeline-read', subject: 'lead/{params.id}' },
  summary:
    'Texts, e-mails and notes of a lead, the newest first. before: the next of the answer before. Where texts and e-mails cannot be loaded: 503, send it again later.',
  query: z.object({
    before: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(maxListedByKey).default(50),
  }),
  answer: z.object({
    messages: z.array(keyMessage),
    /** Null where nothing is older. */
    next: z.string().nullable(),
  }),
  example: {
    params: { id: leadId },
    query: { limit: 10 },
    answer: { messages: [exampleText], next: null },
  },
});

export const addDoNotContactByKey = defineEndpoint({
  ...common,
  name: 'addDoNotContactByKey',
  method: 'POST',
  path: '/api/v1/do-not-contact',
  scope: 'do-not-contact:write',
  audit: { action: 'do-not-contact-entry.created', subject: 'do-not-contact-entry/{answer.id}' },
  summary:
    'Puts a number or an e-mail on the do-not-contact list; idempotent. Only an admin takes it off again.',
  body: z.object({
    address: listedAddressField.input,
    channel: refusedChannel,
    reason: z.string().trim().max(500).default(''),
  }),
  answer: outcome.extend({ id }),
  example: {
    body: { address: '+12145550117', channel: 'call', reason: 'Asked us by e-mail' },
    answer: { status: 'success', message: 'Will not be contacted', id: doNotContact.example.id },
  },
});

export const integrationEndpoints = [
  createLeadByKey,
  listLeadsByKey,
  getLeadByKey,
  setStatusByKey,
  addNoteByKey,
  listMessagesByKey,
  addDoNotContactByKey,
];
