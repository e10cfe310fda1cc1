import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent } from 'react-admin';
import { leadTimeline } from '@crm/contracts/http/timeline.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { readAnew } from '../loading/read-anew.js';
import { useVerb } from '../providers/useVerb.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { kindsOf, withNewest, withOlder, type Loaded, type TimelineFilter } from './timeline.rules.js';

const keyOf = (leadId: string) => [...belongingsKey(leadId), 'timeline'];
/** One action tells of itself several times: its timeline is read once. */
const debounceMs = 100;

/** Reads the timeline of a lead anew whenever one of its live events tells that there is something else in it. */
function useLiveTimeline(leadId: string): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [leadId],
  );
  const reread = useEvent((about?: string | null) => {
    if (about !== undefined && about !== leadId) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void readAnew(client, { queryKey: keyOf(leadId) }), debounceMs);
  });
  useServerEvent('timelineChanged', ({ lead_id }) => {
    reread(lead_id);
  });
  useServerEvent('addMessage', ({ lead_id }) => {
    reread(lead_id);
  });
  useServerEvent('updateSendStatus', ({ text_message }) => {
    reread(text_message.lead_id);
  });
  useServerEvent('emailAdd', ({ lead_id }) => {
    reread(lead_id);
  });
  useServerEvent('recordAdd', ({ lead_id }) => {
    reread(lead_id);
  });
  useServerEvent('voicemailChanged', ({ lead_id }) => {
    reread(lead_id);
  });
  // It names no lead.
  useServerEvent('contactChanged', () => {
    reread();
  });
}

/** What happened to a lead, as far as it was read, and how older entries are. */
export function useTimeline(leadId: string, picked: readonly TimelineFilter[]) {
  const client = useQueryClient();
  const kinds = kindsOf(picked);
  const key = [...keyOf(leadId), kinds ?? 'all'];
  const known = () => client.getQueryData<Loaded>(key);
  const asked = { params: { id: leadId }, query: kinds === undefined ? {} : { kinds } };
  useLiveTimeline(leadId);
  const query = useVerbQuery<Loaded>({
    isKeptLive: true,
    key,
    ask: async (provider, signal) =>
      withNewest(known(), await provider.call(leadTimeline, { ...asked, signal })),
    refetchOnWindowFocus: true,
  });
  const older = useVerb(
    (provider, before: string) =>
      provider.call(leadTimeline, { ...asked, query: { ...asked.query, before } }),
    {
      onSuccess: (page) => {
        client.setQueryData<Loaded>(key, (loaded) => loaded && withOlder(loaded, page));
      },
    },
  );
  return { ...query, older };
}
