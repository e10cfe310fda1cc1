import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { listLiveCalls } from '@crm/contracts/http/supervision.js';
import { useCalling, useCallingStore } from '../calling/calling.js';
import { useVerb } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { HelpNews } from './HelpNews.js';
import { SupervisorPanel } from './SupervisorPanel.js';
import { useReadAgain, useSupervision } from './useLiveCalls.js';
import { useSupervise } from './useSupervise.js';

/** Keeps the supervision of a call alive on every page of an admin, and says when an agent asks for help. */
export default function SupervisionKeeper() {
  const store = useCallingStore();
  const { here } = useCalling();
  const { data: supervision, refetch } = useSupervision();
  useReadAgain(
    ['supervision', 'own'],
    () => Boolean(supervision) || store.get().here?.supervises !== undefined,
  );
  const inHere = here?.supervises;
  const before = useRef(inHere);
  useEffect(() => {
    if (before.current === inHere) return;
    before.current = inHere;
    void refetch();
  }, [inHere, refetch]);
  useHelpShown();
  return supervision ? <SupervisorPanel supervision={supervision} /> : null;
}

/** Names the agent who asks for help, and offers to listen. */
function useHelpShown(): void {
  const notify = useNotify();
  const { start } = useSupervise();
  const look = useVerb(
    async (provider, callId: string) => {
      const { calls } = await provider.call(listLiveCalls, {});
      return calls.find(({ id }) => id === callId);
    },
    {
      onSuccess: (call) => {
        // Withdrawn, or over, in the meantime.
        if (!call?.help_asked_at) return;
        const listen = () => {
          start.mutate({ id: call.id, mode: 'listen' });
        };
        notify(<HelpNews call={call} onListen={listen} />, { type: 'warning' });
      },
    },
  );
  useServerEvent('helpAsked', ({ call_id }) => {
    look.mutate(call_id);
  });
}
