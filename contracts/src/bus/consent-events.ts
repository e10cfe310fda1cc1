import { z } from 'zod';
import { consentChannel, consentKind } from '../customers/consent.js';
import { exampleLifeLead } from '../entities/lead.js';
import { id, instant } from '../ids.js';
import { defineMessage } from './envelope.js';

const leads = ['leads'] as const;
const consentId = '66f0a1b2c3d4e5f6010207ab';

export const consentRecorded = defineMessage({
  type: 'consent.recorded',
  owner: leads,
  consumers: ['messaging'],
  given: false,
  summary: 'A consent of a person was stored, without its wording. State of subject consent/<id>.',
  data: z.object({
    consent_id: id,
    /** Null where it came with no lead: a delivery that was refused, a row of a file. */
    lead_id: id.nullable(),
    kind: consentKind,
    /** Empty where the sender did not say. */
    channels: z.array(consentChannel),
    seller: z.string().nullable(),
    /** When the person agreed; null where the sender did not say. */
    at: instant.nullable(),
    expires_at: instant.nullable(),
    has_certificate: z.boolean(),
  }),
  example: {
    consent_id: consentId,
    lead_id: exampleLifeLead.id,
    kind: 'written',
    channels: ['call', 'text'],
    seller: 'Juniper Insurance',
    at: '2026-11-20T16:03:11.000Z',
    expires_at: null,
    has_certificate: true,
  },
});

export const consentRevoked = defineMessage({
  type: 'consent.revoked',
  owner: leads,
  consumers: ['messaging'],
  given: false,
  summary: 'A person took a consent back for these channels.',
  data: z.object({
    consent_id: id,
    lead_id: id.nullable(),
    channels: z.array(consentChannel),
    at: instant,
  }),
  example: {
    consent_id: consentId,
    lead_id: exampleLifeLead.id,
    channels: ['text'],
    at: '2026-11-21T15:30:00.000Z',
  },
});

export const consentEvents = [consentRecorded, consentRevoked] as const;
