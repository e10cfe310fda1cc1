import { useEffect, useState, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent, useListContext } from 'react-admin';
import type { Flashes } from './flashes.js';
import { withChange, type ListPage } from './list-pages.rules.js';
import { useLiveRows } from './useLiveRows.js';
import { useThrottled } from './useThrottled.js';

/** A list is read again for other people's changes at most once in this time. */
const rereadGapMs = 2_000;

/** What a page shows of the changes of others. */
export interface LiveRows {
  /** Whether the list has changed by more than the rows that are shown, and waits so that nothing moves under the reader. */
  hasNew: boolean;
  showNew: () => void;
  flashes: Flashes;
  /** The rows, watched for a reader. */
  rows: RefObject<HTMLDivElement | null>;
}

export interface LiveList extends LiveRows {
  /** The list has changed: it is read again soon, or as soon as nobody reads. */
  rereadSoon: () => void;
  /** There is something new that this page does not show: the reader is told, and nothing moves. */
  wait: () => void;
  /** Whether a new row may slide in on top. */
  slidesIn: boolean;
  /** Puts a changed row in the place of its older self, where it flashes; false where no page shows it. */
  patch: (row: { id: string; version: number }) => boolean;
}

interface Options {
  resource: string;
  /** What is read again, where that is more than the list. */
  key?: readonly string[];
  /** Whether what is new has its place on the page that is shown, and how to get to the one where it has. */
  isTop?: boolean;
  toTop?: () => void;
}

/** Keeps the list around up to date with other people's changes: gathered, and never under a reader. */
export function useLiveList({ resource, key, isTop = true, toTop }: Options): LiveList {
  const client = useQueryClient();
  const listKey = [resource, 'getList'];
  const { isFetching } = useListContext();
  const { rows, isReading, flashes } = useLiveRows();
  const [hasNew, setHasNew] = useState(false);

  const reread = useEvent(async () => {
    setHasNew(false);
    await client.invalidateQueries({ queryKey: key ?? listKey });
  });
  const { soon: rereadSoon } = useThrottled(rereadGapMs, async () => {
    if (isReading) setHasNew(true);
    else await reread();
  });
  // What waited while somebody read is shown once nobody does.
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
    rereadSoon,
    wait: () => {
      setHasNew(true);
    },
    // While the page is being read from the server its answer would sweep the row away again.
    slidesIn: isTop && !isReading && !isFetching,
    patch: (row) => {
      let isShown = false;
      for (const [query, page] of client.getQueriesData<ListPage<typeof row>>({ queryKey: listKey })) {
        const shown = page?.data.find(({ id }) => id === row.id);
        if (!page || !shown) continue;
        isShown = true;
        client.setQueryData(query, withChange(page, row));
        // Taking and releasing a hold shows as such; only what was saved flashes.
        if (row.version > shown.version) flashes.flash(row.id, 'changed');
      }
      return isShown;
    },
  };
}
