import { z } from 'zod';
import { languageCode } from '../codes/languages.js';
import { stateCode } from '../codes/states.js';
import { statusCode } from '../codes/statuses.js';
import { id } from '../ids.js';

export const waitingFor = z.enum(['due', 'replied']);
export type WaitingFor = z.infer<typeof waitingFor>;

/** Filters of the lead table (rule L11). Empty or absent lists filter nothing. */
export const leadFilter = z.object({
  type: z.union([z.literal(2), z.literal(4)]),
  state: z.array(stateCode).max(50).optional(),
  status: z.array(statusCode).max(30).optional(),
  /** Agents by id; 0 stands for 'Without agent'. An agent's own filter is forced to the own id. */
  agent: z
    .array(z.union([id, z.literal(0)]))
    .max(2000)
    .optional(),
  source: z.int().min(1).max(6).nullable().optional(),
  /** What the customer is written and spoken to in. */
  language: z.array(languageCode).max(languageCode.options.length).optional(),
  /** Part of a name, an e-mail or a phone number. */
  q: z.string().trim().max(100).optional(),
  /** What the lead waits for: a call-back whose time has come, or an answer to what its customer wrote. */
  waiting: waitingFor.optional(),
});
export type LeadFilter = z.infer<typeof leadFilter>;

/** The filters whose choices are counted. */
export const countedFilter = leadFilter
  .pick({ status: true, agent: true, state: true, source: true, language: true })
  .keyof();
export type CountedFilter = z.infer<typeof countedFilter>;

/** The columns that the lead tables can be sorted by. */
export const leadSortField = z.enum([
  'status',
  'source',
  'agent_fullname',
  'fullname',
  'email',
  'phone',
  'premium_price',
  'premium_carrier',
  'term',
  'coverage_type',
  'state',
  'birth_date',
  'type',
  'updatedAt',
]);
export type LeadSortField = z.infer<typeof leadSortField>;
export const leadSort = z.object({ field: leadSortField, order: z.enum(['ASC', 'DESC']) });
export type LeadSort = z.infer<typeof leadSort>;
