import { useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import {
  addRow,
  countArrival,
  patchRow,
  removeRow,
  showsNewestFirst,
  shownRow,
} from '../leads/live/lead-cache.js';
import { takeLeadNews } from '../leads/live/lead-order.js';
import { useLiveList, type LiveRows } from '../lists/useLiveList.js';
import { useRoom } from '../realtime/useRoom.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

/**
 * Live updates of raw leads: a new one slides in on top unless somebody is reading there, a changed one is patched
 * in place, and one that a person saved is removed. During an import the list is refetched once per batch.
 */
export function useLiveRawLeads(): LiveRows {
  const client = useQueryClient();
  const { page, perPage, sort, setSort, setPage } = useListContext<LeadRow>();
  const { slidesIn, wait, rereadSoon, ...live } = useLiveList({
    resource: 'raw-leads',
    isTop: showsNewestFirst({ pagination: { page, perPage }, sort }),
    toTop: () => {
      setSort({ field: 'updatedAt', order: 'DESC' });
      setPage(1);
    },
  });

  useRoom('joinRawLeads', null);

  useServerEvent('rawLeadAdd', (row) => {
    const known = shownRow(client, 'raw-leads', row.id);
    if (!takeLeadNews(client, row.id, { version: row.version, isGone: false }, known)) return;
    if (known) {
      patchRow(client, 'raw-leads', row);
      return;
    }
    countArrival(client, 'raw-leads', row);
    if (!slidesIn) wait();
    else if (addRow(client, 'raw-leads', row)) {
      live.flashes.flash(row.id, 'new');
      // For the birth date, which no event has.
      rereadSoon();
    }
  });

  useServerEvent('updateLeads', (row) => {
    const shown = shownRow(client, 'raw-leads', row.id);
    const isNews = takeLeadNews(client, row.id, { version: row.version, isGone: false }, shown);
    if (!shown || !isNews) return;
    if (row.empty === 0) {
      // The page is refetched to fill up.
      if (removeRow(client, 'raw-leads', row.id)) rereadSoon();
      return;
    }
    // Holds and releases only change the row's look; only saves flash.
    if (patchRow(client, 'raw-leads', row) && row.version > shown.version)
      live.flashes.flash(row.id, 'changed');
  });

  useServerEvent('deleteLead', ({ lead_id, version }) => {
    const shown = shownRow(client, 'raw-leads', lead_id);
    if (!takeLeadNews(client, lead_id, { version, isGone: true }, shown)) return;
    if (removeRow(client, 'raw-leads', lead_id)) rereadSoon();
  });

  useServerEvent('leadsChanged', rereadSoon);

  return live;
}
