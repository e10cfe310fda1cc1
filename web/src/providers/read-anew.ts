import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads anew what is shown of these keys. A first answer that is under way is from before, and TanStack Query would take it:
 * it is asked for again.
 */
export async function readAnew(client: QueryClient, ...queryKeys: QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.cancelQueries({ queryKey })));
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
