import Typography from '@mui/material/Typography';
import { text } from '@crm/contracts/fields/kinds.js';
import { liftReason } from '@crm/contracts/http/permission.js';
import { fieldErrors } from '../fields/field-errors.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useContactActions } from './useContactRules.js';

/** Takes somebody off the list, with a reason. */
export function LiftDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const translate = useTranslate();
  const { lifting } = useContactActions();
  return (
    <FieldsDialog
      width={400}
      title={translate('crm.doNotContact.liftTitle')}
      fields={{
        reason: text({ label: translate('crm.contact.reason'), max: 500, required: true, example: '' }),
      }}
      schema={liftReason}
      submit={translate('crm.doNotContact.liftNow')}
      isSaving={lifting.isPending}
      reasonOf={(values) =>
        liftReason.safeParse(values).success ? undefined : translate('crm.contact.reasonNeeded')
      }
      onSave={(values) =>
        fieldErrors(
          lifting.mutateAsync({ params: { id }, query: liftReason.parse(values) }, { onSuccess: onClose }),
        )
      }
      onClose={onClose}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate('crm.doNotContact.liftText', { name })}
      </Typography>
    </FieldsDialog>
  );
}
