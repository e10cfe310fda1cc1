import { z } from 'zod';
import {
  dayFigures,
  dealRow,
  dealSort,
  exampleDeal,
  exampleStatisticRow,
  exampleStatisticTotals,
  exampleTimeByState,
  figuresState,
  statisticCharts,
  statisticRow,
  statisticSort,
  statisticTotals,
  statsFilters,
  timeByState,
} from '../entities/stats.js';
import { outcome } from '../errors.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

/** Rows of a page of statistic and deals (rule S3). */
export const statsPageSize = 20;

const page = {
  limit: z.int().min(1).max(100).default(statsPageSize),
  page: z.int().min(1).max(100_000).default(1),
};
const exampleFilters = { date: ['2026-11-01', '2026-11-20'], sources: [1, 2], types: [2 as const] };

export const getStatistic = defineEndpoint({
  name: 'getStatistic',
  method: 'POST',
  path: '/api/statistic',
  service: 'stats',
  access: 'admin|agent',
  given: true,
  audit: { action: 'statistic.read', reads: true },
  summary: 'A page of figures per agent, and totals over all pages. Agents see only their own row.',
  body: z.object({ filters: statsFilters, ...page, sort: statisticSort.optional() }),
  answer: z.object({ statistic: z.array(statisticRow), totalCount: z.int(), totals: statisticTotals }),
  example: {
    body: { filters: exampleFilters },
    answer: { statistic: [exampleStatisticRow], totalCount: 1, totals: exampleStatisticTotals },
  },
});

export const getDeals = defineEndpoint({
  name: 'getDeals',
  method: 'POST',
  path: '/api/statistic/deals',
  service: 'stats',
  access: 'admin|agent',
  given: true,
  audit: { action: 'deals.listed', reads: true },
  summary:
    'A page of deals, newest first, including declined and cancelled ones, which are not in the totals. Totals cover all pages. Agents see only their own deals.',
  body: z.object({ filters: statsFilters, ...page, sort: dealSort.optional() }),
  answer: z.object({
    deals: z.array(dealRow),
    totalCount: z.int(),
    totalCoverage: z.number(),
    totalPremium: z.number(),
  }),
  example: {
    body: { filters: exampleFilters },
    answer: { deals: [exampleDeal], totalCount: 1, totalCoverage: 15000, totalPremium: 64.2 },
  },
});

// What follows are calls of our own.

export const getStatisticCharts = defineEndpoint({
  name: 'getStatisticCharts',
  method: 'POST',
  path: '/api/statistic/charts',
  service: 'stats',
  access: 'admin|agent',
  given: false,
  audit: { action: 'statistic.read', reads: true },
  summary:
    'Premium of the twelve months up to the last day of the filter, and figures per source. Agents see only their own.',
  body: z.object({ filters: statsFilters }),
  answer: statisticCharts,
  example: {
    body: { filters: exampleFilters },
    answer: {
      months: [{ month: '2026-11', c_d: 41, tmp: 3684.2 }],
      sources: [
        { source: 'own', source_title: 'Own', c_a: 212, c_d: 41, c_r: 19.34, tmp: 3684.2, amp: 89.86 },
      ],
    },
  },
});

export const exportStatistic = defineEndpoint({
  name: 'exportStatistic',
  method: 'POST',
  path: '/api/statistic/export',
  service: 'stats',
  access: 'admin|agent',
  given: false,
  audit: { action: 'statistic.exported', reads: true },
  summary: 'All rows of the statistic matching the filter as CSV. Safe to open in a spreadsheet.',
  body: z.object({ filters: statsFilters, sort: statisticSort.optional() }),
  answerKind: 'file',
  answer: z.array(statisticRow),
  example: { body: { filters: exampleFilters }, answer: [exampleStatisticRow] },
});

export const getTimeByState = defineEndpoint({
  name: 'getTimeByState',
  method: 'POST',
  path: '/api/statistic/time-by-state',
  service: 'stats',
  access: 'admin|agent',
  given: false,
  audit: { action: 'statistic.read', reads: true },
  summary:
    'How long each agent and guide was in each state in the date range, by name; a state counts once it was left. Agents see only themselves.',
  body: z.object({ filters: statsFilters }),
  answer: z.object({ agents: z.array(timeByState) }),
  example: { body: { filters: exampleFilters }, answer: { agents: [exampleTimeByState] } },
});

export const exportTimeByState = defineEndpoint({
  name: 'exportTimeByState',
  method: 'POST',
  path: '/api/statistic/time-by-state/export',
  service: 'stats',
  access: 'admin|agent',
  given: false,
  audit: { action: 'statistic.exported', reads: true },
  summary: 'The same in seconds as CSV. Safe to open in a spreadsheet.',
  body: z.object({ filters: statsFilters }),
  answerKind: 'file',
  answer: z.array(timeByState),
  example: { body: { filters: exampleFilters }, answer: [exampleTimeByState] },
});

const exampleDay = { calls: 62, contacts: 14, talk_seconds: 5_160, deals: 2, premium: 141.7 };

export const getDayFigures = defineEndpoint({
  name: 'getDayFigures',
  method: 'GET',
  path: '/api/rest/day/figures',
  service: 'stats',
  access: 'admin|agent',
  given: false,
  audit: { action: 'statistic.read', reads: true },
  summary:
    "The asker's calls, contacts, talk time, deals and premium of today and yesterday in Los Angeles, and the average of everybody who called or sold today; for an admin those of all together.",
  answer: z.object({
    today: dayFigures,
    yesterday: dayFigures,
    /** The average of `people`. */
    team: dayFigures,
    people: z.int(),
  }),
  example: {
    answer: {
      today: { calls: 38, contacts: 9, talk_seconds: 2_940, deals: 1, premium: 64.2 },
      yesterday: exampleDay,
      team: { calls: 41.5, contacts: 10.2, talk_seconds: 3_105.5, deals: 1.1, premium: 78.33 },
      people: 12,
    },
  },
});

export const exportDeals = defineEndpoint({
  name: 'exportDeals',
  method: 'POST',
  path: '/api/statistic/deals/export',
  service: 'stats',
  access: 'admin|agent',
  given: false,
  audit: { action: 'deals.exported', reads: true },
  summary: 'All deals matching the filter as CSV. Safe to open in a spreadsheet.',
  body: z.object({ filters: statsFilters, sort: dealSort.optional() }),
  answerKind: 'file',
  answer: z.array(dealRow),
  example: { body: { filters: exampleFilters }, answer: [exampleDeal] },
});

export const rebuildStatistic = defineEndpoint({
  name: 'rebuildStatistic',
  method: 'POST',
  path: '/api/rest/statistic/rebuild',
  service: 'stats',
  access: 'admin',
  given: false,
  audit: { action: 'statistic.rebuilt' },
  summary:
    'Rebuilds all figures from stored lead events; the old figures stay online until it is done. Idempotent while running.',
  answer: outcome.extend(figuresState.shape),
  example: { answer: { status: 'info', message: 'Rebuilding the figures', state: 'building' } },
});

export const rebuildState = defineEndpoint({
  name: 'rebuildState',
  method: 'GET',
  path: '/api/rest/statistic/rebuild',
  service: 'stats',
  access: 'admin',
  given: false,
  audit: 'none',
  summary: 'Whether the figures are being rebuilt.',
  answer: figuresState,
  example: { answer: { state: 'ready' } },
});

export const statsEndpoints = [
  getDayFigures,
  getStatistic,
  getDeals,
  getStatisticCharts,
  exportStatistic,
  exportDeals,
  getTimeByState,
  exportTimeByState,
  rebuildStatistic,
  rebuildState,
];
