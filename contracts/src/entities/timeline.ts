import { z } from 'zod';
import { consentChannel, consentKind } from '../customers/consent.js';
import { optOutHow, refusedChannel } from '../customers/contact.js';
import { statusCode } from '../codes/statuses.js';
import { flag, id, instant } from '../ids.js';
import { followupPriority } from './followup.js';
import { emailStatus, sendStatus } from './messaging.js';
import { answeredBy, callDirection, callKind, callOutcome } from './telephony.js';

/** What an entry of a lead's timeline can be about, in the order of its filter. */
export const timelineKinds = [
  'call',
  'voicemail',
  'text',
  'email',
  'note',
  'status',
  'assignment',
  'followup',
  'consent',
  'opt_out',
  'created',
] as const;
export const timelineKind = z.enum(timelineKinds);
export type TimelineKind = z.infer<typeof timelineKind>;

const entry = z.object({
  /** `<what>:<its id>`: entries of one instant are in the order of these. */
  id: z.string(),
  at: instant,
  /** Whose doing it was; null for the customer and for the system. */
  who: z.string().nullable(),
});

/** The customer's number; null where there is none, or the lead's status hides it. */
const number = z.string().nullable();
/** Why it did not go out, or failed; empty otherwise. */
const reason = z.string();

/** A call and every attempt at one; `outcome` is null while it goes on. */
export const callEntry = entry.extend({
  kind: z.literal('call'),
  direction: callDirection,
  call_kind: callKind,
  outcome: callOutcome.nullable(),
  answered_by: answeredBy.nullable(),
  reason,
  number,
  /** Seconds that were talked. */
  duration: z.int().min(0),
  record_id: id.nullable(),
});

export const voicemailEntry = entry.extend({
  kind: z.literal('voicemail'),
  voicemail_id: id,
  number,
  duration: z.int().min(0),
  /** What was said, where somebody wrote it down. */
  text: z.string().nullable(),
  read: flag,
});

/** A text. `refused`: it was asked for and never let out. */
export const textEntry = entry.extend({
  kind: z.literal('text'),
  is_client_message: flag,
  /** Empty for a refused one. */
  text: z.string(),
  number,
  send_status: sendStatus.or(z.literal('refused')),
  reason,
});

/** An e-mail; its words without their markup. `refused`: it was asked for and never let out. */
export const emailEntry = entry.extend({
  kind: z.literal('email'),
  title: z.string(),
  text: z.string(),
  to: z.string(),
  send_status: emailStatus.or(z.literal('refused')),
  reason,
});

export const noteEntry = entry.extend({ kind: z.literal('note'), text: z.string() });

export const statusEntry = entry.extend({ kind: z.literal('status'), from: statusCode, to: statusCode });

/** From whom a lead went to whom; null is nobody. */
export const assignmentEntry = entry.extend({
  kind: z.literal('assignment'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  how: z.enum(['manual', 'bulk', 'automatic', 'own']),
});

export const followupChangeKind = z.enum([
  'created',
  'changed',
  'completed',
  'reopened',
  'reassigned',
  'deleted',
]);
/** What became of a follow-up; of a deleted one nothing is known any more. */
export const followupEntry = entry.extend({
  kind: z.literal('followup'),
  what: followupChangeKind,
  /** Whose it is. */
  owner: z.string().nullable(),
  datetime: instant.nullable(),
  description: z.string(),
  priority: followupPriority.nullable(),
});

export const consentEntry = entry.extend({
  kind: z.literal('consent'),
  consent_kind: consentKind,
  channels: z.array(consentChannel),
  received_from: z.string(),
  text: z.string().nullable(),
});

/** A change of a do-not-contact entry of a number or e-mail of the lead. */
export const optOutEntry = entry.extend({
  kind: z.literal('opt_out'),
  what: z.enum(['added', 'lifted', 'worded', 'confirmed', 'reopened', 'withdrawn']),
  channel: refusedChannel,
  how: optOutHow.or(z.literal('admin')),
  /** Null where the lead's status hides it. */
  address: z.string().nullable(),
  /** What was written, or why a person did it. */
  text: z.string().nullable(),
});

/** The lead's beginning: where it came from, and whose it was. */
export const createdEntry = entry.extend({
  kind: z.literal('created'),
  source_title: z.string(),
  agent: z.string().nullable(),
});

/** One thing that happened to a lead or its customer. */
export const timelineEntry = z.discriminatedUnion('kind', [
  callEntry,
  voicemailEntry,
  textEntry,
  emailEntry,
  noteEntry,
  statusEntry,
  assignmentEntry,
  followupEntry,
  consentEntry,
  optOutEntry,
  createdEntry,
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** Where an entry stands: by its time, then by its id. */
export const timelinePlace = z.object({ at: instant, id: z.string().min(1).max(100) });
export type TimelinePlace = z.infer<typeof timelinePlace>;

/** Whether an entry stands before another one in a timeline: the newest is first. */
export function isNewer(one: TimelinePlace, other: TimelinePlace): boolean {
  const [first, second] = [Date.parse(one.at), Date.parse(other.at)];
  return first === second ? one.id > other.id : first > second;
}

/** The order of a timeline, for a sort. */
export const newestFirst = (one: TimelinePlace, other: TimelinePlace): number =>
  one.id === other.id ? 0 : isNewer(one, other) ? -1 : 1;
