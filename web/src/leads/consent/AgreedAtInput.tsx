import { useState } from 'react';
import TextField from '@mui/material/TextField';
import { useInput } from 'react-admin';
import { toField } from '../../controls/datetime-field.rules.js';
import { useConsentMessages } from '../../i18n/consent.en.js';
import { shownError } from '../../fields/shown-error.js';

/** When somebody agreed, by the clock of this computer; not after now. */
export function AgreedAtInput() {
  const translate = useConsentMessages();
  const [openedAt] = useState(() => toField(new Date()));
  const { field, fieldState } = useInput({ source: 'at' });
  const fault = shownError(fieldState.error);
  return (
    <TextField
      {...field}
      type="datetime-local"
      required
      label={translate('crm.consent.form.at')}
      error={fault !== undefined}
      helperText={fault ?? translate('crm.consent.form.atHelp')}
      slotProps={{ htmlInput: { max: openedAt } }}
    />
  );
}
