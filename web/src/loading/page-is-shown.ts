import type { QueryClient } from '@tanstack/react-query';
import { idle, pause } from './idle.js';

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

/** Resolves when what the page asked for is there and drawn, or was waited for long enough. */
export const pageIsShown = (client: QueryClient): Promise<void> =>
  Promise.race([areAnswered(client).then(idle), pause(longestMs)]);
