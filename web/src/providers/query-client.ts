import { QueryClient } from '@tanstack/react-query';
import { statusOf } from './http-client.js';

/** Whether a read may be tried again: the server was out of reach, it refused nothing. */
const isPassing = (error: unknown) => {
  const status = statusOf(error);
  return status === 0 || status === 502 || status === 503;
};

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && isPassing(error), refetchOnWindowFocus: false },
      // Refused at once when there is no network: a deed that was paused would be done long after it was meant.
      mutations: { networkMode: 'always' },
    },
  });
}
