import { useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';
import { useCalling, useCallingStore } from './calling.js';
import { useCallActions } from './useCallActions.js';

/**
 * Pauses the recording of a lead's call while bank details are on screen, and resumes it afterwards, unless it was
 * paused manually.
 */
export function useRecordingPause(leadId: string | undefined, isSensitive: boolean): void {
  const store = useCallingStore();
  const { live } = useCalling();
  const { pause } = useCallActions(live);
  const isPaused = useRef(false);
  isPaused.current = live?.recording_paused === true;
  const isDue = isSensitive && leadId !== undefined && live?.lead_id === leadId && live.state === 'talking';
  const set = useEvent((paused: boolean) => {
    pause.mutate(paused);
  });
  useEffect(() => {
    if (!isDue || isPaused.current) return undefined;
    set(true);
    return () => {
      // Of a call that is over nothing is recorded any more.
      if (store.get().live?.state === 'talking') set(false);
    };
  }, [isDue, set, store]);
}
