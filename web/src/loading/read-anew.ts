import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reads anew what is shown of these queries. A first answer that is under way is from before, and TanStack Query would take it:
 * it is asked for again.
 */
export async function readAnew(client: QueryClient, ...which: QueryFilters[]): Promise<void> {
  await Promise.all(which.map((filters) => client.cancelQueries(filters)));
  await Promise.all(which.map((filters) => client.invalidateQueries(filters)));
}

/** Tells the queries that live events keep up from others. */
export const keptLive = { isKeptLive: true } as const;

/** Reads once more what live events keep up and what is shown of it is from before they came; what is under way is shown first. */
export async function readOnceMore(client: QueryClient): Promise<void> {
  const shown = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ meta }) => meta === keptLive,
  });
  await Promise.all(
    shown.map(async (query) => {
      await query.promise?.catch(() => undefined);
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  );
}
