import type { User } from '@crm/contracts/entities/user.js';
import { listAgents } from '@crm/contracts/http/agents.js';
import { useVerbQuery } from './useVerbQuery.js';

export const peopleKey = ['people'] as const;

/** All agents, team leads and guides, by name. */
export const usePeople = (enabled = true) =>
  useVerbQuery<User[]>({
    key: peopleKey,
    enabled,
    ask: async (provider, signal) => (await provider.call(listAgents, { signal })).agents,
  });
