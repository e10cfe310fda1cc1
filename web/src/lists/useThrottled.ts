import { useEffect, useState } from 'react';
import { useEvent } from 'react-admin';
import { createThrottle, type Throttle } from './throttle.js';

/** Work that answers to other people's changes, at most once in a gap, as `createThrottle` has it. */
export function useThrottled(gapMs: number, work: () => Promise<void>): Pick<Throttle, 'soon' | 'now'> {
  const latest = useEvent(work);
  const [throttle] = useState(() =>
    createThrottle(gapMs, () => {
      // A refused recount leaves the last known numbers: the list's own reading tells of an outage.
      latest().catch(() => undefined);
    }),
  );
  useEffect(() => {
    throttle.start();
    return throttle.stop;
  }, [throttle]);
  return throttle;
}
