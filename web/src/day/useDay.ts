import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { listDay } from '@crm/contracts/http/day.js';
import { useThrottled } from '../lists/useThrottled.js';
import { dayKey } from './day-keys.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

/** Others work the same leads; what nobody tells of is seen by then. */
const pollMs = 60_000;
/** What happens to the leads is asked about once in this time at most. */
const gapMs = 2_000;
/** So soon after the clock has changed the list it is asked for. */
const afterChangeMs = 500;

/** Whom the user contacts next: read anew when something happens to their leads, and when the clock brings the next one. */
export function useDay() {
  const client = useQueryClient();
  const query = useVerbQuery<z.output<(typeof listDay)['answer']>>({
    isKeptLive: true,
    key: dayKey,
    ask: (provider, signal) => provider.call(listDay, { signal }),
    refetchOnWindowFocus: true,
    refetchInterval: pollMs,
  });
  const { soon } = useThrottled(gapMs, () => client.invalidateQueries({ queryKey: dayKey }));
  useServerEvent('createLead', soon);
  useServerEvent('updateLeads', soon);
  useServerEvent('deleteLead', soon);
  useServerEvent('receiveMessage', soon);
  useServerEvent('followupCreate', soon);
  useServerEvent('followupUpdate', soon);
  useServerEvent('followupDelete', soon);
  useServerEvent('contactChanged', soon);

  const { as_of: asOf, changes_at: changesAt } = query.data ?? {};
  useEffect(() => {
    if (asOf === undefined || changesAt === undefined || changesAt === null) return undefined;
    // Both by the server's clock: that of this computer may be wrong.
    const ms = Date.parse(changesAt) - Date.parse(asOf) + afterChangeMs;
    if (ms > pollMs) return undefined;
    const timer = setTimeout(soon, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [asOf, changesAt, soon]);
  return query;
}
