import { useQueryClient } from '@tanstack/react-query';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { withChange, type ListPage } from '../lists/list-pages.rules.js';
import { useRereading, type Rereading } from '../lists/useRereading.js';
import { takeLeadNews } from '../leads/live/lead-order.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';

const listKey = ['guide-leads', 'getList'];

/** Keeps a guide's leads up to date: a changed row is patched in place and flashes, leads that come and go are read anew. */
export function useLiveGuideLeads(): Rereading {
  const client = useQueryClient();
  const { id: userId } = useCurrentUser();
  const rereading = useRereading(listKey);
  const { rereadSoon, flashes } = rereading;

  const pages = () => client.getQueriesData<ListPage<LeadRow>>({ queryKey: listKey });
  useServerEvent('updateLeads', (row) => {
    if (!takeLeadNews(client, row.id, { version: row.version, isGone: false })) return;
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
    takeLeadNews(client, row.id, { version: row.version, isGone: false });
    if (row.user_id === userId) rereadSoon();
  });
  useServerEvent('deleteLead', ({ lead_id, version }) => {
    takeLeadNews(client, lead_id, { version, isGone: true });
    rereadSoon();
  });
  useServerEvent('leadsChanged', rereadSoon);

  return rereading;
}
