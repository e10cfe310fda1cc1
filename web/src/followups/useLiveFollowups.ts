import { useQueryClient } from '@tanstack/react-query';
import type { Followup } from '@crm/contracts/entities/followup.js';
import { withChange, type ListPage } from '../lists/list-pages.rules.js';
import { useRereading, type Rereading } from '../lists/useRereading.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

/** The list, and with it the values that its filters offer. */
const everything = ['follow-ups'];

/** Keeps the list up to date: a changed row is patched in place and flashes, those that come and go are read anew. */
export function useLiveFollowups(): Rereading {
  const client = useQueryClient();
  const rereading = useRereading(everything);
  const { rereadSoon, flashes } = rereading;

  useServerEvent('followupCreate', rereadSoon);
  useServerEvent('followupDelete', rereadSoon);
  useServerEvent('followupUpdate', (row) => {
    for (const [key, page] of client.getQueriesData<ListPage<Followup>>({
      queryKey: [...everything, 'getList'],
    })) {
      const shown = page?.data.find(({ id }) => id === row.id);
      if (!page || !shown || shown.version >= row.version) continue;
      client.setQueryData(key, withChange(page, row));
      flashes.flash(row.id, 'changed');
    }
    // What it is sorted or filtered by may have changed too.
    rereadSoon();
  });
  return rereading;
}
