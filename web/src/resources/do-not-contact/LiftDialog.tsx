import { useRefresh } from 'react-admin';
import { liftDoNotContact } from '@crm/contracts/resources/do-not-contact.js';
import type { CallInput } from '../../http/call-endpoint.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { ReasonDialog } from './ReasonDialog.js';

/** Takes somebody off the list, with a reason. */
export function LiftDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const translate = useContactRuleMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const lifting = useVerb(
    (provider, input: CallInput<typeof liftDoNotContact>) => provider.call(liftDoNotContact, input),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        refresh();
        onClose();
      },
    },
  );
  return (
    <ReasonDialog
      title={translate('crm.doNotContact.liftTitle')}
      text={translate('crm.doNotContact.liftText', { name })}
      submit={translate('crm.doNotContact.liftNow')}
      isSaving={lifting.isPending}
      onSave={(query) => lifting.mutateAsync({ params: { id }, query })}
      onClose={onClose}
    />
  );
}
