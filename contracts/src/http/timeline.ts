import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { exampleLeadRow } from '../entities/lead.js';
import {
  emailEntry,
  callEntry,
  textEntry,
  timelineEntry,
  timelineKind,
  timelineKinds,
  timelinePlace,
  voicemailEntry,
  type TimelineEntry,
  type TimelineKind,
  type TimelinePlace,
} from '../entities/timeline.js';
import { id } from '../ids.js';

const leadId = exampleLeadRow.id;

/** What another service has of a timeline; what is missing of an answer is named so. */
export const timelineParts = ['calls', 'messages'] as const;

const separator = '~';

/** A place as it is in an address: what `next` of an answer says. */
export const cursorOf = ({ at, id: entry }: TimelinePlace): string => `${at}${separator}${entry}`;

/** The place that an address names; undefined where it names none. */
export function placeOf(cursor: string): TimelinePlace | undefined {
  const [at = '', entry = ''] = cursor.split(separator);
  return timelinePlace.safeParse({ at, id: entry }).data;
}

const namedKinds = z.array(timelineKind).min(1).max(timelineKinds.length);
/** The kinds that an address names, comma-separated; undefined where one of them is none. */
export const kindsOf = (kinds: string): TimelineKind[] | undefined =>
  namedKinds.safeParse(kinds.split(',')).data;

export const cursor = z
  .string()
  .max(200)
  .refine((text) => placeOf(text) !== undefined, 'Not a place in a timeline');

const kinds = z
  .string()
  .max(200)
  .refine((text) => kindsOf(text) !== undefined, 'Not a kind of entry');

const exampleCall: Extract<TimelineEntry, { kind: 'call' }> = {
  kind: 'call',
  id: 'call:66f0a1b2c3d4e5f6010208aa',
  at: '2026-11-20T17:40:12.000Z',
  who: 'Dana Reyes-Whitfield',
  direction: 'outbound',
  call_kind: 'single',
  outcome: 'refused',
  answered_by: null,
  reason: 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT',
  number: '+12145550117',
  duration: 0,
  record_id: null,
};
export const exampleText: Extract<TimelineEntry, { kind: 'text' }> = {
  kind: 'text',
  id: 'text:66f0a1b2c3d4e5f6010205aa',
  at: '2026-11-20T17:38:00.000Z',
  who: 'Dana Reyes-Whitfield',
  is_client_message: 0,
  text: 'Good morning Raymond, may I call you at nine?',
  number: '+12145550117',
  send_status: 'delivered',
  reason: '',
};
const exampleStatus: Extract<TimelineEntry, { kind: 'status' }> = {
  kind: 'status',
  id: 'change:01935a3e-7f2c-7b11-9a44-0c2d1e5f6a7b',
  at: '2026-11-20T17:36:00.000Z',
  who: 'Dana Reyes-Whitfield',
  from: 'newLead',
  to: 'contactAttempt1',
};

export const leadTimeline = defineEndpoint({
  name: 'leadTimeline',
  method: 'GET',
  path: '/api/rest/leads/{id}/timeline',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'lead.timeline-read', subject: 'lead/{params.id}' },
  summary:
    'What happened to a lead, the newest first: calls, voicemails, texts, e-mails, notes, status, assignment, follow-ups, consent, opt-outs. kinds: some of them, comma-separated; before: the next of the answer before. missing: parts that could not be loaded.',
  params: z.object({ id }),
  query: z.object({
    before: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    kinds: kinds.optional(),
  }),
  answer: z.object({
    entries: z.array(timelineEntry),
    /** Null where nothing is older. */
    next: z.string().nullable(),
    missing: z.array(z.enum(timelineParts)),
  }),
  example: {
    params: { id: leadId },
    query: { kinds: 'call,text,status' },
    answer: { entries: [exampleCall, exampleText, exampleStatus], next: null, missing: [] },
  },
});

const asked = z.object({
  lead_id: id,
  /** Entries behind this place; null for the newest. */
  before: timelinePlace.nullable(),
  limit: z.int().min(1).max(101),
});
const exampleAsked = { lead_id: leadId, before: null, limit: 51 };

export const timelineOfCalls = defineEndpoint({
  name: 'timelineOfCalls',
  method: 'POST',
  path: '/internal/timeline/calls',
  service: 'telephony',
  access: 'internal',
  callers: ['leads'],
  given: false,
  summary: "Calls and voicemails of a lead's timeline, the newest first.",
  body: asked.extend({ kinds: z.array(z.enum(['call', 'voicemail'])).min(1) }),
  answer: z.object({ entries: z.array(z.discriminatedUnion('kind', [callEntry, voicemailEntry])) }),
  example: { body: { ...exampleAsked, kinds: ['call'] }, answer: { entries: [exampleCall] } },
});

export const timelineOfMessages = defineEndpoint({
  name: 'timelineOfMessages',
  method: 'POST',
  path: '/internal/timeline/messages',
  service: 'messaging',
  access: 'internal',
  callers: ['leads'],
  given: false,
  summary:
    "Texts and e-mails of a lead's timeline, the newest first. stored: which of the attempts that were refused are texts or e-mails, whose own entries say so.",
  body: asked.extend({
    kinds: z.array(z.enum(['text', 'email'])).min(1),
    refused: z.array(z.string().max(100)).max(200),
  }),
  answer: z.object({
    entries: z.array(z.discriminatedUnion('kind', [textEntry, emailEntry])),
    stored: z.array(z.string()),
  }),
  example: {
    body: { ...exampleAsked, kinds: ['text', 'email'], refused: [] },
    answer: { entries: [exampleText], stored: [] },
  },
});

export const timelineEndpoints = [leadTimeline, timelineOfCalls, timelineOfMessages];
