import { useCallback, useSyncExternalStore } from 'react';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** Whether each of these queries has had its answer, or its refusal; one that nobody asked yet has not. */
export function useAreAnswered(keys: readonly QueryKey[]): boolean {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  return useSyncExternalStore(subscribe, () =>
    keys.every((key) => (client.getQueryState(key)?.status ?? 'pending') !== 'pending'),
  );
}
