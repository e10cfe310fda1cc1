import { z } from 'zod';
import { wholeNumber } from '../fields/number-kinds.js';
import { text } from '../fields/text-kinds.js';
import { defineResource } from './define-resource.js';

/** Outcomes of a call of the dialler after which a lead is dialled again. */
export const retriedOutcome = z.enum(['busy', 'no-answer', 'machine']);
export type RetriedOutcome = z.infer<typeof retriedOutcome>;

/** When the dialler calls a lead of its guide again, by how its last call came out. Contact permission holds beside it. */
export const retryRules = defineResource({
  name: 'retry-rules',
  service: 'telephony',
  one: 'retry rule',
  about: 'reference',
  many: 'retry rules',
  id: { schema: retriedOutcome, example: 'busy' },
  fields: {
    outcome: text({ label: 'Outcome', max: 40, writable: 'never', example: 'Busy' }),
    wait_minutes: wholeNumber({
      label: 'Minutes until the next call',
      short: 'After (minutes)',
      required: true,
      min: 1,
      max: 10_080,
      example: 15,
    }),
    /** Over all outcomes, in any seven days. */
    per_week: wholeNumber({
      label: 'Calls in a week',
      short: 'In a week',
      help: 'All calls of a lead in seven days; 0: not called again',
      required: true,
      min: 0,
      max: 50,
      example: 6,
    }),
  },
  rights: { read: 'admin', change: 'admin' },
  sort: ['wait_minutes', 'ASC'],
  search: ['outcome'],
});
export type RetryRule = z.output<typeof retryRules.record>;
