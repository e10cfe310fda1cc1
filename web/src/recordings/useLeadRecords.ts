import { useQueryClient } from '@tanstack/react-query';
import type { CallRecord } from '@crm/contracts/entities/telephony.js';
import { getRecord, listRecordsOfLead } from '@crm/contracts/http/recordings.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

const keyOf = (leadId: string) => [...belongingsKey(leadId), 'records'];

/** The recorded calls of a lead, newest first; new ones appear as soon as they are recorded. */
export function useLeadRecords(leadId: string) {
  const client = useQueryClient();
  useServerEvent('recordAdd', (record) => {
    if (record.lead_id !== leadId) return;
    client.setQueryData<CallRecord[]>(
      keyOf(leadId),
      (known) => known && [{ ...record, url: '' }, ...known.filter(({ id }) => id !== record.id)],
    );
  });
  return useVerbQuery<CallRecord[]>({
    isKeptLive: true,
    key: keyOf(leadId),
    ask: async (provider, signal) =>
      (await provider.call(listRecordsOfLead, { params: { id: leadId }, signal })).records,
    refetchOnWindowFocus: true,
  });
}

/** One recorded call with its transcript. */
export function useRecord(leadId: string, id: string) {
  return useVerbQuery<CallRecord>({
    key: [...keyOf(leadId), id],
    ask: async (provider, signal) => (await provider.call(getRecord, { params: { id }, signal })).record,
  });
}
