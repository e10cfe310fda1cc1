import { useState } from 'react';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { reasonLength, type Person, type PrivacyRequestKind } from '@crm/contracts/http/privacy.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../controls/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { usePrivacyWords } from '../i18n/privacy.en.js';
import { usePrivacyDeeds } from './usePrivacy.js';

interface Props {
  kind: PrivacyRequestKind;
  person: Person;
  onClose: () => void;
  onMade: () => void;
}

/** The last word before a person's data is collected or erased: why, and what becomes of it. */
export function RequestDialog({ kind, person, onClose, onMade }: Props) {
  const words = usePrivacyWords();
  const [reason, setReason] = useState('');
  const [isNeverContact, setIsNeverContact] = useState(true);
  const { fault, count } = useTextLimit(reason, reasonLength);
  const { making } = usePrivacyDeeds();
  const { close, question } = useDiscard({ unsaved: reason !== '', isBusy: making.isPending, onClose });
  const isErasure = kind === 'erasure';
  return (
    <DialogFrame
      open
      width={560}
      persistent
      title={words(isErasure ? 'crm.privacy.eraseTitle' : 'crm.privacy.exportTitle')}
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
            {words('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            color={isErasure ? 'error' : 'primary'}
            loading={making.isPending}
            reason={reason.trim() === '' ? words('crm.privacy.noReason') : fault}
          >
            {words(isErasure ? 'crm.privacy.eraseNow' : 'crm.privacy.exportNow')}
          </ReasonButton>
        </>
      }
    >
      <Typography sx={{ mb: 1.5 }}>
        {words('crm.privacy.chosen', { smart_count: person.lead_ids.length })}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {words(isErasure ? 'crm.privacy.eraseText' : 'crm.privacy.exportText')}
      </Typography>
      {isErasure && (
        <Typography color="textSecondary" sx={{ mb: 1.5 }}>
          {words('crm.privacy.eraseStays')}
        </Typography>
      )}
      <TextField
        fullWidth
        autoFocus
        required
        label={words('crm.privacy.reason')}
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
          label={words('crm.privacy.neverContact')}
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
