import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent, useListContext } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import {
  addRow,
  countArrival,
  patchRow,
  removeRow,
  showsNewestFirst,
  shownRow,
} from '../leads/live/lead-cache.js';
import type { Flashes } from '../lists/flashes.js';
import { takeLeadNews } from '../leads/live/lead-order.js';
import { useThrottled } from '../lists/useThrottled.js';
import { useRoom } from '../realtime/useRoom.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { rawLeads } from './raw-leads-provider.js';

/** The list is read again at most once in this time: an import says each second a few times that it went on. */
const rereadGapMs = 2_000;

export interface LiveRawLeads {
  /** Whether there are leads that the page does not show yet, so that nothing moves under the reader. */
  hasNew: boolean;
  showNew: () => void;
}

/**
 * Keeps the raw leads around up to date: a new one slides in on top unless somebody reads there, a changed one is patched
 * in place, one that a person saved is no raw lead any more and goes. Of an import the list is read again once a batch.
 */
export function useLiveRawLeads(flashes: Flashes, isReading: boolean): LiveRawLeads {
  const client = useQueryClient();
  const list = useListContext<LeadRow>();
  const { page, perPage, sort, isFetching } = list;
  const [hasNew, setHasNew] = useState(false);
  const isTop = showsNewestFirst({ pagination: { page, perPage }, sort });
  // While the page is being read from the server its answer would sweep a row away again.
  const slidesIn = isTop && !isReading && !isFetching;

  useRoom('joinRawLeads', null);

  const reread = useEvent(async () => {
    setHasNew(false);
    await client.invalidateQueries({ queryKey: [rawLeads, 'getList'] });
  });
  const { soon: rereadSoon } = useThrottled(rereadGapMs, async () => {
    if (isReading) setHasNew(true);
    else await reread();
  });

  useServerEvent('rawLeadAdd', (row) => {
    const known = shownRow(client, rawLeads, row.id);
    if (!takeLeadNews(client, row.id, { version: row.version, isGone: false }, known)) return;
    if (known) {
      patchRow(client, rawLeads, row);
      return;
    }
    countArrival(client, rawLeads, row);
    if (!slidesIn) setHasNew(true);
    else if (addRow(client, rawLeads, row)) flashes.flash(row.id, 'new');
  });

  useServerEvent('updateLeads', (row) => {
    const shown = shownRow(client, rawLeads, row.id);
    const isNews = takeLeadNews(client, row.id, { version: row.version, isGone: false }, shown);
    if (!shown || !isNews) return;
    if (row.empty === 0) {
      // The page is read again so that it fills up.
      if (removeRow(client, rawLeads, row.id)) rereadSoon();
      return;
    }
    // Taking and letting go of a hold shows as such; only what was saved flashes.
    if (patchRow(client, rawLeads, row) && row.version > shown.version) flashes.flash(row.id, 'changed');
  });

  useServerEvent('deleteLead', ({ lead_id, version }) => {
    const shown = shownRow(client, rawLeads, lead_id);
    if (!takeLeadNews(client, lead_id, { version, isGone: true }, shown)) return;
    if (removeRow(client, rawLeads, lead_id)) rereadSoon();
  });

  useServerEvent('leadsChanged', rereadSoon);

  // What waited while somebody read is shown once nobody does.
  useEffect(() => {
    if (isTop && hasNew && !isReading) void reread();
  }, [isTop, hasNew, isReading, reread]);

  return {
    hasNew,
    showNew: () => {
      if (!isTop) {
        list.setSort({ field: 'updatedAt', order: 'DESC' });
        list.setPage(1);
      }
      void reread();
    },
  };
}
