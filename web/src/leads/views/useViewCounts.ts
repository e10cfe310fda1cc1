import { countViews } from '@crm/contracts/http/lead-lists.js';
import type { LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';

/** How many leads each view of a table shows, in one call; read again with the table's other counts. */
export function useViewCounts(views: LeadFilter[]): readonly number[] | undefined {
  const { data } = useVerbQuery({
    key: ['leads', 'counts', 'views', views],
    ask: (provider, signal) => provider.call(countViews, { body: { views }, signal }),
    keepsPrevious: true,
  });
  return data?.counts;
}
