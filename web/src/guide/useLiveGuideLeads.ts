import { useQueryClient } from '@tanstack/react-query';
import { takeLeadNews } from '../leads/live/lead-order.js';
import { useLiveList, type LiveRows } from '../lists/useLiveList.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';

/** Keeps a guide's leads up to date: a changed row is patched in place and flashes, leads that come and go are read anew. */
export function useLiveGuideLeads(): LiveRows {
  const client = useQueryClient();
  const { id: userId } = useCurrentUser();
  const { rereadSoon, patch, ...live } = useLiveList({ resource: 'guide-leads' });

  useServerEvent('updateLeads', (row) => {
    if (!takeLeadNews(client, row.id, { version: row.version, isGone: false })) return;
    // One of another page, or one that has just become the guide's own.
    if (!patch(row) && row.user_id === userId) rereadSoon();
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
  return live;
}
