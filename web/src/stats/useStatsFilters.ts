import { useMemo } from 'react';
import { useListContext } from 'react-admin';
import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import { statsFilterOf, statsFiltersOf, type StatsFilterValues } from './stats-filters.rules.js';

/** The filters of the surrounding list: as stored, and as query of the calls. */
export function useStatsFilters(): {
  values: StatsFilterValues;
  filters: StatsFilters;
  apply: (values: StatsFilterValues) => void;
} {
  const { setFilters, ...list } = useListContext();
  const filterValues: unknown = list.filterValues;
  const values = useMemo(() => statsFilterOf(filterValues), [filterValues]);
  return {
    values,
    filters: statsFiltersOf(values, new Date()),
    apply: (next) => {
      setFilters(next, undefined, false);
    },
  };
}
