import { z } from 'zod';
import { coverageType } from '../codes/health-lists.js';
import { typeId } from '../codes/lead-types.js';
import { term } from '../codes/life-lists.js';
import { sourceId, sourceName } from '../codes/sources.js';
import { statusCode } from '../codes/statuses.js';
import { agentChoice, id, plainDate } from '../ids.js';
import { pacificDate } from '../time/pacific.js';
import { agentState } from './agent-state.js';

/** What the figures mean is in one place: deploy/docs/statistics.md. */
const count = z.int().min(0);
const dollars = z.number().min(0);

/**
 * Filters of statistic and deals (rule S3). `date` holds the first and the last day, both included,
 * in America/Los_Angeles; one day stands for itself. Empty or absent lists filter nothing. Agents by id, 0 for leads
 * without agent; an agent's own filter is forced to the own id.
 */
export const statsFilters = z.object({
  date: z
    .array(plainDate)
    .max(2)
    .refine(([first, last]) => first === undefined || last === undefined || first <= last, {
      error: 'The end date is before the start date',
    })
    .optional(),
  agents: z.array(agentChoice).max(2000).optional(),
  sources: z.array(sourceId).max(6).optional(),
  types: z.array(typeId).max(2).optional(),
});
export type StatsFilters = z.infer<typeof statsFilters>;

/** The figures of some leads: of an agent, of a source, of all. Ratios are null where there is nothing to divide by. */
const figures = {
  /** Leads assigned. */
  c_a: count,
  /** Deals. */
  c_d: count,
  /** Closing ratio: deals per assigned lead in per cent, to two decimals. */
  c_r: z.number().min(0).nullable(),
  /** Total monthly premium of the deals, in dollars. */
  tmp: dollars,
  /** Average monthly premium of a deal, in dollars. */
  amp: dollars.nullable(),
};

/** A row of the statistic: an agent, or 0 for the deals that have none (rule S1). */
export const statisticRow = z.object({
  agent: z.string(),
  agent_id: agentChoice,
  ...figures,
  /** Leads that are the agent's now, whenever they were assigned. */
  leads: count,
});
export type StatisticRow = z.infer<typeof statisticRow>;

/** The columns of the statistic together, over every page of the filter. */
export const statisticTotals = statisticRow.omit({ agent: true, agent_id: true });
export type StatisticTotals = z.infer<typeof statisticTotals>;

export const statisticSort = z.object({
  field: z.enum(['agent', 'c_a', 'c_d', 'c_r', 'tmp', 'amp', 'leads']),
  order: z.enum(['ASC', 'DESC']),
});
export type StatisticSort = z.infer<typeof statisticSort>;

/** A row of the deals (rule S2); `s_t` is the title of its status. */
export const dealRow = z.object({
  id,
  agent: z.string(),
  agent_id: agentChoice,
  fullname: z.string(),
  type_id: typeId,
  carrier: z.string().nullable(),
  policy_number: z.string().nullable(),
  app_date: plainDate.nullable(),
  /** The day that the deal counts for: `app_date`, or else the day on which it got there. */
  deal_date: plainDate,
  /** A life lead's term, a health lead's coverage type. */
  term: z.union([term, coverageType]).nullable(),
  coverage_amount: dollars.nullable(),
  premium: dollars.nullable(),
  draft_date: plainDate.nullable(),
  status: statusCode,
  s_t: z.string(),
});
export type DealRow = z.infer<typeof dealRow>;

export const dealSort = z.object({
  field: z.enum([
    'agent',
    'fullname',
    'carrier',
    'policy_number',
    'app_date',
    'term',
    'coverage_amount',
    'premium',
    'draft_date',
    's_t',
  ]),
  order: z.enum(['ASC', 'DESC']),
});
export type DealSort = z.infer<typeof dealSort>;

/** What somebody did on one day in America/Los_Angeles; an average has fractions. */
export const dayFigures = z.object({
  calls: z.number().min(0),
  /** Calls in which somebody was talked to. */
  contacts: z.number().min(0),
  talk_seconds: z.number().min(0),
  deals: z.number().min(0),
  premium: dollars,
});
export type DayFigures = z.infer<typeof dayFigures>;

export const noDayFigures: DayFigures = { calls: 0, contacts: 0, talk_seconds: 0, deals: 0, premium: 0 };

/** What the charts beside the tables show: twelve months up to the last day of the filter, and the sources. */
export const statisticCharts = z.object({
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), c_d: count, tmp: dollars })),
  sources: z.array(z.object({ source: sourceName, source_title: z.string(), ...figures })),
});
export type StatisticCharts = z.infer<typeof statisticCharts>;

/** How the figures are kept: `building` while they are counted anew from every event, beside those that are shown. */
export const figuresState = z.object({ state: z.enum(['ready', 'building']) });
export type FiguresState = z.infer<typeof figuresState>;

/** The first to the last day that a fresh page shows: this month up to today, in America/Los_Angeles. */
export function thisMonth(now: Date): [string, string] {
  const today = pacificDate(now);
  return [`${today.slice(0, 8)}01`, today];
}

/** The states whose time is counted: offline is no work. */
export const countedState = agentState.exclude(['offline']);
export type CountedState = z.infer<typeof countedState>;
export const stateTitles: Readonly<Record<CountedState, string>> = {
  ...{ ready: 'Ready', 'in-call': 'In call', 'wrap-up': 'Wrap-up' },
  ...{ break: 'Break', lunch: 'Lunch', training: 'Training', meeting: 'Meeting' },
};

/** How long an agent or a guide was in each state, in whole seconds. */
export const timeByState = z.object({
  agent: z.string(),
  agent_id: id,
  seconds: z.record(countedState, count),
});
export type TimeByState = z.infer<typeof timeByState>;

const agentId = '66f0a1b2c3d4e5f601020304';

export const exampleTimeByState: TimeByState = {
  agent: 'Dana Reyes-Whitfield',
  agent_id: agentId,
  seconds: {
    ...{ ready: 9_120, 'in-call': 12_840, 'wrap-up': 2_760 },
    ...{ break: 1_500, lunch: 1_800, training: 0, meeting: 900 },
  },
};

export const exampleStatisticTotals: StatisticTotals = {
  c_a: 212,
  c_d: 41,
  c_r: 19.34,
  tmp: 3684.2,
  amp: 89.86,
  leads: 388,
};

export const exampleStatisticRow: StatisticRow = {
  agent: 'Dana Reyes-Whitfield',
  agent_id: agentId,
  ...exampleStatisticTotals,
};

export const exampleDeal: DealRow = {
  id: '66f0a1b2c3d4e5f601020399',
  agent: 'Dana Reyes-Whitfield',
  agent_id: agentId,
  fullname: 'Raymond Okafor',
  type_id: 2,
  carrier: 'Mutual of Omaha',
  policy_number: 'MO-4417720',
  app_date: '2026-11-12',
  deal_date: '2026-11-12',
  term: 'fex',
  coverage_amount: 15000,
  premium: 64.2,
  draft_date: '2026-12-01',
  status: 'inApplication',
  s_t: 'In application',
};
