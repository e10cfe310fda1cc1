import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getSupervision, listLiveCalls } from '@crm/contracts/http/supervision.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

export const liveCallsKey = ['supervision', 'calls'] as const;
export const supervisionKey = ['supervision', 'own'] as const;

/** Changes of many calls at once are read together. */
const togetherMs = 500;

/** Reads queries again when a call that goes on has changed, while that is wanted. */
export function useReadAgain(key: readonly unknown[], isWanted: () => boolean): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  useServerEvent('liveCallsChanged', () => {
    if (timer.current !== undefined || !isWanted()) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: key });
    }, togetherMs);
  });
}

/** Every call that goes on, as it is at the moment. */
export function useLiveCalls() {
  useReadAgain(liveCallsKey, () => true);
  return useVerbQuery({
    isKeptLive: true,
    key: liveCallsKey,
    ask: async (provider, signal) => (await provider.call(listLiveCalls, { signal })).calls,
    refetchOnWindowFocus: true,
  });
}

/** The call that the user supervises, in any window; null for none. */
export const useSupervision = () =>
  useVerbQuery({
    key: supervisionKey,
    ask: async (provider, signal) => (await provider.call(getSupervision, { signal })).supervision,
    refetchOnWindowFocus: true,
  });
