import { z } from 'zod';
import { sources } from '../codes/sources.js';
import { flag } from '../fields/choice-kinds.js';
import { count, instant } from '../fields/kept-kinds.js';
import { choices } from '../fields/several-kinds.js';
import { text } from '../fields/text-kinds.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { id } from '../ids.js';
import { defineResource } from './define-resource.js';

/** Sources that partners may deliver to: all but a person's own entry and the file upload. */
export const partnerSources = ['own', 'mediaalpha', 'clickListing', 'liveTransfer'] as const;

const titleOf = (name: string) => sources.find((source) => source.name === name)?.title ?? name;

/** A company that delivers leads by call. The key itself is shown once and kept as a hash. */
export const partners = defineResource({
  name: 'partners',
  service: 'leads',
  one: 'partner',
  many: 'partners',
  fields: {
    name: text({ label: 'Name', max: 100, required: true, example: 'BrightQuote Media' }),
    /** Stands before the partner's own ids of leads: `code:key` is the external id of a lead. */
    code: text({
      label: 'Code',
      help: 'Lower-case letters, digits and dashes. It cannot be changed later.',
      max: 40,
      required: true,
      pattern: {
        matches: /^[a-z0-9][a-z0-9-]{1,39}$/,
        sentence: 'Lower-case letters, digits and dashes, 2 to 40',
      },
      writable: 'create',
      example: 'brightquote',
    }),
    sources: choices({
      label: 'Sources',
      of: partnerSources.map((name) => ({ id: name, name: titleOf(name) })),
      none: 'Choose at least one source',
      example: ['clickListing', 'liveTransfer'],
    }),
    /** The first signs of the key in use, to tell keys apart. */
    key_hint: text({ label: 'Key', max: 20, writable: 'never', example: 'pk_4fQ1' }),
    accepted: count({ label: 'Accepted', writable: 'never', example: 1204 }),
    rejected: count({ label: 'Rejected', writable: 'never', example: 31 }),
    last_used_at: instant({ label: 'Last delivery', example: '2026-11-20T17:38:00.000Z' }),
    active: flag({ label: 'May deliver', writable: 'change', initially: 1, example: 1 }),
  },
  rights: { read: 'admin', create: 'admin', change: 'admin' },
  sort: ['name', 'ASC'],
  search: ['name', 'code'],
  unique: { code: 'This code is already used by another partner' },
  filters: ['sources', 'active'],
  once: { shape: { key: z.string() }, example: { key: 'pk_4fQ1…' } },
});
export type Partner = z.infer<typeof partners.record>;

export const renewPartnerKey = defineEndpoint({
  name: 'renewPartnerKey',
  method: 'POST',
  path: '/api/rest/partners/{id}/key',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'partner.key-renewed', subject: 'partner/{params.id}' },
  summary: 'Issues a new key to a partner, shown once; the old one stops working.',
  params: z.object({ id }),
  answer: partners.record.extend({ key: z.string() }),
  example: {
    params: { id: partners.example.id },
    answer: { ...partners.example, key: 'pk_9xA2…' },
  },
});
