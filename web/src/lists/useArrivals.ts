import { useQueryClient } from '@tanstack/react-query';
import { useListContext, type RaRecord } from 'react-admin';
import { searchOf } from './filter-values.js';
import { isPageOf, withArrival, type ListPage } from './list-pages.rules.js';
import { useLiveList, type LiveRows } from './useLiveList.js';

interface Arrivals<R> extends LiveRows {
  /** A new row: it slides in on top if the list is sorted by newest and nobody is reading there. */
  arrive: (row: R) => void;
}

/** Adds new rows to the surrounding list. `newest` is the field that sorts new rows first. */
export function useArrivals<R extends RaRecord>(resource: string, newest: string): Arrivals<R> {
  const client = useQueryClient();
  const list = useListContext<R>();
  const { page, sort } = list;
  const { slidesIn, wait, ...live } = useLiveList({
    resource,
    isTop:
      page === 1 &&
      sort.field === newest &&
      sort.order === 'DESC' &&
      searchOf(list.filterValues) === undefined,
    toTop: () => {
      list.setFilters({}, undefined, false);
      list.setSort({ field: newest, order: 'DESC' });
      list.setPage(1);
    },
  });

  const arrive = (row: R) => {
    if (!slidesIn) {
      wait();
      return;
    }
    for (const [query, shown] of client.getQueriesData<ListPage<R>>({
      queryKey: [resource, 'getList'],
      type: 'active',
    })) {
      if (!shown || !isPageOf(query[2])) continue;
      const next = withArrival(shown, row, query[2].pagination.perPage);
      if (next === shown) continue;
      client.setQueryData(query, next);
      live.flashes.flash(String(row.id), 'new');
    }
  };
  return { ...live, arrive };
}
