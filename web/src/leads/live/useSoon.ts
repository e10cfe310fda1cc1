import { useCallback, useEffect, useRef } from 'react';
import { useEvent } from 'react-admin';

/** Gathers calls: the work is done once, a while after the first of them. Nothing is done after leaving. */
export function useSoon(afterMs: number, work: () => Promise<void>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useEvent(work);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // A refused recount leaves the last known numbers: the list's own reading tells of an outage.
      latest().catch(() => undefined);
    }, afterMs);
  }, [afterMs, latest]);
}
