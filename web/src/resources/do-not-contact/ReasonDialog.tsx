import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { liftReason } from '@crm/contracts/resources/do-not-contact.js';
import { fieldErrors } from '../../fields/field-errors.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import { useContactRuleMessages } from '../../i18n/contact-rules.en.js';

interface Props {
  title: string;
  /** What comes of it. */
  text: string;
  /** The word of the button that does it. */
  submit: string;
  width?: 400 | 560;
  isSaving: boolean;
  onSave: (reason: { reason: string }) => Promise<unknown>;
  onClose: () => void;
  /** Below the text. */
  children?: ReactNode;
}

/** Asks why before something is done. */
export function ReasonDialog({ text: says, width = 400, onSave, children, ...dialog }: Props) {
  const translate = useContactRuleMessages();
  return (
    <FieldsDialog
      {...dialog}
      width={width}
      fields={{
        reason: text({ label: translate('crm.doNotContact.reason'), max: 500, required: true, example: '' }),
      }}
      schema={liftReason}
      reasonOf={(values) =>
        liftReason.safeParse(values).success ? undefined : translate('crm.doNotContact.reasonNeeded')
      }
      onSave={(values) => fieldErrors(onSave(liftReason.parse(values)))}
    >
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {says}
      </Typography>
      {children}
    </FieldsDialog>
  );
}
