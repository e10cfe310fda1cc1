import { z } from 'zod';
import { stateCode, stateName, type StateCode } from '../codes/states.js';
import { flag, state } from '../fields/choice-kinds.js';
import { wholeNumber } from '../fields/number-kinds.js';
import { choices } from '../fields/several-kinds.js';
import { longText } from '../fields/text-kinds.js';
import { date } from '../fields/time-kinds.js';
import { defineResource } from './define-resource.js';
import { closedDays, daily, weekHours } from './week-hours.js';

/** What a rule asks a consent for: of any kind, or in writing. */
const consentNeeds = [
  { id: 'call', name: 'Sales calls' },
  { id: 'call-written', name: 'Sales calls, in writing' },
  { id: 'text', name: 'Sales texts' },
  { id: 'text-written', name: 'Sales texts, in writing' },
  { id: 'bought-text', name: 'Texts of bought leads, naming the agency' },
  { id: 'recorded', name: 'Recorded messages' },
  { id: 'recorded-written', name: 'Recorded messages, in writing' },
] as const;
export type ConsentNeed = (typeof consentNeeds)[number]['id'];

/** The state whose law a rule is, or `default` for what holds everywhere. */
export const contactRuleId = z.union([z.literal('default'), stateCode]);
export type ContactRuleId = z.infer<typeof contactRuleId>;

/**
 * When and how often customers may be contacted. The default and the rule of a state hold together: nothing is allowed that
 * either refuses.
 */
export const contactRules = defineResource({
  name: 'contact-rules',
  service: 'leads',
  one: 'contact rule',
  about: 'reference',
  many: 'contact rules',
  id: { schema: contactRuleId, example: 'FL' },
  fields: {
    /** Null is the default, of which there is one. */
    state: {
      ...state({ label: 'State', short: 'Place', writable: 'create', example: 'FL' }),
      required: true,
      shown: (code: StateCode | null) => (code === null ? 'Everywhere' : stateName(code)),
    },
    hours: weekHours({ empty: daily('08:00', '21:00'), example: daily('08:00', '20:00') }),
    closed_days: closedDays({ example: ['mardi-gras', '2026-12-24'] }),
    /** What it is about; an e-mail has no hours unless a rule says so. */
    channels: choices({
      label: 'Holds for',
      of: [
        { id: 'call', name: 'Calls' },
        { id: 'text', name: 'Texts' },
        { id: 'email', name: 'E-mails' },
      ],
      none: 'Choose at least one channel',
      example: ['call', 'text'],
    }),
    /** Over the rule's channels. */
    max_attempts: wholeNumber({
      label: 'Attempts in 24 hours',
      short: 'In 24 hours',
      help: 'Leave empty for no limit',
      min: 1,
      max: 100,
      example: 3,
    }),
    /** Whether the limit is one for all numbers of a lead; for each of them where it is not. */
    attempts_per_person: flag({
      label: 'Limit per person',
      short: 'Per person',
      help: 'Attempts at all numbers of a lead count together',
      example: 1,
    }),
    /** Who bought so recently may be contacted as often as needed. */
    customer_months: wholeNumber({
      label: 'Months in which a customer is free of the limit',
      short: 'Customers',
      help: 'Leave empty where customers have the same limit',
      min: 1,
      max: 120,
      example: 18,
    }),
    /** Nobody knows yet which numbers were screened: the dialler rings nobody there, and people still may. */
    no_automated_dialling: flag({
      label: 'No automated dialling',
      short: 'No dialler',
      help: 'The automatic dialler calls nobody there',
      example: 0,
    }),
    /** A consent on file that covers the channel, for the number that is contacted. */
    consent_for: choices({
      label: 'Consent needed for',
      short: 'Consent',
      help: 'Contact is refused without a valid consent on file',
      of: consentNeeds,
      example: ['call-written', 'text-written'],
    }),
    /** The laws or texts it stands on; where they disagree, what each says. */
    source: longText({
      label: 'Source',
      max: 2000,
      required: true,
      none: 'Enter the legal basis of the rule',
      example: 'Fla. Stat. § 501.616(6): 8 a.m. to 8 p.m. of the called person, three calls in 24 hours.',
    }),
    /** What no table can decide. */
    counsel: longText({
      label: 'Ask counsel',
      max: 2000,
      help: 'What a lawyer should decide for your agency',
      example: '',
    }),
    /** When somebody last compared it with its source. */
    checked_on: date({ label: 'Checked', required: true, example: '2026-11-21' }),
  },
  rights: { read: 'admin', create: 'admin', change: 'admin' },
  // The default has no state and comes first.
  sort: ['state', 'ASC'],
  search: [],
  filters: ['channels'],
  says: { created: 'Rule saved', changed: 'Rule saved' },
});
export type ContactRule = z.output<typeof contactRules.record> & { id: ContactRuleId };
