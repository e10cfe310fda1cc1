import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { createThrottle, type Throttle } from './throttle.js';

/** Throttled work that reacts to other users' changes, see `createThrottle`. */
export function useThrottled(gapMs: number, work: () => Promise<void>): Pick<Throttle, 'soon' | 'now'> {
  const latest = useEvent(work);
  const [throttle] = useState(() =>
    createThrottle(gapMs, () => {
      // A failed count keeps the last known numbers: the list itself reports an outage.
      latest().catch(() => undefined);
    }),
  );
  useEffect(() => {
    throttle.start();
    return throttle.stop;
  }, [throttle]);
  return throttle;
}
