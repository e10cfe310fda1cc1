import { QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { statusOf } from '../http/http-client.js';

/** Whether a query can be retried: the server was unreachable and refused nothing. */
const isPassing = (error: unknown) => {
  const status = statusOf(error);
  return status === 0 || status === 502 || status === 503;
};

/** A query that failed for lack of a connection is retried with backoff: 4 seconds, doubling up to a minute. */
const retryMs = ({ state: { error, errorUpdateCount } }: Query) =>
  isPassing(error) && Math.min(2_000 * 2 ** errorUpdateCount, 60_000);

/**
 * While a query without data is asked again, TanStack Query forgets its error: whoever shows it would blink, and a screen
 * reader say it anew, at each try. Here it keeps it until there is an answer, but for a page that is opened anew.
 */
function createQueryCache(): QueryCache {
  const failed = new WeakMap<object, Error>();
  const opened = new WeakSet<object>();
  const cache = new QueryCache({
    onError: (error, query) => {
      failed.set(query, error);
      opened.delete(query);
    },
    onSuccess: (_data, query) => failed.delete(query),
  });
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'observerAdded') opened.add(query);
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    const error = failed.get(query);
    if (!opened.delete(query) && error !== undefined && query.state.data === undefined)
      query.setState({ status: 'error', error });
  });
  return cache;
}

/** What a read waits for before its second and third try, in milliseconds. */
const usualPauseMs = (failures: number) => 1_000 * 2 ** failures;

export function createQueryClient(pauseMs = usualPauseMs): QueryClient {
  return new QueryClient({
    queryCache: createQueryCache(),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: pauseMs,
        refetchInterval: retryMs,
        refetchOnWindowFocus: false,
      },
      // Fails at once without a network: a paused mutation would run long after it was intended.
      mutations: { networkMode: 'always' },
    },
  });
}
