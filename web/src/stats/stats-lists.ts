import { dealSort, statisticSort, type StatisticRow } from '@crm/contracts/entities/stats.js';
import { getDeals, getStatistic, statsPageSize } from '@crm/contracts/http/stats.js';
import { callEndpoint } from '../http/call-endpoint.js';
import type { ReadList } from '../providers/data-provider.js';
import { statsFilterOf, statsFiltersOf } from './stats-filters.rules.js';

/** A list row, identified by its agent. */
export type StatisticListRow = StatisticRow & { id: string };
/** The filters of both calls, parsed from the URL or the browser's storage. */
const askedOf = ({ pagination, filter, signal }: Parameters<ReadList>[0]) => ({
  body: {
    filters: statsFiltersOf(statsFilterOf(filter), new Date()),
    limit: pagination?.perPage ?? statsPageSize,
    page: pagination?.page ?? 1,
  },
  signal: signal ? { signal } : {},
});

/** Reads a page of the statistic; its totals come as `meta`. */
export const readStatistic: ReadList = async (params, { http }) => {
  const { body, signal } = askedOf(params);
  const sort = statisticSort.safeParse(params.sort).data;
  const { statistic, totalCount, totals } = await callEndpoint(http, getStatistic, {
    body: { ...body, ...(sort && { sort }) },
    ...signal,
  });
  const data = statistic.map((row): StatisticListRow => ({ ...row, id: String(row.agent_id) }));
  return { data, total: totalCount, meta: totals };
};

/** Reads a page of the deals; their totals come as `meta`. */
export const readDeals: ReadList = async (params, { http }) => {
  const { body, signal } = askedOf(params);
  const sort = dealSort.safeParse(params.sort).data;
  const { deals, totalCount, ...totals } = await callEndpoint(http, getDeals, {
    body: { ...body, ...(sort && { sort }) },
    ...signal,
  });
  return { data: deals, total: totalCount, meta: totals };
};
