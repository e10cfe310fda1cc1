import type { User } from '@crm/contracts/entities/user.js';
import { listAgents } from '@crm/contracts/http/agents.js';
import { useVerbQuery } from './useVerbQuery.js';

export const peopleKey = ['people'] as const;

/** All agents and guides, by name. */
export const usePeople = () =>
  useVerbQuery<User[]>({
    key: peopleKey,
    ask: async (provider, signal) => (await provider.call(listAgents, { signal })).agents,
  });
