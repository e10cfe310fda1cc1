import { useState } from 'react';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../controls/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useWords } from '../i18n/useWords.js';
import { useContactDeeds } from './useContactRules.js';

/** Takes somebody off the list, with a reason. */
export function LiftDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const words = useWords();
  const [reason, setReason] = useState('');
  const { lifting } = useContactDeeds();
  const { close, question } = useDiscard({ unsaved: reason !== '', isBusy: lifting.isPending, onClose });
  const isReady = reason.trim() !== '';
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.doNotContact.liftTitle')}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) lifting.mutate({ params: { id }, query: { reason } }, { onSuccess: onClose });
      }}
      actions={
        <>
          <Button variant="outlined" onClick={close}>
            {words('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            loading={lifting.isPending}
            reason={isReady ? undefined : words('crm.contact.reasonNeeded')}
          >
            {words('crm.doNotContact.liftNow')}
          </ReasonButton>
        </>
      }
    >
      <Typography color="text.secondary">{words('crm.doNotContact.liftText', { name })}</Typography>
      <TextField
        label={words('crm.contact.reason')}
        required
        autoFocus
        fullWidth
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
        }}
        sx={{ mt: 2 }}
      />
      {question}
    </DialogFrame>
  );
}
