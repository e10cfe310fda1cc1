import { useContext, useEffect, useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEvent } from 'react-admin';
import { OpeningContext } from '../loading/WhenOpened.js';
import { keptLive } from '../loading/read-anew.js';
import { useLogoutIfAccessDenied } from '../session/AccessDenied.js';
import type { CrmDataProvider } from './data-provider.js';
import { useVerbs } from './useVerb.js';

interface Options<A> {
  key: readonly unknown[];
  ask: (provider: CrmDataProvider, signal: AbortSignal) => Promise<A>;
  enabled?: boolean;
  /** staleTime in milliseconds. */
  staleTime?: number;
  /** Live events keep it up for as long as anybody reads it: who comes later takes what is there. */
  isKeptLive?: boolean;
  /** Whether stale data is refetched when the window regains focus. */
  refetchOnWindowFocus?: boolean;
  /** Keeps the previous data while another key is loading. */
  keepsPrevious?: boolean;
  /** Polling interval in milliseconds, or by the data that is there. */
  refetchInterval?: number | ((data: A | undefined) => number | false);
}

/**
 * A call of the product as a query. Failures go through the application's rules; otherwise they are the query's
 * error, for the caller to show or ignore. What is drawn ahead takes what is there, and asks once it is opened.
 */
export function useVerbQuery<A>({
  key,
  ask,
  enabled = true,
  staleTime = 0,
  isKeptLive = false,
  refetchOnWindowFocus = false,
  keepsPrevious = false,
  refetchInterval,
}: Options<A>): UseQueryResult<A> {
  const provider = useVerbs();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const opening = useContext(OpeningContext);
  const client = useQueryClient();
  const known = () => client.getQueryCache().find({ queryKey: key, exact: true });
  // What live events keep up for others is there before it is opened, and needs not be asked for then.
  const [isOfOthers] = useState(() => isKeptLive && known()?.isActive() === true);
  const query = useQuery<A>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        return await ask(provider, signal);
      } catch (error) {
        await logoutIfAccessDenied(error);
        throw error;
      }
    },
    enabled: () => enabled && (isOfOthers || opening.isOpen()),
    staleTime,
    refetchOnWindowFocus,
    // Whoever comes is one of them.
    ...(isKeptLive && { meta: keptLive, refetchOnMount: (query) => query.getObserversCount() === 1 }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(refetchInterval !== undefined && {
      refetchInterval: ({ state }) =>
        typeof refetchInterval === 'number' ? refetchInterval : refetchInterval(state.data),
    }),
  });
  const begin = useEvent(() => {
    const isFresh = isOfOthers || known()?.isStaleByTime(staleTime) === false;
    if (enabled && !isFresh) void query.refetch({ cancelRefetch: false });
  });
  useEffect(() => opening.onOpen(begin), [opening, begin]);
  return query;
}
