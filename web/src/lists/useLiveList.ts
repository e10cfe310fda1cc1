import { useEffect, useState, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent, useListContext } from 'react-admin';
import type { Flashes } from './flashes.js';
import { withChange, type ListPage } from './list-pages.rules.js';
import { useLiveRows } from './useLiveRows.js';
import { useThrottled } from './useThrottled.js';

/** Throttle: a list is refetched for other users' changes at most once in this time. */
const rereadGapMs = 2_000;

/** How a page shows other users' changes. */
export interface LiveRows {
  /** Whether updates are pending so that nothing moves under the reader. */
  hasNew: boolean;
  showNew: () => void;
  flashes: Flashes;
  /** The rows element, observed for a reader. */
  rows: RefObject<HTMLDivElement | null>;
}

export interface LiveList extends LiveRows {
  /** Whether somebody is reading the rows. */
  isReading: boolean;
  /** The list has changed: refetched soon, or once nobody is reading. */
  rereadSoon: () => void;
  /** There is something new that this page does not show: the reader is notified, and nothing moves. */
  wait: () => void;
  /** Whether a new row may slide in on top. */
  slidesIn: boolean;
  /** Patches a changed row in place and flashes it; false if no page has it. */
  patch: (row: { id: string; version: number }) => boolean;
}

interface Options {
  resource: string;
  /** Further queries to refetch. */
  key?: readonly string[];
  /** Whether new rows belong on the shown page, and how to get to the page they belong on. */
  isTop?: boolean;
  toTop?: () => void;
}

/** Applies other users' changes to the surrounding list: throttled, and never under a reader. */
export function useLiveList({ resource, key, isTop = true, toTop }: Options): LiveList {
  const client = useQueryClient();
  const listKey = [resource, 'getList'];
  const { isFetching } = useListContext();
  const { rows, isReading, flashes } = useLiveRows(resource);
  const [hasNew, setHasNew] = useState(false);

  const reread = useEvent(async () => {
    setHasNew(false);
    await client.invalidateQueries({ queryKey: key ?? listKey });
  });
  const { soon: rereadSoon } = useThrottled(rereadGapMs, async () => {
    if (isReading) setHasNew(true);
    else await reread();
  });
  // Pending updates are shown once nobody is reading.
  useEffect(() => {
    if (isTop && hasNew && !isReading) void reread();
  }, [isTop, hasNew, isReading, reread]);

  return {
    hasNew,
    showNew: () => {
      if (!isTop) toTop?.();
      void reread();
    },
    flashes,
    rows,
    isReading,
    rereadSoon,
    wait: () => {
      setHasNew(true);
    },
    // While the page is being fetched, its response would remove the row again.
    slidesIn: isTop && !isReading && !isFetching,
    patch: (row) => {
      let isShown = false;
      for (const [query, page] of client.getQueriesData<ListPage<typeof row>>({ queryKey: listKey })) {
        const shown = page?.data.find(({ id }) => id === row.id);
        if (!page || !shown) continue;
        isShown = true;
        client.setQueryData(query, withChange(page, row));
        // Holds and releases only change the row's look; only saves flash.
        if (row.version > shown.version) flashes.flash(row.id, 'changed');
      }
      return isShown;
    },
  };
}
