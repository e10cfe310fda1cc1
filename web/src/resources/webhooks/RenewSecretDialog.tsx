import { useRefresh } from 'react-admin';
import { renewWebhookSecret, type Webhook } from '@crm/contracts/resources/webhook.js';
import { QuestionDialog } from '../../controls/QuestionDialog.js';
import { useWebhookMessages } from '../../i18n/webhooks.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

interface Props {
  webhook: Webhook;
  onClose: () => void;
  onSecret: (webhook: Webhook & { secret: string }) => void;
}

/** Asks before a secret is replaced, since the old one ends a day later. */
export function RenewSecretDialog({ webhook, onClose, onSecret }: Props) {
  const translate = useWebhookMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const renewal = useVerb((provider, id: string) => provider.call(renewWebhookSecret, { params: { id } }), {
    onSuccess: (renewed) => {
      showAnswer({ status: 'success', message: translate('crm.webhooks.renewed') });
      refresh();
      onSecret(renewed);
    },
  });
  return (
    <QuestionDialog
      title={translate('crm.webhooks.renewTitle')}
      text={translate('crm.webhooks.renewText', { name: webhook.name })}
      action={translate('crm.webhooks.renewNow')}
      isPending={renewal.isPending}
      onAction={() => {
        renewal.mutate(webhook.id);
      }}
      onClose={onClose}
    />
  );
}
