import { countLeads } from '@crm/contracts/http/lead-lists.js';
import type { CountedFilter, LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';

/** How many leads each choice of a filter would show, the other filters as they stand. */
export function useLeadCounts(by: CountedFilter, params: LeadFilter, enabled: boolean) {
  const { data } = useVerbQuery({
    key: ['leads', 'counts', by, params],
    ask: (provider, signal) => provider.call(countLeads, { body: { params, by }, signal }),
    enabled,
    staleTime: 15_000,
  });
  return data?.counts;
}
