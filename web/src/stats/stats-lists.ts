import type { GetListParams, QueryFunctionContext } from 'react-admin';
import {
  dealSort,
  statisticSort,
  type DealRow,
  type StatisticRow,
  type StatisticTotals,
} from '@crm/contracts/entities/stats.js';
import { getDeals, getStatistic, statsPageSize } from '@crm/contracts/http/stats.js';
import { callEndpoint } from '../providers/call-endpoint.js';
import type { HttpClient } from '../providers/http-client.js';
import { statsFilterOf, statsFiltersOf } from './stats-filters.rules.js';

type Params = Partial<GetListParams & QueryFunctionContext>;

/** A row as a list knows it: by its agent. */
export type StatisticListRow = StatisticRow & { id: string };
/** What stands over every page. */
export type DealTotals = Record<'totalCoverage' | 'totalPremium', number>;

/** What both calls are told; what the address or the browser's storage has of it is read by its schema. */
const askedOf = ({ pagination, filter, signal }: Params) => ({
  body: {
    filters: statsFiltersOf(statsFilterOf(filter), new Date()),
    limit: pagination?.perPage ?? statsPageSize,
    page: pagination?.page ?? 1,
  },
  signal: signal ? { signal } : {},
});

/** Reads a page of the statistic; its totals come as `meta`. */
export async function readStatistic(
  http: HttpClient,
  params: Params,
): Promise<{ data: StatisticListRow[]; total: number; meta: StatisticTotals }> {
  const { body, signal } = askedOf(params);
  const sort = statisticSort.safeParse(params.sort).data;
  const { statistic, totalCount, totals } = await callEndpoint(http, getStatistic, {
    body: { ...body, ...(sort && { sort }) },
    ...signal,
  });
  return {
    data: statistic.map((row) => ({ ...row, id: String(row.agent_id) })),
    total: totalCount,
    meta: totals,
  };
}

/** Reads a page of the deals; their totals come as `meta`. */
export async function readDeals(
  http: HttpClient,
  params: Params,
): Promise<{ data: DealRow[]; total: number; meta: DealTotals }> {
  const { body, signal } = askedOf(params);
  const sort = dealSort.safeParse(params.sort).data;
  const { deals, totalCount, ...totals } = await callEndpoint(http, getDeals, {
    body: { ...body, ...(sort && { sort }) },
    ...signal,
  });
  return { data: deals, total: totalCount, meta: totals };
}
