import { z } from 'zod';
import {
  maxListAgeDays,
  screeningState,
  suppressionScope,
  suppressionScopeNames,
} from '../customers/suppression.js';
import { states } from '../codes/states.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { choice, state } from '../fields/choice-kinds.js';
import { count, instant } from '../fields/kept-kinds.js';
import { text } from '../fields/text-kinds.js';
import { isoDate } from '../fields/time-kinds.js';
import { defineResource } from './define-resource.js';

/** How long a value of an upload may be. */
const maxText = 200;

/**
 * Lists of numbers that are not to be called, each loaded from a file. A newer list of the same scope (and state, or of the
 * same name where it is an own one) replaces the one before it; what was replaced or removed stays on record without its
 * numbers.
 */
export const suppressionLists = defineResource({
  name: 'suppression-lists',
  service: 'leads',
  one: 'suppression list',
  many: 'suppression lists',
  fields: {
    name: text({
      label: 'Name',
      max: maxText,
      required: true,
      writable: 'never',
      example: 'FTC, area codes 214 and 469',
    }),
    scope: choice({
      label: 'List',
      of: suppressionScope.options.map((each) => ({ id: each, name: suppressionScopeNames[each] })),
      required: true,
      writable: 'never',
      example: 'national',
    }),
    state: state({ label: 'State', writable: 'never', example: null }),
    as_of: isoDate({
      label: 'Date of the list',
      short: 'As of',
      required: true,
      writable: 'never',
      example: '2026-11-02',
    }),
    /** Days since that date, today. */
    age_days: count({ label: 'Days old', writable: 'never', example: 18 }),
    proof: text({
      label: 'Proof',
      max: maxText,
      writable: 'never',
      example: 'SAN 10523871-4117',
      help: 'Subscription or certificate number',
    }),
    status: choice({
      label: 'Status',
      of: [
        { id: 'importing', name: 'Importing' },
        { id: 'loaded', name: 'Loaded' },
        { id: 'replaced', name: 'Replaced' },
        { id: 'removed', name: 'Removed' },
        { id: 'failed', name: 'Failed' },
      ],
      required: true,
      writable: 'never',
      example: 'loaded',
    }),
    numbers: count({ label: 'Numbers', writable: 'never', example: 412_907 }),
    /** Lines without a number; the heading is none of them. */
    refused: count({ label: 'Refused lines', short: 'Refused', writable: 'never', example: 0 }),
    /** Why it failed. */
    message: text({ label: 'Message', max: 500, writable: 'never', example: '' }),
    imported_by: text({
      label: 'Imported by',
      short: 'By',
      max: 201,
      writable: 'never',
      example: 'Ada Admin',
    }),
    imported_at: instant({ label: 'Imported', example: '2026-11-20T17:38:00.000Z' }),
  },
  rights: { read: 'admin', remove: 'admin' },
  // The last one first.
  sort: ['imported_at', 'DESC'],
  search: ['name'],
  filters: ['scope', 'status'],
  says: { removed: 'List removed' },
});
export type SuppressionList = z.output<typeof suppressionLists.record>;
export type SuppressionListStatus = SuppressionList['status'];

/** What is said of a list beside its file: fields of a form. */
export const suppressionUpload = z
  .object({
    name: z.string().trim().min(1, 'Please enter a name').max(maxText),
    scope: suppressionScope,
    /** Of a state's list; empty of any other. */
    state: z.enum(['', ...states.map(({ code }) => code)]).default(''),
    as_of: z.iso.date('Please enter the date of the list'),
    proof: z.string().trim().max(maxText).default(''),
  })
  .refine(({ scope, state: of }) => (scope === 'state') === (of !== ''), {
    path: ['state'],
    message: 'Choose the state of a state list, and none of any other',
  });
export type SuppressionUpload = z.output<typeof suppressionUpload>;

export const uploadSuppressionList = defineEndpoint({
  name: 'uploadSuppressionList',
  method: 'POST',
  path: '/api/rest/suppression-lists/upload',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'suppression-list.uploaded' },
  summary: `Uploads a list of numbers as the form's part "file": a column of numbers of 10 digits, or area code and number in two columns. The answer is the list, which is loaded in the background and replaces the one before it when all of it is. A list older than ${String(maxListAgeDays)} days closes the automatic dialler.`,
  bodyKind: 'multipart',
  body: suppressionUpload,
  answer: outcome.extend({ list: suppressionLists.record }),
  example: {
    body: {
      name: 'FTC, area codes 214 and 469',
      scope: 'national',
      state: '',
      as_of: '2026-11-02',
      proof: 'SAN 10523871-4117',
    },
    answer: {
      status: 'info',
      message: 'Import started',
      list: { ...suppressionLists.example, status: 'importing', numbers: 0, version: 1 },
    },
  },
});

export const getScreening = defineEndpoint({
  name: 'getScreening',
  method: 'GET',
  path: '/api/rest/screening',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: 'none',
  summary:
    'By what numbers are screened now: the loaded lists with their age, and whether a scrub service is asked. A scope without a list is not screened.',
  answer: screeningState,
  example: {
    answer: {
      lists: [
        {
          scope: 'national',
          state: null,
          name: 'FTC, area codes 214 and 469',
          as_of: '2026-11-02',
          age_days: 18,
          numbers: 412_907,
        },
      ],
      scrub: { is_configured: false, answered_at: null, problem: '' },
    },
  },
});
