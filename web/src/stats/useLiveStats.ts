import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useThrottled } from '../lists/useThrottled.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

/**
 * Throttle: figures are refetched at most once in this time. They are projected from the same events that browsers
 * receive, so they are up to date by the earliest refetch.
 */
const rereadGapMs = 5_000;
/** Polling interval, for changes this browser is not notified of (another agent's lead, a lost connection). */
export const rereadEveryMs = 30_000;

/** Refetches the page's data when leads change; the old data stays visible until the response arrives. */
export function useLiveStats(): void {
  const client = useQueryClient();
  const { soon: rereadSoon } = useThrottled(rereadGapMs, async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['statistic'] }),
      client.invalidateQueries({ queryKey: ['deals'] }),
    ]);
  });
  useServerEvent('createLead', rereadSoon);
  useServerEvent('updateLeads', rereadSoon);
  useServerEvent('updatePremiumCarrier', rereadSoon);
  useServerEvent('deleteLead', rereadSoon);
  useServerEvent('leadsChanged', rereadSoon);
  useEffect(() => {
    const timer = setInterval(rereadSoon, rereadEveryMs);
    return () => {
      clearInterval(timer);
    };
  }, [rereadSoon]);
}
