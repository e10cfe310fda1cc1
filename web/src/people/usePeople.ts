import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@crm/contracts/entities/user.js';
import { createAgent, listAgents, updateAgent } from '@crm/contracts/http/auth.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import type { CallBody } from '../http/call-endpoint.js';
import { useVerb } from '../providers/useVerb.js';

const peopleKey = ['people'] as const;

/** All agents and guides, by name. */
export function usePeople() {
  return useVerbQuery<User[]>({
    key: peopleKey,
    ask: async (provider, signal) => {
      const { agents } = await provider.call(listAgents, { signal });
      return agents.sort((a, b) => a.fullname.localeCompare(b.fullname));
    },
  });
}

/** What is done once an account was saved: it is said, and read anew wherever people are listed. */
function useSaved(onSaved: () => void) {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  return (answer: Parameters<typeof showAnswer>[0]) => {
    showAnswer(answer);
    void queries.invalidateQueries({ queryKey: peopleKey });
    void queries.invalidateQueries({ queryKey: ['leads', 'assignees'] });
    onSaved();
  };
}

interface Action {
  onSaved: () => void;
  onRefused: (error: unknown) => void;
}

export function useCreatePerson({ onSaved, onRefused }: Action) {
  const saved = useSaved(onSaved);
  return useVerb((provider, body: CallBody<typeof createAgent>) => provider.call(createAgent, { body }), {
    onSuccess: ({ user: _user, ...answer }) => {
      saved(answer);
    },
    onRefused,
  });
}

export function useChangePerson(id: string, { onSaved, onRefused }: Action) {
  const saved = useSaved(onSaved);
  return useVerb(
    (provider, body: CallBody<typeof updateAgent>) => provider.call(updateAgent, { params: { id }, body }),
    {
      onSuccess: ({ user: _user, ...answer }) => {
        saved(answer);
      },
      onRefused,
    },
  );
}
