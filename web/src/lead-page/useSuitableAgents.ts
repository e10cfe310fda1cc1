import { listLeadAgents } from '@crm/contracts/http/leads.js';
import type { CallAnswer } from '../http/call-endpoint.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';

type Agents = CallAnswer<typeof listLeadAgents>['agents'];

/** The agents a lead can be given to. */
export function useSuitableAgents(leadId: string) {
  return useVerbQuery<Agents>({
    key: ['leads', 'suitable-agents', leadId],
    ask: async (provider, signal) =>
      (await provider.call(listLeadAgents, { params: { id: leadId }, signal })).agents,
  });
}
