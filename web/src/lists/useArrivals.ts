import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent, useListContext, type RaRecord } from 'react-admin';
import { createFlashes, type Flashes } from './flashes.js';
import { useReading } from './useReading.js';
import { searchOf } from '../raw-leads/raw-leads-provider.js';
import { isPageOf, withArrival, type ListPage } from './list-pages.rules.js';
import type { PagedResource } from './paged-resources.js';

export interface Arrivals<R> {
  /** A new row came: it slides in on top where the list begins with what is new and nobody reads there. */
  arrive: (row: R) => void;
  /** Whether rows wait to be shown, so that nothing moves under the reader. */
  hasNew: boolean;
  showNew: () => void;
  flashes: Flashes;
  /** The rows, watched for a reader. */
  rows: RefObject<HTMLDivElement | null>;
}

/** Keeps the list around up to date with rows that come in. `newest` is the field by which what is new stands first. */
export function useArrivals<R extends RaRecord>(resource: PagedResource, newest: string): Arrivals<R> {
  const client = useQueryClient();
  const list = useListContext<R>();
  const { page, sort, isFetching } = list;
  const filterValues: unknown = list.filterValues;
  const [hasNew, setHasNew] = useState(false);
  const rows = useRef<HTMLDivElement>(null);
  const isReading = useReading(rows);
  const flashes = useMemo(createFlashes, []);
  useEffect(
    () => () => {
      flashes.clear();
    },
    [flashes],
  );
  const isTop =
    page === 1 && sort.field === newest && sort.order === 'DESC' && searchOf(filterValues) === undefined;

  const reread = useEvent(async () => {
    setHasNew(false);
    await client.invalidateQueries({ queryKey: [resource, 'getList'] });
  });
  // What waited while somebody read is shown once nobody does.
  useEffect(() => {
    if (isTop && hasNew && !isReading) void reread();
  }, [isTop, hasNew, isReading, reread]);

  const arrive = (row: R) => {
    // While the page is being read from the server its answer would sweep the row away again.
    if (!isTop || isReading || isFetching) {
      setHasNew(true);
      return;
    }
    for (const [key, shown] of client.getQueriesData<ListPage<R>>({
      queryKey: [resource, 'getList'],
      type: 'active',
    })) {
      if (!shown || !isPageOf(key[2])) continue;
      const next = withArrival(shown, row, key[2].pagination.perPage);
      if (next === shown) continue;
      client.setQueryData(key, next);
      flashes.flash(String(row.id), 'new');
    }
  };

  return {
    arrive,
    hasNew,
    showNew: () => {
      if (!isTop) {
        list.setFilters({}, undefined, false);
        list.setSort({ field: newest, order: 'DESC' });
        list.setPage(1);
      }
      void reread();
    },
    flashes,
    rows,
  };
}
