import { z } from 'zod';
import {
  dealRow,
  dealSort,
  exampleDeal,
  exampleStatisticRow,
  exampleStatisticTotals,
  figuresState,
  statisticCharts,
  statisticRow,
  statisticSort,
  statisticTotals,
  statsFilters,
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
  summary: 'A page of figures per agent, and their totals over all pages. An agent sees the own row alone.',
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
  summary:
    'A page of deals, the latest first, with those that were declined or cancelled; these are not in the totals, which stand over all pages. An agent sees the own deals alone.',
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
  summary:
    'The premium of the twelve months up to the last day of the filter, and the figures of each source. Of an agent the own ones alone.',
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
  summary: 'Every row of the statistic that the filter shows, as CSV. Safe to open in a spreadsheet.',
  body: z.object({ filters: statsFilters, sort: statisticSort.optional() }),
  answerKind: 'file',
  answer: z.array(statisticRow),
  example: { body: { filters: exampleFilters }, answer: [exampleStatisticRow] },
});

export const exportDeals = defineEndpoint({
  name: 'exportDeals',
  method: 'POST',
  path: '/api/statistic/deals/export',
  service: 'stats',
  access: 'admin|agent',
  given: false,
  summary: 'Every deal that the filter shows, as CSV. Safe to open in a spreadsheet.',
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
  summary:
    'Counts everything anew from the events that leads keeps; what stood before is shown until it is done. Asked again meanwhile it changes nothing.',
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
  summary: 'Whether the figures are being counted anew.',
  answer: figuresState,
  example: { answer: { state: 'ready' } },
});

export const statsEndpoints = [
  getStatistic,
  getDeals,
  getStatisticCharts,
  exportStatistic,
  exportDeals,
  rebuildStatistic,
  rebuildState,
];
