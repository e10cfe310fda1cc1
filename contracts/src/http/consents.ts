import { z } from 'zod';
import { consentEvent, consentKind, type ConsentEvent } from '../customers/consent.js';
import { contactChannel, contactPlace } from '../customers/contact.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleLeadRow } from '../entities/lead.js';
import { outcome } from '../errors.js';
import { id, instant } from '../ids.js';

const exampleConsent: ConsentEvent = {
  id: '66f0a1b2c3d4e5f6010207ab',
  kind: 'written',
  state: 'valid',
  addresses: ['+12145550117', 'r.okafor@example.com'],
  channels: ['call', 'text'],
  at: '2026-11-20T16:03:11.000Z',
  received_at: '2026-11-20T16:03:14.000Z',
  received_from: 'Harbor Leads',
  import: null,
  asked_by: null,
  text: 'By clicking Submit I agree to be called and texted by Juniper Insurance.',
  url: 'https://quotes.example.com/final-expense',
  ip: '203.0.113.7',
  seller: 'Juniper Insurance',
  note: null,
  expires_at: null,
  certificates: [
    {
      by: 'trustedform',
      id: '0dc2a5a1e7d3f1',
      url: 'https://cert.trustedform.com/0dc2a5a1e7d3f1',
      claim: null,
    },
  ],
  revocations: [],
  opt_outs: [],
};

export const listConsents = defineEndpoint({
  name: 'listConsents',
  method: 'GET',
  path: '/api/rest/leads/{id}/consents',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.consents-read', subject: 'lead/{params.id}' },
  summary:
    'What is known of the consent of a lead and of its numbers and e-mail, the last received first, at most 100.',
  params: z.object({ id }),
  answer: z.object({ consents: z.array(consentEvent) }),
  example: {
    params: { id: exampleLeadRow.id },
    answer: { consents: [exampleConsent] },
  },
});

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${String(max)} characters`);
const optionalText = (max: number) => text(max).default('');

/** What a person records of a consent that a customer gave them. */
export const recordedConsent = z.object({
  kind: consentKind,
  /** What was agreed to. */
  channels: z.array(contactChannel).min(1, 'Choose at least one channel').max(3),
  /** For which numbers of the lead, and whether for its e-mail. */
  places: z.array(contactPlace).min(1, 'Choose at least one number or the e-mail').max(3),
  /** When the person agreed. */
  at: instant,
  /** What they agreed to, as it was read out or written. */
  wording: optionalText(5_000),
  /** Who asked; whoever records it unless somebody is named. */
  asked_by: optionalText(200),
  expires_at: instant.nullable().default(null),
  /** Whom they agreed to be contacted by; the agency unless somebody is named. */
  seller: optionalText(200),
  note: optionalText(1_000),
});

export const recordConsent = defineEndpoint({
  name: 'recordConsent',
  method: 'POST',
  path: '/api/rest/leads/{id}/consents',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.consent-recorded', subject: 'lead/{params.id}' },
  summary:
    'Records a consent that a customer gave. The same consent recorded again is answered as the first one, and stored once.',
  params: z.object({ id }),
  body: recordedConsent,
  answer: outcome.extend({ consent: consentEvent }),
  example: {
    params: { id: exampleLeadRow.id },
    body: {
      kind: 'written',
      channels: ['call', 'text'],
      places: ['phone', 'email'],
      at: '2026-11-20T16:03:11.000Z',
      wording: 'By clicking Submit I agree to be called and texted by Juniper Insurance.',
    },
    answer: { status: 'success', message: 'Consent recorded', consent: exampleConsent },
  },
});

export const revokeConsent = defineEndpoint({
  name: 'revokeConsent',
  method: 'POST',
  path: '/api/rest/leads/{id}/consents/{consentId}/revocation',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.consent-revoked', subject: 'lead/{params.id}' },
  summary:
    'Records that a customer took a consent back: for some channels, or for all that it is for. The consent stays on record. Consent to recording is taken back on the lead itself.',
  params: z.object({ id, consentId: id }),
  body: z.object({
    reason: text(500).min(1, 'Enter a reason'),
    channels: z.array(contactChannel).min(1, 'Choose at least one channel').max(3).optional(),
  }),
  answer: outcome.extend({ consent: consentEvent }),
  example: {
    params: { id: exampleLeadRow.id, consentId: exampleConsent.id },
    body: { reason: 'Asked to be called only', channels: ['text'] },
    answer: {
      status: 'success',
      message: 'Consent revoked',
      consent: {
        ...exampleConsent,
        revocations: [
          {
            at: '2026-11-21T15:30:00.000Z',
            by: 'Dana Reyes',
            reason: 'Asked to be called only',
            channels: ['text'],
          },
        ],
      },
    },
  },
});

export const consentsEndpoints = [listConsents, recordConsent, revokeConsent];
