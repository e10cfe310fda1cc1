import { useQueryClient } from '@tanstack/react-query';
import type { ConsentEvent } from '@crm/contracts/customers/consent.js';
import { listConsents } from '@crm/contracts/http/consents.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';
import { belongingsKey } from '../lead/belongings.js';
import { openedPart } from '../lead/opening.js';

/** What is known of a customer's consent, the last received first. */
export function useConsents(leadId: string) {
  const client = useQueryClient();
  return useVerbQuery<ConsentEvent[]>({
    key: [...belongingsKey(leadId), 'consents'],
    ask: async (provider, signal) =>
      (await openedPart(client, leadId, 'consents')) ??
      (await provider.call(listConsents, { params: { id: leadId }, signal })).consents,
  });
}
