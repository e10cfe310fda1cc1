import { useQueryClient } from '@tanstack/react-query';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { wordingFor } from '@crm/contracts/messaging/wording.rules.js';
import { previewTemplate, sendEmailTemplate, sendSmsTemplate } from '@crm/contracts/http/templates.js';
import { belongingsKey } from '../leads/lead/belongings.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';
import { useCurrentUser } from '../session/SessionContext.js';
import type { Template, TemplateKind } from './useTemplates.js';

/** What a template says to a lead, and which of its fields have no value. */
export function usePreview(
  kind: TemplateKind,
  { id: lead, version, language }: Pick<Lead, 'id' | 'version' | 'language'>,
  template: Template | undefined,
) {
  const { id: user } = useCurrentUser();
  return useVerbQuery({
    key: ['templates', 'preview', kind, lead, version, language, template],
    ask: (provider, signal) => {
      const { title, text } = wordingFor(template ?? { title: '', text: '' }, language);
      // A text is chosen by its title, which does not go out.
      const sent = kind === 'sms' ? '' : title;
      return provider.call(previewTemplate, { body: { lead, user, kind, title: sent, text }, signal });
    },
    enabled: template !== undefined,
  });
}

/** Sends a template to a lead; what is sent is in its tab. */
export function useSendTemplate(kind: TemplateKind, leadId: string, onSent: () => void) {
  const { id: user } = useCurrentUser();
  const client = useQueryClient();
  const showAnswer = useShowAnswer();
  return useVerb(
    (provider, { id, key }: { id: string; key: string }) =>
      provider.call(kind === 'sms' ? sendSmsTemplate : sendEmailTemplate, {
        body: { id, lead: leadId, user, key },
      }),
    {
      onSuccess: ({ status, message }) => {
        void client.invalidateQueries({ queryKey: belongingsKey(leadId) });
        showAnswer({ status, message });
        onSent();
      },
    },
  );
}
