import { useQueryClient } from '@tanstack/react-query';
import {
  createEmailTemplate,
  createSmsTemplate,
  emailTemplateFields,
  listEmailTemplates,
  listSmsTemplates,
  removeEmailTemplate,
  removeSmsTemplate,
  smsTemplateFields,
  updateEmailTemplate,
  updateSmsTemplate,
} from '@crm/contracts/http/templates.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useCurrentUser } from '../session/SessionContext.js';

export type TemplateKind = 'sms' | 'email';

/** What is written of a template of either kind. */
export const templateFields = { sms: smsTemplateFields, email: emailTemplateFields };

/** A template of either kind: a text is chosen by its title, an e-mail by its name, and its title goes out. */
export interface Template {
  id: string;
  name: string;
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
      return templates.map((template) => ({ ...template, name: template.title }));
    },
  });
}

/** Writing, changing and removing templates; the list is read anew, as the server orders it. */
export function useTemplateActions(kind: TemplateKind) {
  const { id: user_id } = useCurrentUser();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  const reread = () => void client.invalidateQueries({ queryKey: keyOf(kind, user_id) });
  const saving = useVerb(
    async (provider, { id, values }: { id: string | undefined; values: unknown }) => {
      if (kind === 'email') {
        const body = emailTemplateFields.parse(values);
        return id === undefined
          ? provider.call(createEmailTemplate, { body: { user_id, ...body } })
          : provider.call(updateEmailTemplate, { body: { id, ...body } });
      }
      const body = smsTemplateFields.parse(values);
      return id === undefined
        ? provider.call(createSmsTemplate, { body: { user_id, ...body } })
        : provider.call(updateSmsTemplate, { body: { id, ...body } });
    },
    {
      onSuccess: ({ status, message }) => {
        reread();
        showAnswer({ status, message });
      },
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
