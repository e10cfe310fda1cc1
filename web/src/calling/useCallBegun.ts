import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useCalling } from './calling.js';

/** Runs once a call to a lead begins, and in what is drawn while it still rings: its page turns to the conversation. */
export function useCallBegun(leadId: string, act: () => void): void {
  const { here } = useCalling();
  const run = useEvent(act);
  const isRinging = here?.direction === 'outbound' && here.state !== 'open' && here.leadId === leadId;
  useEffect(() => {
    if (isRinging) run();
  }, [isRinging, run]);
}
