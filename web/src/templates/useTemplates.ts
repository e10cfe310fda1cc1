import { useQueryClient } from '@tanstack/react-query';
import {
  createEmailTemplate,
  createSmsTemplate,
  listEmailTemplates,
  listSmsTemplates,
  removeEmailTemplate,
  removeSmsTemplate,
  updateEmailTemplate,
  updateSmsTemplate,
} from '@crm/contracts/http/templates.js';
import { useVerbQuery } from '../leads/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useCurrentUser } from '../session/SessionContext.js';

export type TemplateKind = 'sms' | 'email';

/** A template of either kind: a text has a title to choose it by, an e-mail a name, and a title that goes out. */
export interface Template {
  id: string;
  name: string;
  /** Of an e-mail; a text has none. */
  title: string;
  text: string;
}

const keyOf = (kind: TemplateKind, userId: string) => ['templates', kind, userId] as const;

/** The signed-in user's own templates. */
export function useTemplates(kind: TemplateKind) {
  const { id: userId } = useCurrentUser();
  return useVerbQuery<Template[]>({
    key: keyOf(kind, userId),
    ask: async (provider, signal) => {
      const asked = { params: { userId }, signal };
      if (kind === 'email') return (await provider.call(listEmailTemplates, asked)).templates;
      const { templates } = await provider.call(listSmsTemplates, asked);
      return templates.map(({ id, title, text }) => ({ id, name: title, title: '', text }));
    },
  });
}

/** Writing, changing and removing templates; the list is read anew, as the server orders it. */
export function useTemplateDeeds(kind: TemplateKind, onRefused: (error: unknown) => void) {
  const { id: user_id } = useCurrentUser();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const reread = () => void client.invalidateQueries({ queryKey: keyOf(kind, user_id) });
  const saving = useVerb(
    async (provider, { id, name, title, text }: Omit<Template, 'id'> & { id: string | undefined }) => {
      if (kind === 'email') {
        const body = { name, title, text };
        return id === undefined
          ? provider.call(createEmailTemplate, { body: { user_id, ...body } })
          : provider.call(updateEmailTemplate, { body: { id, ...body } });
      }
      const body = { title: name, text };
      return id === undefined
        ? provider.call(createSmsTemplate, { body: { user_id, ...body } })
        : provider.call(updateSmsTemplate, { body: { id, ...body } });
    },
    {
      onSuccess: ({ status, message }) => {
        reread();
        showAnswer({ status, message });
      },
      onRefused,
    },
  );
  const removal = useVerb(
    (provider, id: string) =>
      provider.call(kind === 'sms' ? removeSmsTemplate : removeEmailTemplate, { body: { id } }),
    {
      onSuccess: (answer, id) => {
        client.setQueryData<Template[]>(keyOf(kind, user_id), (known) =>
          known?.filter((each) => each.id !== id),
        );
        showAnswer(answer);
      },
      // Removed in another window already: the list says so.
      onRefused: reread,
    },
  );
  return { saving, removal };
}
