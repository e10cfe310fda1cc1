import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLogoutIfAccessDenied } from 'react-admin';
import type { CrmDataProvider } from './data-provider.js';
import { useVerbs } from './useVerb.js';

interface Options<A> {
  key: readonly unknown[];
  ask: (provider: CrmDataProvider, signal: AbortSignal) => Promise<A>;
  enabled?: boolean;
  /** How long an answer counts as fresh, in milliseconds. */
  staleTime?: number;
  /** Whether it is read anew, once no longer fresh, when the window is looked at again. */
  refetchOnWindowFocus?: boolean;
  /** Shows the last answer while one under another key is read. */
  keepsPrevious?: boolean;
  /** How often it is read anew by itself, in milliseconds. */
  refetchInterval?: number;
}

/**
 * Reads by a verb of our own. A refusal is read by the application's rules as any call's is; beyond that it is the
 * query's error, for the reader to show or to do without.
 */
export function useVerbQuery<A>({
  key,
  ask,
  enabled = true,
  staleTime = 0,
  refetchOnWindowFocus = false,
  keepsPrevious = false,
  refetchInterval,
}: Options<A>): UseQueryResult<A> {
  const provider = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useQuery<A>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        return await ask(provider, signal);
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
    enabled,
    staleTime,
    refetchOnWindowFocus,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(refetchInterval !== undefined && { refetchInterval }),
  });
}
