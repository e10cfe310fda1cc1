import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { callDirection, callKind, callOutcome } from '../codes/call-codes.js';
import { choice } from '../fields/choice-kinds.js';
import { count, instant } from '../fields/kept-kinds.js';
import { text } from '../fields/text-kinds.js';
import { id } from '../ids.js';
import { callerNumber, toShown } from '../phone.js';
import { defineResource } from './define-resource.js';

const idOrNone = id.nullable();
/** The id of somebody or something that a call may be without. */
const reference = (label: string, example: string) => ({
  ...text({ label, max: 24, writable: 'never', example: '' }),
  wire: idOrNone,
  input: idOrNone,
  example,
  shown: (found: string | null) => found ?? '',
});

const directionNames = { inbound: 'Incoming', outbound: 'Outgoing' } as const;
const kindNames = { single: 'Single', conference: 'Conference', dialler: 'AutoDialler' } as const;
export const callOutcomeNames = {
  completed: 'Talked',
  busy: 'Busy',
  'no-answer': 'No answer',
  failed: 'Failed',
  canceled: 'Canceled',
  refused: 'Not allowed',
  drop: 'Voicemail left',
} as const;

/** Every call and every attempt at one, also those that permission refused. Admins see all, others their own. */
export const calls = defineResource({
  name: 'calls',
  service: 'telephony',
  one: 'call',
  many: 'calls',
  fields: {
    startedAt: instant({ label: 'When', example: '2026-11-20T17:40:12.000Z' }),
    direction: choice({
      label: 'Direction',
      of: callDirection.options.map((each) => ({ id: each, name: directionNames[each] })),
      required: true,
      writable: 'never',
      example: 'outbound',
    }),
    kind: choice({
      label: 'Type',
      of: callKind.options.map((each) => ({ id: each, name: kindNames[each] })),
      required: true,
      writable: 'never',
      example: 'single',
    }),
    lead_id: reference('Lead', '66f0a1b2c3d4e5f601020399'),
    /** As it was called then; empty for a number of no lead. */
    lead_name: text({ label: 'Lead name', max: 500, writable: 'never', example: 'Raymond Okafor' }),
    /** E.164, or `anonymous`; empty where the status of the lead hides it. */
    number: {
      ...text({ label: 'Number', max: 40, writable: 'never', example: '+12145550117' }),
      shown: (number: string) =>
        number === '' || callerNumber.safeParse(number).success ? toShown(number) : 'No caller ID',
    },
    user_id: reference('Agent', '66f0a1b2c3d4e5f601020304'),
    agent_name: text({ label: 'Agent name', max: 201, writable: 'never', example: 'Dana Reyes-Whitfield' }),
    /** Null while it goes on. */
    outcome: choice({
      label: 'Outcome',
      of: callOutcome.options.map((each) => ({ id: each, name: callOutcomeNames[each] })),
      writable: 'never',
      example: 'refused',
    }),
    /** Why it came out so, where a person should know. */
    reason: text({
      label: 'Reason',
      max: 1_000,
      writable: 'never',
      example: 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT',
    }),
    /** Seconds that were talked. */
    duration: count({ label: 'Duration', writable: 'never', example: 0 }),
  },
  owner: 'user_id',
  supervised: true,
  rights: { read: 'owner' },
  // The last one first.
  sort: ['startedAt', 'DESC'],
  sorts: ['startedAt'],
  search: ['lead_name', 'number'],
  filters: ['direction', 'outcome', 'startedAt'],
});
export type Call = z.output<typeof calls.record>;

export const exportCalls = defineEndpoint({
  name: 'exportCalls',
  method: 'POST',
  path: '/api/rest/calls/export',
  service: 'telephony',
  access: 'owner',
  given: false,
  audit: { action: 'calls.exported', reads: true },
  summary:
    'All calls that a list with the same filter has, newest first, as CSV. Safe to open in a spreadsheet.',
  body: z.object({ filter: z.string().max(20_000).default('{}') }),
  answerKind: 'file',
  answer: z.array(calls.record),
  example: { body: { filter: '{"outcome":["refused"]}' }, answer: [calls.example] },
});
