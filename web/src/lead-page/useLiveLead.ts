import { useQueryClient } from '@tanstack/react-query';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { readAnew } from '../loading/read-anew.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { removeRow } from '../leads/live/lead-cache.js';
import { takeLeadNews } from '../leads/live/lead-order.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { cacheEventLead, cacheHold, leadActionKey, wholeLeadKey } from '../leads/lead/lead-query.js';

/**
 * Follows what happens to an open lead: changes are taken in and those that somebody else saved are said, and `onGone` is
 * told when it was deleted or went to somebody else. What this window does itself says so on its own.
 */
export function useLiveLead(id: string, onGone: () => void): void {
  const client = useQueryClient();
  const translate = useLeadPageMessages();
  const showAnswer = useShowAnswer();
  const known = () => client.getQueryData<Lead>(wholeLeadKey(id));
  const isOwnAction = () => client.isMutating({ mutationKey: leadActionKey(id) }) > 0;

  useServerEvent('updateLead', (lead) => {
    if (lead.id !== id) return;
    const before = known();
    if (!takeLeadNews(client, id, { version: lead.version, isGone: false }, before)) return;
    // What this window does itself is answered with the whole lead.
    if (cacheEventLead(client, lead) && !isOwnAction()) void readAnew(client, { queryKey: wholeLeadKey(id) });
    void readAnew(client, { queryKey: belongingsKey(id) });
    if (before && lead.version > before.version && !isOwnAction()) {
      showAnswer({ status: 'info', message: translate('crm.lead.updated') });
    }
  });

  // Who takes and releases it is told by its row alone: nothing was saved.
  useServerEvent('updateLeads', (row) => {
    if (row.id === id) cacheHold(client, row);
  });

  useServerEvent('updatePremiumCarrier', ({ lead_id, premium_carrier, premium_price, price, version }) => {
    if (lead_id !== id || !takeLeadNews(client, id, { version, isGone: false }, known())) return;
    client.setQueryData<Lead>(
      wholeLeadKey(id),
      (lead) => lead && { ...lead, premium_carrier, premium_price, price },
    );
  });

  useServerEvent('deleteLead', ({ lead_id, version }) => {
    if (lead_id !== id || !takeLeadNews(client, id, { version, isGone: true }, known())) return;
    removeRow(client, 'leads', id);
    if (!isOwnAction()) onGone();
  });
}
