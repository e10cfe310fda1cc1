import { useQueryClient } from '@tanstack/react-query';
import type { CurrentState } from '@crm/contracts/entities/agent-state.js';
import { endWrapUp, getOwnState } from '@crm/contracts/http/floor.js';
import { useVerb } from '../providers/useVerb.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { aheadMs } from './server-time.js';

/** The own state, and how far the server's clock is ahead of this one. */
export interface OwnState extends CurrentState {
  aheadMs: number;
}

const ownKey = ['own-state'] as const;

/** The state of the signed-in user by the server's time, updated live. */
export function useOwnState(): OwnState | undefined {
  const client = useQueryClient();
  const { data } = useVerbQuery<OwnState>({
    isKeptLive: true,
    key: ownKey,
    ask: async (provider, signal) => {
      const askedAt = Date.now();
      const { now, ...own } = await provider.call(getOwnState, { signal });
      return { ...own, aheadMs: aheadMs(now, askedAt) };
    },
    refetchOnWindowFocus: true,
  });
  useServerEvent('agentState', (state) => {
    void client.cancelQueries({ queryKey: ownKey });
    client.setQueryData<OwnState>(ownKey, (known) => ({ ...state, aheadMs: known?.aheadMs ?? 0 }));
  });
  return data;
}

/** Ends the own wrap-up. */
export function useEndWrapUp() {
  const client = useQueryClient();
  return useVerb((provider) => provider.call(endWrapUp, { body: {} }), {
    onSuccess: ({ now: _now, ...own }) => {
      client.setQueryData<OwnState>(ownKey, (known) => ({ ...own, aheadMs: known?.aheadMs ?? 0 }));
    },
  });
}
