import { useEffect, useRef } from 'react';
import { useCalling } from '../../calling/calling.js';
import { useServerEvent } from '../../realtime/useServerEvent.js';

/** So soon after the clock has changed an answer it is asked for, spread so that not every page asks at once. */
const afterChangeMs = () => 200 + Math.random() * 1_300;
/** The browser's timers take no more. */
const longestTimerMs = 2 ** 31 - 1;

/** What an answer on permission says of its own time, both by the server's clock. */
export interface Timed {
  as_of: string;
  /** When the clock changes the answer next; null if it does not. */
  changes_at: string | null;
}

/**
 * Asks again how somebody may be contacted when that may have changed: by the clock, by a call, by somebody who opted out.
 * `askAgain` is the same function for each render.
 */
export function useFreshPermission(answer: Timed | undefined, askAgain: () => void): void {
  const { as_of, changes_at } = answer ?? {};
  useEffect(() => {
    if (as_of === undefined || changes_at === undefined || changes_at === null) return undefined;
    // This computer's own clock may be wrong.
    const ms = Date.parse(changes_at) - Date.parse(as_of) + afterChangeMs();
    const timer = setTimeout(askAgain, Math.min(ms, longestTimerMs));
    return () => {
      clearTimeout(timer);
    };
  }, [as_of, changes_at, askAgain]);
  // A contact was made: attempts are counted.
  const { inCall } = useCalling();
  const wasInCall = useRef(inCall);
  useEffect(() => {
    if (wasInCall.current !== inCall) askAgain();
    wasInCall.current = inCall;
  }, [inCall, askAgain]);
  useServerEvent('contactChanged', askAgain);
}
