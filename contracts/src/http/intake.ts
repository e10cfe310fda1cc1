import { z } from 'zod';
import { sourceName } from '../codes/sources.js';
import { consentInput } from '../customers/consent.js';
import { healthLeadInput, lifeLeadInput } from '../entities/lead-input.js';
import { exampleLeadRow } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { partnerSources } from '../resources/partner.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

/** A source that leads are delivered to from outside. */
export const partnerSource = sourceName.extract(partnerSources);

const offered = { id: true, version: true, source: true, status: true } as const;
/** A lead as a partner sends it: the form's own fields and rules, and what proves its consent; the source is in the address. */
export const intakeInput = z.discriminatedUnion('type', [
  lifeLeadInput.omit(offered).extend(consentInput.shape),
  healthLeadInput.omit(offered).extend(consentInput.shape),
]);
export type IntakeInput = z.infer<typeof intakeInput>;

/** The lead alone of what a partner sends; `consentInput` reads the rest. */
export const intakeLead = z.discriminatedUnion('type', [
  lifeLeadInput.omit(offered).strip(),
  healthLeadInput.omit(offered).strip(),
]);

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

/** A lead as a partner may send it. */
export const exampleIntake = {
  type: 'life',
  fullname: 'Raymond Okafor',
  email: 'r.okafor@example.com',
  phone: '+12145550117',
  state: 'TX',
  birth_date: '1957-06-02',
  consent_text: 'By clicking Submit I agree to be called and texted by Juniper Insurance.',
  consent_url: 'https://quotes.example.com/final-expense',
  consent_ip: '203.0.113.7',
  consent_at: '2026-11-20T16:03:11.000Z',
  trustedform_cert_url: 'https://cert.trustedform.com/0dc2a5a1e7d3f1',
  seller: 'Juniper Insurance',
  channels: ['call', 'text'],
} as const;

export const ingestLead = defineEndpoint({
  name: 'ingestLead',
  method: 'POST',
  path: '/api/intake/{source}',
  service: 'leads',
  access: 'public',
  given: false,
  audit: { action: 'lead.received', subject: 'lead/{answer.lead_id}' },
  summary:
    "Accepts a partner's lead. X-Api-Key is the partner's key, Idempotency-Key the partner's id of the lead: a repeated delivery changes nothing and gets the same response. Invalid fields: 422; invalid key: 403.",
  params: z.object({ source: partnerSource }),
  headers: z.object({
    'x-api-key': z.string().min(1).max(200),
    'idempotency-key': z.string().trim().min(1, 'Send your own id of the lead').max(150),
  }),
  body: intakeInput,
  answer: intakeAnswer,
  example: {
    params: { source: 'clickListing' },
    headers: { 'x-api-key': 'pk_4fQ1…', 'idempotency-key': '120934' },
    body: exampleIntake,
    answer: {
      status: 'success',
      message: 'Lead accepted',
      result: 'accepted',
      lead_id: exampleLeadRow.id,
      reason: null,
    },
  },
});

export const intakeEndpoints = [ingestLead];
