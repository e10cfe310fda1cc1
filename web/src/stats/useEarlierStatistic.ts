import { useListContext } from 'react-admin';
import type { StatisticRow, StatisticTotals, StatsFilters } from '@crm/contracts/entities/stats.js';
import { getStatistic } from '@crm/contracts/http/stats.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import type { StatisticListRow } from './stats-lists.js';
import { useComparison } from './useComparison.js';

/** The most rows of a page. */
const maxRows = 100;

/** A figure of the earlier period: null if there is none, undefined while loading or if nothing is compared. */
export type Earlier<T> = T | null | undefined;

const useRows = (filters: StatsFilters | undefined) =>
  useVerbQuery({
    key: ['statistic', 'earlier', filters],
    ask: (provider, signal) =>
      provider.call(getStatistic, { body: { filters: filters ?? {}, limit: maxRows, page: 1 }, signal }),
    enabled: filters !== undefined,
  });

/** The statistic of the period that is compared with, for the agents of the table. */
export function useEarlierStatistic(): {
  totals: Earlier<StatisticTotals>;
  rowOf: (row: Pick<StatisticRow, 'agent_id'>) => Earlier<StatisticRow>;
} {
  const { by, earlier } = useComparison();
  const { data: rows = [] } = useListContext<StatisticListRow>();
  const all = useRows(earlier);
  const known = new Map(all.data?.statistic.map((row) => [row.agent_id, row]));
  // Of more agents than a page has, those of the table who are not among them are asked for by name.
  const missing = rows.map(({ agent_id }) => agent_id).filter((agent) => !known.has(agent));
  const hasMore = all.data !== undefined && all.data.totalCount > all.data.statistic.length;
  const others = useRows(
    earlier && hasMore && missing.length > 0 ? { ...earlier, agents: missing } : undefined,
  );
  for (const row of others.data?.statistic ?? []) known.set(row.agent_id, row);
  const isKnown = earlier === undefined || all.isError || (all.data !== undefined && !others.isLoading);
  return {
    totals: by && (all.data?.totals ?? (isKnown ? null : undefined)),
    rowOf: ({ agent_id }) => by && (known.get(agent_id) ?? (isKnown ? null : undefined)),
  };
}
