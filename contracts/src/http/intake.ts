import { z } from 'zod';
import { sourceName } from '../codes/sources.js';
import { healthLeadInput, lifeLeadInput } from '../entities/lead-input.js';
import { exampleLeadRow } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { flag, id, instant } from '../ids.js';
import { defineEndpoint } from './endpoint.js';

/** Sources that partners may deliver to: all but a person's own entry and the file upload. */
export const partnerSource = sourceName.extract(['own', 'mediaalpha', 'clickListing', 'liveTransfer']);

const offered = { id: true, version: true, source: true, status: true } as const;
/** A lead as a partner sends it: the form's own fields and rules; the source stands in the address. */
export const intakeInput = z.discriminatedUnion('type', [
  lifeLeadInput.omit(offered),
  healthLeadInput.omit(offered),
]);
export type IntakeInput = z.infer<typeof intakeInput>;

/** Why a well-formed lead was not taken. */
export const intakeRefusal = z.enum(['duplicate', 'do_not_contact', 'deleted']);
export type IntakeRefusal = z.infer<typeof intakeRefusal>;

/** What became of a delivered lead; the same for every delivery under one key. */
export const intakeAnswer = outcome.extend({
  result: z.enum(['accepted', 'rejected']),
  /** Of an accepted lead. */
  lead_id: id.nullable(),
  /** Of a rejected one. */
  reason: intakeRefusal.nullable(),
});
export type IntakeAnswer = z.infer<typeof intakeAnswer>;

const partnerCode = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'Lower-case letters, digits and dashes, 2 to 40');

/** A company that delivers leads by call. The key itself is shown once and kept as a hash. */
export const partner = z.object({
  id,
  /** Stands before the partner's own lead ids: `code:key` is the external id of a lead. */
  code: z.string(),
  name: z.string(),
  sources: z.array(partnerSource),
  active: flag,
  /** The first signs of the key in use, to tell keys apart. */
  key_hint: z.string(),
  accepted: z.int(),
  rejected: z.int(),
  last_used_at: instant.nullable(),
  createdAt: instant,
});
export type Partner = z.infer<typeof partner>;

const partnerFields = {
  name: z.string().trim().min(1, 'This field is required').max(100),
  sources: z.array(partnerSource).min(1, 'Choose at least one source').max(6),
};

const examplePartner: Partner = {
  id: '66f0a1b2c3d4e5f6010204aa',
  code: 'brightquote',
  name: 'BrightQuote Media',
  sources: ['clickListing', 'liveTransfer'],
  active: 1,
  key_hint: 'pk_4fQ1',
  accepted: 1204,
  rejected: 31,
  last_used_at: '2026-11-20T17:38:00.000Z',
  createdAt: '2026-03-02T15:00:00.000Z',
};

/** What a new partner is made of. */
export const newPartner = z.object({ code: partnerCode, ...partnerFields });

export const takeInLead = defineEndpoint({
  name: 'takeInLead',
  method: 'POST',
  path: '/api/intake/{source}',
  service: 'leads',
  access: 'public',
  given: false,
  summary:
    "Takes a partner's lead in. X-Api-Key is the partner's key, Idempotency-Key the partner's own id of the lead: a second delivery changes nothing and gets the same answer. Wrong fields: 422; a wrong key: 403.",
  params: z.object({ source: partnerSource }),
  headers: z.object({
    'x-api-key': z.string().min(1).max(200),
    'idempotency-key': z.string().trim().min(1, 'Name the lead by an id of your own').max(150),
  }),
  body: intakeInput,
  answer: intakeAnswer,
  example: {
    params: { source: 'clickListing' },
    headers: { 'x-api-key': 'pk_4fQ1…', 'idempotency-key': '120934' },
    body: {
      type: 'life',
      fullname: 'Raymond Okafor',
      email: 'r.okafor@example.com',
      phone: '+12145550117',
      state: 'TX',
      birth_date: '1957-06-02',
    },
    answer: {
      status: 'success',
      message: 'Lead accepted',
      result: 'accepted',
      lead_id: exampleLeadRow.id,
      reason: null,
    },
  },
});

export const listPartners = defineEndpoint({
  name: 'listPartners',
  method: 'GET',
  path: '/api/rest/partners',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'Partners that deliver leads, by name.',
  answer: z.object({ partners: z.array(partner) }),
  example: { answer: { partners: [examplePartner] } },
});

export const createPartner = defineEndpoint({
  name: 'createPartner',
  method: 'POST',
  path: '/api/rest/partners',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'Makes a partner. The answer alone ever carries the key.',
  body: newPartner,
  answer: outcome.extend({ partner, key: z.string() }),
  example: {
    body: { code: 'brightquote', name: 'BrightQuote Media', sources: ['clickListing'] },
    answer: { status: 'success', message: 'Partner created', partner: examplePartner, key: 'pk_4fQ1…' },
  },
});

export const changePartner = defineEndpoint({
  name: 'changePartner',
  method: 'PUT',
  path: '/api/rest/partners/{id}',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'Changes a partner. One that is not active is refused from the next call on.',
  params: z.object({ id }),
  body: z.object({ ...partnerFields, active: flag }),
  answer: outcome.extend({ partner }),
  example: {
    params: { id: examplePartner.id },
    body: { name: 'BrightQuote Media', sources: ['clickListing'], active: 0 },
    answer: { status: 'success', message: 'Partner saved', partner: { ...examplePartner, active: 0 } },
  },
});

export const renewPartnerKey = defineEndpoint({
  name: 'renewPartnerKey',
  method: 'POST',
  path: '/api/rest/partners/{id}/key',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'Gives a partner a new key, shown once; the old one is refused from now on.',
  params: z.object({ id }),
  answer: outcome.extend({ partner, key: z.string() }),
  example: {
    params: { id: examplePartner.id },
    answer: { status: 'success', message: 'New key made', partner: examplePartner, key: 'pk_9xA2…' },
  },
});

export const intakeEndpoints = [takeInLead, listPartners, createPartner, changePartner, renewPartnerKey];
