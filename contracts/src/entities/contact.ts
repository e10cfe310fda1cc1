import { z } from 'zod';
import { stateCode } from '../codes/states.js';
import { id, instant } from '../ids.js';
import { phoneNumber } from '../phone.js';

/** The ways a customer is contacted. */
export const contactChannel = z.enum(['call', 'text', 'email']);
export type ContactChannel = z.infer<typeof contactChannel>;

/** What somebody does not want any more (`messages.json`, contact.opted-out). */
export const refusedChannel = z.enum(['call', 'text', 'email', 'all']);
export type RefusedChannel = z.infer<typeof refusedChannel>;

/** By what somebody came to be on the list of those not to be contacted (`messages.json`, contact.opted-out). */
export const optOutHow = z.enum(['status', 'agent', 'keyword', 'carrier', 'import']);
export type OptOutHow = z.infer<typeof optOutHow>;

/** An e-mail as the list keeps it: lower-cased. */
export const listedEmail = z
  .email('Please enter a valid e-mail')
  .max(320)
  .regex(/^[^A-Z]*$/, 'E-mail addresses are lower case');

/** What of a lead is contacted. A hidden number is named by its place, never shown. */
export const contactPlace = z.enum(['phone', 'second_phone', 'email']);
export type ContactPlace = z.infer<typeof contactPlace>;

/** The rules by which a contact is refused, in the order in which they are asked. */
export const permissionRule = z.enum([
  // It is no number, or no e-mail, that can be reached.
  'number',
  // The lead is gone, or the number is none of its own.
  'lead',
  // Whoever wants to contact may not work this lead.
  'actor',
  'do_not_contact',
  'status',
  // Nobody knows where the customer is.
  'place',
  // The table of rules cannot be read as it should.
  'rules',
  'hours',
  'attempts',
]);
export type PermissionRule = z.infer<typeof permissionRule>;

/** Yes; or no with the rule, a sentence for the user and when it may be tried next (null: not before something changes). */
export const permission = z.object({
  allowed: z.boolean(),
  rule: permissionRule.nullable(),
  sentence: z.string(),
  next_allowed_at: instant.nullable(),
  /** The override by which a rule was set aside. */
  override_id: id.nullable(),
});
export type Permission = z.infer<typeof permission>;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter a time, for example 08:00');
/** From the first minute to before the last, by the customer's clock. */
export const openHours = z
  .object({ from: clockTime, until: clockTime })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: 'Must be after the start',
  });

/**
 * Days on which nobody is contacted, beside weekdays without hours: `federal` holidays (on their own day and on the day
 * they are observed), `good-friday`, `mardi-gras`, a date of every year (`08-30`), one date (`2026-12-24`), or a weekday
 * of a month (`4-mon-04` the fourth Monday of April, `last-mon-04` the last one).
 */
export const closedDay = z
  .string()
  .regex(
    /^(federal|good-friday|mardi-gras|(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])|([1-4]|last)-(sun|mon|tue|wed|thu|fri|sat)-(0[1-9]|1[0-2]))$/,
    'federal, good-friday, mardi-gras, 08-30, 2026-12-24 or 4-mon-04',
  );

/** The state whose law a rule is, or `default` for what holds everywhere. */
export const contactRuleId = z.union([z.literal('default'), stateCode]);
export type ContactRuleId = z.infer<typeof contactRuleId>;

export const contactRuleFields = z.object({
  /** What it is about; an e-mail has no hours unless a rule says so. */
  channels: z.array(contactChannel).min(1, 'Choose at least one channel').max(3),
  /** Sunday first; null on a day without any. */
  hours: z.array(openHours.nullable()).length(7),
  closed_days: z.array(closedDay).max(100),
  /** Per number in 24 hours, over the rule's channels; null without limit. */
  max_attempts: z.int().min(1).max(100).nullable(),
  /** The laws or texts it stands on; where they disagree, what each says. */
  source: z.string().trim().min(1, 'Enter the legal basis of the rule').max(2000),
  /** When somebody last compared it with its source. */
  checked_on: z.iso.date(),
});

/**
 * One row of the table of contact hours and attempts. A state's row and the default hold together: nothing is allowed
 * that either refuses.
 */
export const contactRule = contactRuleFields.extend({
  id: contactRuleId,
  version: z.int(),
  changed_by: z.string().nullable(),
  updatedAt: instant,
});
export type ContactRule = z.infer<typeof contactRule>;

/** Somebody who is not to be contacted: a number or an e-mail, and for which channel. */
export const doNotContactEntry = z.object({
  id,
  phone: phoneNumber.nullable(),
  email: z.string().nullable(),
  channel: refusedChannel,
  how: optOutHow,
  since: instant,
  /** Who put it there; null for the system. */
  by: z.string().nullable(),
  lead_id: id.nullable(),
  reason: z.string().nullable(),
});
export type DoNotContactEntry = z.infer<typeof doNotContactEntry>;

export const exampleRule: ContactRule = {
  id: 'FL',
  channels: ['call', 'text'],
  hours: Array.from({ length: 7 }, () => ({ from: '08:00', until: '20:00' })),
  closed_days: [],
  max_attempts: 3,
  source: 'Fla. Stat. § 501.616(6): 8 a.m. to 8 p.m. of the called person, three calls in 24 hours.',
  checked_on: '2026-11-21',
  version: 1,
  changed_by: null,
  updatedAt: '2026-11-21T12:00:00.000Z',
};

export const exampleEntry: DoNotContactEntry = {
  id: '66f0a1b2c3d4e5f6010206aa',
  phone: '+12145550117',
  email: null,
  channel: 'text',
  how: 'keyword',
  since: '2026-11-20T17:41:00.000Z',
  by: null,
  lead_id: null,
  reason: null,
};
