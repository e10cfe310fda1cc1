import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useThrottled } from '../lists/useThrottled.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

/**
 * The figures are read again at most once in this time. They are counted from the same events that browsers hear: by the
 * earliest moment at which they are read they are there.
 */
const rereadGapMs = 5_000;
/** What nobody told this browser (another agent's lead, a line that was cut) is read by then. */
export const rereadEveryMs = 30_000;

/** Reads what the page shows anew when leads change; what stands stays in place until the answer is there. */
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
