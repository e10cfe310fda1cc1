import { useQueryClient } from '@tanstack/react-query';
import { getReferenceList } from '@crm/contracts/http/reference.js';
import type { ReferenceListName } from '@crm/contracts/reference/reference-list.js';
import type { CrmDataProvider } from '../providers/data-provider.js';
import { useVerbs } from '../providers/useVerb.js';

export const referenceKey = (list: ReferenceListName) => ['reference', list] as const;

/** A list that admins keep, as it is asked for. Lists change seldom: anew when a minute old. */
export const listQuery = (list: ReferenceListName) => ({
  key: referenceKey(list),
  ask: (provider: CrmDataProvider, signal: AbortSignal) =>
    provider.call(getReferenceList, { params: { list }, signal }),
  staleTime: 60_000,
});

/** Asks for lists that are likely to be shown next, unless they are there. What fails is asked for again where it is shown. */
export function useListsAhead(): (lists: readonly ReferenceListName[]) => void {
  const provider = useVerbs();
  const client = useQueryClient();
  return (lists) => {
    for (const { key: queryKey, ask, staleTime } of lists.map(listQuery))
      void client.prefetchQuery({ queryKey, queryFn: ({ signal }) => ask(provider, signal), staleTime });
  };
}
