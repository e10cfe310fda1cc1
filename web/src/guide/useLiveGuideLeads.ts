import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { createFlashes, type Flashes } from '../leads/live/flashes.js';
import { useReading } from '../leads/live/useReading.js';
import { useSoon } from '../leads/live/useSoon.js';
import { withChange, type ListPage } from '../lists/list-pages.rules.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';

/** How long changes are gathered before the list is read again. */
const gatherMs = 1_000;
const listKey = ['guide-leads', 'getList'];

export interface LiveGuideLeads {
  /** Whether the list has changed by more than the rows that are shown, and waits so that nothing moves under the reader. */
  hasNew: boolean;
  showNew: () => void;
  flashes: Flashes;
  rows: RefObject<HTMLDivElement | null>;
}

/** Keeps a guide's leads up to date: a changed row is patched in place and flashes, leads that come and go are read anew. */
export function useLiveGuideLeads(): LiveGuideLeads {
  const client = useQueryClient();
  const { id: userId } = useCurrentUser();
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

  const reread = useEvent(async () => {
    setHasNew(false);
    await client.invalidateQueries({ queryKey: listKey });
  });
  const rereadSoon = useSoon(gatherMs, async () => {
    if (isReading) setHasNew(true);
    else await reread();
  });
  useEffect(() => {
    if (hasNew && !isReading) void reread();
  }, [hasNew, isReading, reread]);

  const pages = () => client.getQueriesData<ListPage<LeadRow>>({ queryKey: listKey });
  useServerEvent('updateLeads', (row) => {
    let isShown = false;
    for (const [key, page] of pages()) {
      const shown = page?.data.find(({ id }) => id === row.id);
      if (!page || !shown) continue;
      isShown = true;
      client.setQueryData(key, withChange(page, row));
      // Taking and letting go of a hold shows as such; only what was saved flashes.
      if (row.version > shown.version) flashes.flash(row.id, 'changed');
    }
    // One of another page, or one that has just become the guide's own.
    if (!isShown && row.user_id === userId) rereadSoon();
  });
  useServerEvent('createLead', (row) => {
    if (row.user_id === userId) rereadSoon();
  });
  useServerEvent('deleteLead', rereadSoon);
  useServerEvent('leadsChanged', rereadSoon);

  return { hasNew, showNew: () => void reread(), flashes, rows };
}
