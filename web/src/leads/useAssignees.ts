import { listAssignees } from '@crm/contracts/http/lead-lists.js';
import type { CallAnswer } from '../http/call-endpoint.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';

export type Assignee = CallAnswer<typeof listAssignees>[number];

/** Users that leads can belong to, 'Without agent' among them; they seldom change. */
export function useAssignees(enabled = true) {
  return useVerbQuery<Assignee[]>({
    key: ['leads', 'assignees'],
    ask: (provider, signal) => provider.call(listAssignees, { signal }),
    enabled,
    staleTime: 5 * 60_000,
  });
}

/** Those who may be given leads: a banned user keeps leads and gets no new ones. */
export function useReceivers() {
  const { data, ...query } = useAssignees();
  return { ...query, data: data?.filter(({ banned }) => banned !== 1) };
}
