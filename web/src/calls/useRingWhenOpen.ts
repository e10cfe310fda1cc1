import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useCalling, useCallingStore } from '../calling/calling.js';

/**
 * Rings a lead that was to be rung before its page was there, once that can be done: `isReady`. Another lead's page that
 * opens instead ends the wish.
 */
export function useRingWhenOpen(leadId: string, isReady: boolean, ring: () => void): void {
  const store = useCallingStore();
  const { leadToRing, desk } = useCalling();
  const act = useEvent(ring);
  const hasDesk = desk !== undefined;
  useEffect(() => {
    if (leadToRing === null) return;
    if (leadToRing !== leadId) store.set({ leadToRing: null });
    else if (isReady && hasDesk) {
      store.set({ leadToRing: null });
      act();
    }
  }, [leadToRing, leadId, isReady, hasDesk, store, act]);
}
