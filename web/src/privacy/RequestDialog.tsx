import { useState } from 'react';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { reasonLength, type Person, type PrivacyRequestKind } from '@crm/contracts/http/privacy.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../leaving/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { usePrivacyActions } from './usePrivacy.js';

interface Props {
  kind: PrivacyRequestKind;
  person: Person;
  onClose: () => void;
  onMade: () => void;
}

/** The last word before a person's data is collected or erased: why, and what becomes of it. */
export function RequestDialog({ kind, person, onClose, onMade }: Props) {
  const translate = usePrivacyMessages();
  const [reason, setReason] = useState('');
  const [isNeverContact, setIsNeverContact] = useState(true);
  const { fault, count } = useTextLimit(reason, reasonLength);
  const { making } = usePrivacyActions();
  const { close, question } = useDiscard({ unsaved: reason !== '', isBusy: making.isPending, onClose });
  const isErasure = kind === 'erasure';
  return (
    <DialogFrame
      open
      width={560}
      persistent
      title={translate(isErasure ? 'crm.privacy.eraseTitle' : 'crm.privacy.exportTitle')}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '' || fault !== undefined) return;
        making.mutate(
          { kind, ...person, reason: reason.trim(), never_contact: isNeverContact ? 1 : 0 },
          { onSuccess: onMade },
        );
      }}
      actions={
        <>
          <Button variant="outlined" onClick={close}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            color={isErasure ? 'error' : 'primary'}
            loading={making.isPending}
            reason={reason.trim() === '' ? translate('crm.privacy.noReason') : fault}
          >
            {translate(isErasure ? 'crm.privacy.eraseNow' : 'crm.privacy.exportNow')}
          </ReasonButton>
        </>
      }
    >
      <Typography sx={{ mb: 1.5 }}>
        {translate('crm.privacy.chosen', { smart_count: person.lead_ids.length })}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {translate(isErasure ? 'crm.privacy.eraseText' : 'crm.privacy.exportText')}
      </Typography>
      {isErasure && (
        <Typography color="textSecondary" sx={{ mb: 1.5 }}>
          {translate('crm.privacy.eraseStays')}
        </Typography>
      )}
      <TextField
        fullWidth
        autoFocus
        required
        label={translate('crm.privacy.reason')}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
        }}
        error={fault !== undefined}
        helperText={fault ?? count}
      />
      {isErasure && (
        <FormControlLabel
          sx={{ mt: 1 }}
          label={translate('crm.privacy.neverContact')}
          control={
            <Checkbox
              checked={isNeverContact}
              onChange={(_event, isOn) => {
                setIsNeverContact(isOn);
              }}
            />
          }
        />
      )}
      {question}
    </DialogFrame>
  );
}
