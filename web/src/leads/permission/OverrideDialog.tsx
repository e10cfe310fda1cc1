import { useState } from 'react';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { type WayToCustomer, allowContact } from '@crm/contracts/http/permission.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { useDiscard } from '../../leaving/useDiscard.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { permissionKey } from './useMayContact.js';

const choices = [1, 4, 24];

/** An admin allows what the rules refuse, for one number and channel, with a reason. */
export default function OverrideDialog({
  leadId,
  way,
  onClose,
}: {
  leadId: string;
  way: WayToCustomer;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState(1);
  const [channel, setChannel] = useState(way.channel);
  const allowing = useVerb(
    (provider) =>
      provider.call(allowContact, {
        params: { id: leadId },
        body: { place: way.place, channel, reason, minutes: hours * 60 },
      }),
    {
      onSuccess: (answer) => {
        showAnswer(answer);
        void queries.invalidateQueries({ queryKey: permissionKey(leadId) });
        onClose();
      },
    },
  );
  const { close, question } = useDiscard({ unsaved: reason !== '', isBusy: allowing.isPending, onClose });
  const isReady = reason.trim() !== '';
  return (
    <DialogFrame
      open
      width={400}
      title={translate('crm.contact.allowTitle')}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) allowing.mutate(undefined);
      }}
      actions={
        <>
          <Button variant="outlined" onClick={close}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            loading={allowing.isPending}
            reason={isReady ? undefined : translate('crm.contact.reasonNeeded')}
          >
            {translate('crm.contact.allow')}
          </ReasonButton>
        </>
      }
    >
      <Typography color="text.secondary">
        {translate('crm.contact.allowText', { reason: way.permission.sentence })}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, pt: 2 }}>
        <TextField
          label={translate('crm.contact.reason')}
          required
          autoFocus
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
          }}
        />
        <TextField
          select
          label={translate('crm.contact.channel')}
          value={channel}
          onChange={(event) => {
            setChannel(event.target.value === 'text' ? 'text' : 'call');
          }}
        >
          <MenuItem value="call">{translate('crm.contact.calls')}</MenuItem>
          <MenuItem value="text">{translate('crm.contact.texts')}</MenuItem>
        </TextField>
        <TextField
          select
          label={translate('crm.contact.hours')}
          value={hours}
          onChange={(event) => {
            setHours(Number(event.target.value));
          }}
        >
          {choices.map((each) => (
            <MenuItem key={each} value={each}>
              {translate('crm.contact.hour', { smart_count: each })}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {question}
    </DialogFrame>
  );
}
