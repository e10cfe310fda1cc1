import { QueryClient, type Query } from '@tanstack/react-query';
import { statusOf } from '../http/http-client.js';

/** Whether a query can be retried: the server was unreachable and refused nothing. */
const isPassing = (error: unknown) => {
  const status = statusOf(error);
  return status === 0 || status === 502 || status === 503;
};

/** A query that failed for lack of a connection is retried with backoff: 4 seconds, doubling up to a minute. */
const retryMs = ({ state: { error, errorUpdateCount } }: Query) =>
  isPassing(error) && Math.min(2_000 * 2 ** errorUpdateCount, 60_000);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isPassing(error),
        refetchInterval: retryMs,
        refetchOnWindowFocus: false,
      },
      // Fails at once without a network: a paused mutation would run long after it was intended.
      mutations: { networkMode: 'always' },
    },
  });
}
