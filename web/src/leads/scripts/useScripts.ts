import { useQueryClient } from '@tanstack/react-query';
import {
  type CustomScript,
  changeScript,
  createScript,
  customScriptType,
  deleteScript,
  listScripts,
} from '@crm/contracts/http/scripts.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { useVerbQuery } from '../../providers/useVerbQuery.js';

const keyOf = (userId: string) => ['scripts', userId] as const;

/** The signed-in user's own scripts. */
export function useScripts() {
  const { id } = useCurrentUser();
  return useVerbQuery<CustomScript[]>({
    key: keyOf(id),
    ask: async (provider, signal) => {
      const params = { userId: id, typeId: String(customScriptType) };
      return (await provider.call(listScripts, { params, signal })).scripts;
    },
    staleTime: 60_000,
  });
}

/** Writing, changing and deleting them; what was done is in the tabs at once. */
export function useScriptActions() {
  const { id } = useCurrentUser();
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const keep = (change: (scripts: CustomScript[]) => CustomScript[]) => {
    queries.setQueryData<CustomScript[]>(keyOf(id), (scripts = []) => change(scripts));
  };
  const creation = useVerb(
    (provider, html: string) =>
      provider.call(createScript, { body: { agent_id: id, type_id: customScriptType, html } }),
    {
      onSuccess: (answer) => {
        keep((scripts) => [...scripts, answer.script]);
        showAnswer(answer);
      },
    },
  );
  const change = useVerb(
    (provider, { script, html }: { script: string; html: string }) =>
      provider.call(changeScript, { params: { id: script }, body: { html } }),
    {
      onSuccess: (answer) => {
        keep((scripts) => scripts.map((each) => (each.id === answer.script.id ? answer.script : each)));
        showAnswer(answer);
      },
    },
  );
  const removal = useVerb(
    (provider, script: string) => provider.call(deleteScript, { params: { id: script } }),
    {
      onSuccess: (answer, script) => {
        keep((scripts) => scripts.filter((each) => each.id !== script));
        showAnswer(answer);
      },
    },
  );
  return { creation, change, removal };
}
