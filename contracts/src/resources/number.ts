import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { choice, flag, state } from '../fields/choice-kinds.js';
import { count } from '../fields/kept-kinds.js';
import { wholeNumber } from '../fields/number-kinds.js';
import { phone, text } from '../fields/text-kinds.js';
import { date } from '../fields/time-kinds.js';
import { defineResource } from './define-resource.js';

/** Whether calls are placed from a number. `retired`: never again, but who calls it still reaches us. */
export const numberStatus = z.enum(['active', 'resting', 'retired']);
export type NumberStatus = z.infer<typeof numberStatus>;
const statusNames: Record<NumberStatus, string> = {
  active: 'Active',
  resting: 'Resting',
  retired: 'Retired',
};

/** Whether US carriers take texts from a number: its registration (A2P 10DLC), or a toll-free one's verification. */
export const textRegistration = z.enum(['ready', 'pending', 'refused', 'missing', 'none']);
export type TextRegistration = z.infer<typeof textRegistration>;
const registrationNames: Record<TextRegistration, string> = {
  ready: 'Registered',
  pending: 'In review',
  refused: 'Refused',
  missing: 'Not registered',
  none: 'No texts',
};

/** Days over which calls and their answers are counted. */
export const answerRateDays = 7;

/**
 * The numbers of the carrier account that calls are placed from. A customer is called from one of their own area code,
 * else of their state, that no other call shows at this moment; else from the agent's own, the state's or the default one.
 */
export const numbers = defineResource({
  name: 'numbers',
  service: 'telephony',
  one: 'pool number',
  about: 'reference',
  many: 'pool numbers',
  fields: {
    phone: phone({ label: 'Number', required: true, writable: 'never', example: '+12145550143' }),
    /** Empty of a toll-free one. */
    area_code: text({
      label: 'Area code',
      short: 'Area',
      max: 3,
      writable: 'never',
      example: '214',
    }),
    /** The state that has the area code. */
    state: state({ label: 'State', writable: 'never', example: 'TX' }),
    status: choice({
      label: 'Status',
      of: numberStatus.options.map((id) => ({ id, name: statusNames[id] })),
      required: true,
      example: 'active',
    }),
    rest_until: date({
      label: 'Resting until',
      help: 'Active again on this day; empty: until you change it',
      example: null,
    }),
    daily_limit: wholeNumber({
      label: 'Calls a day at most',
      short: 'Daily limit',
      help: 'Empty: no limit',
      min: 1,
      max: 5_000,
      example: 100,
    }),
    /** By the Pacific day. */
    calls_today: count({ label: 'Calls today', short: 'Today', writable: 'never', example: 37 }),
    /** Calls of the last days, and how many of them a person answered. */
    calls: count({ label: 'Calls in seven days', short: 'Calls', writable: 'never', example: 214 }),
    answered: count({ label: 'Answered', writable: 'never', example: 88 }),
    texts: choice({
      label: 'Texts',
      of: textRegistration.options.map((id) => ({ id, name: registrationNames[id] })),
      required: true,
      writable: 'never',
      example: 'ready',
    }),
    /** Whose own it is, the states that have it, and whether it is the default one: in words. */
    used_by: text({ label: 'Used by', max: 2_000, writable: 'never', example: 'Texas' }),
    /** 0: the carrier account has it no longer, or it takes no calls. */
    in_account: flag({
      label: 'In the carrier account',
      writable: 'never',
      initially: 1,
      example: 1,
    }),
  },
  rights: { read: 'admin', change: 'admin', remove: 'admin' },
  sort: ['phone', 'ASC'],
  sorts: ['phone', 'area_code', 'status', 'texts', 'daily_limit'],
  search: ['phone', 'area_code'],
  unique: { phone: 'This number is already in the pool' },
  filters: ['status', 'texts', 'in_account'],
});
export type PooledNumber = z.output<typeof numbers.record>;

export const importNumbers = defineEndpoint({
  name: 'importNumbers',
  method: 'POST',
  path: '/api/rest/numbers/import',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: { action: 'numbers.imported' },
  summary:
    'Adds the numbers of the carrier account that are ours and take calls, as active ones, and brings what is known of the others up to date: whether the account still has them, and how far their registration for texts is. Carrier unreachable: 502.',
  answer: outcome.extend({ added: z.int().min(0) }),
  example: { answer: { status: 'success', message: '12 numbers added', added: 12 } },
});
