import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { instant } from '../fields/kept-kinds.js';
import { text } from '../fields/text-kinds.js';
import { defineResource } from './define-resource.js';
import { listedAddressField } from './do-not-contact.js';

/** Numbers and e-mails whose leads and records are stored until the hold is lifted, whatever period ends and whoever asks. */
export const legalHolds = defineResource({
  name: 'legal-holds',
  service: 'leads',
  one: 'legal hold',
  many: 'legal holds',
  fields: {
    address: listedAddressField,
    reason: text({
      label: 'Reason',
      max: 500,
      required: true,
      writable: 'create',
      example: 'Complaint 26-1187, letter of counsel',
    }),
    by: text({ label: 'By', max: 201, writable: 'never', example: 'Ada Admin' }),
    since: instant({ label: 'Since', example: '2026-11-20T17:41:00.000Z' }),
  },
  rights: { read: 'admin', create: 'admin' },
  // The last one first.
  sort: ['since', 'DESC'],
  search: ['address'],
  says: { created: 'Legal hold set' },
});
export type LegalHold = z.output<typeof legalHolds.record>;

/** Why a hold is lifted. */
export const holdLiftReason = z.object({ reason: z.string().trim().min(1, 'Say why').max(500) });

export const liftLegalHold = defineEndpoint({
  name: 'liftLegalHold',
  method: 'DELETE',
  path: '/api/rest/legal-holds/{id}',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'legal-hold.lifted', subject: 'legal-hold/{params.id}' },
  summary: 'Lifts a legal hold: the periods of retention apply again. Author and reason stay on record.',
  params: z.object({ id: legalHolds.record.shape.id }),
  query: holdLiftReason,
  answer: outcome,
  example: {
    params: { id: legalHolds.example.id },
    query: { reason: 'Complaint settled' },
    answer: { status: 'success', message: 'Legal hold lifted' },
  },
});
