import { useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useEvent } from 'react-admin';
import { useShowRefusal } from '../../notifications/useShowAnswer.js';
import { statusOf } from '../../providers/http-client.js';
import { useLiveConnection } from '../../realtime/RealtimeProvider.js';
import { useConnectionState } from '../../realtime/useConnectionState.js';
import { useSendLive } from '../../realtime/useSendLive.js';
import { useServerEvent } from '../../realtime/useServerEvent.js';
import { wholeLeadKey } from './lead-query.js';

/** asking: not known yet; held: ours to work on; watching: somebody else has it, an admin may read it. */
export type HoldState = 'asking' | 'held' | 'watching';

/**
 * Holds a lead while its page is there: taken on opening, again after a lost connection or a lost lease, let go on
 * leaving and on unload (lead-work section 4, Busy); the gateway renews it meanwhile. `heldByOther` says whether the
 * server knows of another holder; once that one has left, the hold is asked for again.
 */
export function useLeadHold(leadId: string, heldByOther: boolean): HoldState {
  const connection = useLiveConnection();
  const state = useConnectionState();
  const sendLive = useSendLive();
  const showRefusal = useShowRefusal();
  const client = useQueryClient();
  const [hold, setHold] = useState<HoldState>('asking');
  const wasHeldByOther = useRef(false);

  const take = useEvent(async () => {
    try {
      const { held } = await sendLive('busyLead', { lead_id: leadId });
      setHold(held ? 'held' : 'watching');
    } catch (error) {
      // No answer in time: the next connection asks again. A lead held by another has led away already.
      if (statusOf(error) === 0) return;
      // Gone, or somebody else's: reading it anew tells the page.
      if (statusOf(error) === 404) void client.invalidateQueries({ queryKey: wholeLeadKey(leadId) });
      else showRefusal(error);
    }
  });

  useEffect(() => {
    if (state === 'live') void take();
    else setHold('asking');
  }, [state, leadId, take]);

  useEffect(() => {
    if (heldByOther) setHold('watching');
    else if (wasHeldByOther.current && connection.state() === 'live') void take();
    wasHeldByOther.current = heldByOther;
  }, [heldByOther, connection, take]);

  useServerEvent('holdLost', ({ lead_id }) => {
    if (lead_id !== leadId) return;
    setHold('asking');
    void take();
  });

  useEffect(() => {
    const letGo = () => {
      // Whoever leaves waits for no answer; a hold that this does not reach ends with its lease.
      connection.send('unbusyLead', { lead_id: leadId }).catch(() => undefined);
    };
    window.addEventListener('pagehide', letGo);
    return () => {
      window.removeEventListener('pagehide', letGo);
      letGo();
    };
  }, [connection, leadId]);

  return hold;
}
