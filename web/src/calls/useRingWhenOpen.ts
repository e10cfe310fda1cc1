import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useCalling, useCallingStore } from '../calling/calling.js';

/** Whoever waited longer than this no longer expects a call to begin. */
const patienceMs = 10_000;

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
    if (leadToRing === null) return undefined;
    const end = () => {
      store.set({ leadToRing: null });
    };
    if (leadToRing !== leadId) end();
    else if (isReady && hasDesk) {
      end();
      act();
    } else {
      const timer = setTimeout(end, patienceMs);
      return () => {
        clearTimeout(timer);
      };
    }
    return undefined;
  }, [leadToRing, leadId, isReady, hasDesk, store, act]);
}
