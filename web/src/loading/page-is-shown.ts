import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { idle, pause, useHasCome } from './idle.js';

/** However long the page still waits for its data then. */
const longestMs = 3_000;

const areAnswered = (client: QueryClient) =>
  new Promise<void>((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      if (client.isFetching() > 0) return;
      stop();
      resolve();
    });
  });

async function isSettled(client: QueryClient): Promise<void> {
  await idle();
  while (client.isFetching() > 0) {
    await areAnswered(client);
    await idle();
  }
}

/** Resolves when what the page asked for is there and drawn, or was waited for long enough. */
export const pageIsShown = (client: QueryClient): Promise<void> =>
  Promise.race([isSettled(client), pause(longestMs)]);

/** The same: what stands beside the page, and is not needed to read it, comes then. */
export function useIsPageShown(): boolean {
  const client = useQueryClient();
  return useHasCome(useCallback(() => pageIsShown(client), [client]));
}
