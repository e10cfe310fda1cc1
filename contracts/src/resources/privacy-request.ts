import { z } from 'zod';
import { personCounts, privacyServices } from '../customers/privacy.js';
import { choice } from '../fields/choice-kinds.js';
import { count, instant } from '../fields/kept-kinds.js';
import { asItIs } from '../fields/make-field.js';
import { parts } from '../fields/parts.js';
import { text } from '../fields/text-kinds.js';
import { instant as instantOnWire } from '../ids.js';
import { shownInstant } from '../time/pacific.js';
import { defineResource } from './define-resource.js';

/** What nobody types: the request is made by a call of its own. */
const typed = { empty: [], ofWire: asItIs, toWire: asItIs };
const kept = { typed, writable: 'never' } as const;

/** How far one service came. `waits`: it has not answered, or something is still in use there and is tried again. */
const privacyPart = z.object({
  service: z.enum(privacyServices),
  state: z.enum(['waits', 'done']),
  counts: personCounts,
  at: instantOnWire.nullable(),
});

/** Who fetched an export, and when. */
const fetch = z.object({ user_fullname: z.string(), at: instantOnWire });

/**
 * What an admin asked for in a person's name, and what the end of a retention period deleted; made and carried out by the
 * calls of `http/privacy.ts`. Kept for good; of the person only ends of number and e-mail stay.
 */
export const privacyRequests = defineResource({
  name: 'privacy-requests',
  service: 'leads',
  one: 'privacy request',
  many: 'privacy requests',
  fields: {
    at: instant({ label: 'When', example: '2026-11-20T17:38:00.000Z' }),
    kind: choice({
      label: 'What',
      of: [
        { id: 'export', name: 'Export' },
        { id: 'erasure', name: 'Erasure' },
        { id: 'retention', name: 'Retention' },
      ],
      required: true,
      writable: 'never',
      example: 'erasure',
    }),
    user_fullname: text({ label: 'Who', max: 201, writable: 'never', example: 'Ada Admin' }),
    /** `… 0117`, `r…@example.com`. */
    hints: parts({
      ...kept,
      label: 'About',
      wire: z.array(z.string()),
      shown: (hints: string[]) => hints.join(', '),
      example: ['… 0117', 'r…@example.com'],
    }),
    leads: count({ label: 'Leads', writable: 'never', example: 1 }),
    reason: text({ label: 'Reason', max: 500, writable: 'never', example: 'Letter of November 18' }),
    state: choice({
      label: 'State',
      of: [
        { id: 'running', name: 'Running' },
        { id: 'done', name: 'Done' },
      ],
      required: true,
      writable: 'never',
      example: 'running',
    }),
    parts: parts({
      ...kept,
      label: 'Comes to',
      wire: z.array(privacyPart),
      shown: (services: z.output<typeof privacyPart>[]) =>
        services.map(({ service, state }) => `${service} ${state}`).join(', '),
      example: [
        {
          service: 'leads',
          state: 'done',
          counts: { leads: 1, notes: 2 },
          at: '2026-11-20T17:38:00.000Z',
        },
        { service: 'telephony', state: 'waits', counts: {}, at: null },
      ],
    }),
    /** What an erasure leaves, and why. */
    stays: parts({
      ...kept,
      label: 'Stays',
      wire: z.array(z.string()),
      shown: (stays: string[]) => stays.join('; '),
      example: ['Do-not-contact entries: never deleted'],
    }),
    done_at: instant({ label: 'Finished', example: null }),
    /** Until when an export may be fetched; null for an erasure and for one that is gone. */
    expires_at: instant({ label: 'File', example: null }),
    fetched: parts({
      ...kept,
      label: 'Downloads',
      wire: z.array(fetch),
      shown: (fetches: z.output<typeof fetch>[]) =>
        fetches.map(({ user_fullname, at }) => `${user_fullname}, ${shownInstant(at)}`).join('; '),
      example: [],
    }),
  },
  rights: { read: 'admin' },
  // The last one first.
  sort: ['at', 'DESC'],
  search: ['user_fullname', 'reason'],
  filters: ['kind', 'state'],
});
export type PrivacyRequest = z.output<typeof privacyRequests.record>;
