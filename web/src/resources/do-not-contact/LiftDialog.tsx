import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { liftDoNotContact, liftReason } from '@crm/contracts/resources/do-not-contact.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import type { CallInput } from '../../http/call-endpoint.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

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
    <FieldsDialog
      width={400}
      title={translate('crm.doNotContact.liftTitle')}
      fields={{
        reason: text({ label: translate('crm.doNotContact.reason'), max: 500, required: true, example: '' }),
      }}
      schema={liftReason}
      submit={translate('crm.doNotContact.liftNow')}
      isSaving={lifting.isPending}
      reasonOf={(values) =>
        liftReason.safeParse(values).success ? undefined : translate('crm.doNotContact.reasonNeeded')
      }
      onSave={(values) =>
        fieldErrors(lifting.mutateAsync({ params: { id }, query: liftReason.parse(values) }))
      }
      onClose={onClose}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('crm.doNotContact.liftText', { name })}
      </Typography>
    </FieldsDialog>
  );
}
