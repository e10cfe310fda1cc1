import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { liftReason, type DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';
import { useDecide } from './useDecide.js';
import { Wording } from './Wording.js';

/** Opens again what a wording closed, with a reason, below all that was written. */
export function ReopenDialog({
  entry,
  name,
  onClose,
}: {
  entry: DoNotContactEntry;
  name: string;
  onClose: () => void;
}) {
  const translate = useContactRuleMessages();
  const deciding = useDecide(onClose);
  return (
    <FieldsDialog
      width={560}
      title={translate('crm.doNotContact.reopenTitle')}
      fields={{
        reason: text({ label: translate('crm.doNotContact.reason'), max: 500, required: true, example: '' }),
      }}
      schema={liftReason}
      submit={translate('crm.doNotContact.reopenNow')}
      isSaving={deciding.isPending}
      reasonOf={(values) =>
        liftReason.safeParse(values).success ? undefined : translate('crm.doNotContact.reasonNeeded')
      }
      onSave={(values) =>
        fieldErrors(deciding.mutateAsync({ entry, decision: 'reopen', ...liftReason.parse(values) }))
      }
      onClose={onClose}
    >
      <Typography color="text.secondary">{translate('crm.doNotContact.reopenText', { name })}</Typography>
      <Box sx={{ display: 'grid', gap: 1, my: 2 }}>
        {entry.wordings.map((wording, index) => (
          <Wording key={index} wording={wording} isWhole />
        ))}
      </Box>
    </FieldsDialog>
  );
}
