import { useMemo } from 'react';
import { useListContext } from 'react-admin';
import { leadFilter, type LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import { leadFilterValues, type LeadFilterValues } from './lead-filters.rules.js';

const permanent = leadFilter.pick({ type: true, agent: true });

/**
 * What the list around is filtered by: what the reader picked, and what the page adds. It comes from the address or the
 * browser's storage, so it is read by its schema; values that do not fit count as not picked.
 */
export function useListFilter(): { values: LeadFilterValues; params: LeadFilter } {
  const context = useListContext();
  const filterValues: unknown = context.filterValues;
  const filter: unknown = context.filter;
  return useMemo(() => {
    const values = leadFilterValues.safeParse(filterValues).data ?? {};
    return { values, params: { ...values, ...permanent.parse(filter) } };
  }, [filterValues, filter]);
}
