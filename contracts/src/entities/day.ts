import { z } from 'zod';
import { permission } from '../customers/contact.js';
import { instant } from '../ids.js';
import { exampleLeadRow, leadRow } from './lead.js';

/** The parts of a customer's day: until noon, until five, and what follows. */
export const partOfDay = z.enum(['morning', 'afternoon', 'evening']);
export type PartOfDay = z.infer<typeof partOfDay>;

/** Why a lead is to be contacted next (rule L38), in the order in which they come. */
export const dayReason = z.discriminatedUnion('kind', [
  /** Its next follow-up is due. */
  z.object({ kind: z.literal('callback'), due_at: instant }),
  /** The customer wrote and nobody has answered. */
  z.object({ kind: z.literal('reply'), at: instant }),
  /** Nobody has contacted it; since when it is there. */
  z.object({ kind: z.literal('new'), at: instant }),
  /** Tried without an answer: when, null where nobody knows; the part of the customer's day then and now. */
  z.object({
    kind: z.literal('retry'),
    tried_at: instant.nullable(),
    then: partOfDay.nullable(),
    now: partOfDay.nullable(),
  }),
]);
export type DayReason = z.infer<typeof dayReason>;
export type DayReasonKind = DayReason['kind'];

/** A lead of somebody's day: who, why, and whether now. */
export const dayRow = z.object({
  lead: leadRow,
  reason: dayReason,
  /** IANA names; more than one where it is not certain which. */
  zones: z.array(z.string()),
  call: permission.nullable(),
  text: permission.nullable(),
  /** When it may be contacted next; null where it may be now. */
  opens_at: instant.nullable(),
});
export type DayRow = z.infer<typeof dayRow>;

/** How many leads there are for each reason; a count that reached `maxOfReason` may be more. */
export const dayCounts = z.object({
  callback: z.int(),
  reply: z.int(),
  new: z.int(),
  retry: z.int(),
});
export type DayCounts = z.infer<typeof dayCounts>;

/** As many leads of one reason are looked at. */
export const maxOfReason = 100;

export const exampleDayRow: DayRow = {
  lead: exampleLeadRow,
  reason: { kind: 'callback', due_at: '2026-11-20T17:56:00.000Z' },
  zones: ['America/Chicago'],
  call: {
    allowed: true,
    rule: null,
    sentence: 'May be contacted',
    next_allowed_at: null,
    override_id: null,
  },
  text: {
    allowed: true,
    rule: null,
    sentence: 'May be contacted',
    next_allowed_at: null,
    override_id: null,
  },
  opens_at: null,
};
