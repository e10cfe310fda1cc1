import { QueryClient, type Query } from '@tanstack/react-query';
import { statusOf } from '../http/http-client.js';

/** Whether a read may be tried again: the server was out of reach, it refused nothing. */
const isPassing = (error: unknown) => {
  const status = statusOf(error);
  return status === 0 || status === 502 || status === 503;
};

/** A read that failed for lack of a connection is read again by itself: after 4 seconds, then doubled up to a minute. */
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
      // Refused at once when there is no network: an action that was paused would be done long after it was meant.
      mutations: { networkMode: 'always' },
    },
  });
}
