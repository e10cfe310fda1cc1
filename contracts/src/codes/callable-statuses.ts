import type { StatusCode } from './statuses.js';

/**
 * The statuses under which the dialler calls by itself: nobody was reached yet, or something is still to be said. Not
 * whoever declined or must not be called, nor whoever has an application running, whom their own agent calls.
 */
export const callableStatuses: readonly StatusCode[] = [
  'newLead',
  'contactAttempt1',
  'contactAttempt2',
  'contactAttempt3',
  'contactAttempt4',
  'followUp',
  'priceTooHigh',
  'emailed',
  'thinkingAboutIt',
];
