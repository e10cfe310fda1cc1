import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { refusedChannel, type RefusedChannel } from '@crm/contracts/entities/contact.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../controls/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useWords } from '../i18n/useWords.js';
import { addressOf } from './address.rules.js';
import { channelKeys } from './channel-words.js';
import { useContactDeeds } from './useContactRules.js';

/** Puts a number or an e-mail on the list by hand. */
export function AddEntryDialog({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const [text, setText] = useState('');
  const [channel, setChannel] = useState<RefusedChannel>('all');
  const [reason, setReason] = useState('');
  const { adding } = useContactDeeds();
  const { close, question } = useDiscard({
    unsaved: text !== '' || reason !== '',
    isBusy: adding.isPending,
    onClose,
  });
  const address = addressOf(text);
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.doNotContact.addTitle')}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        if (address === undefined) return;
        const why = reason.trim() === '' ? {} : { reason };
        adding.mutate({ body: { ...address, channel, ...why } }, { onSuccess: onClose });
      }}
      actions={
        <>
          <Button variant="outlined" onClick={close}>
            {words('crm.action.close')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            loading={adding.isPending}
            reason={address === undefined ? words('crm.doNotContact.notAddress') : undefined}
          >
            {words('crm.doNotContact.add')}
          </ReasonButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        <TextField
          label={words('crm.doNotContact.address')}
          required
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <TextField
          select
          label={words('crm.doNotContact.channel')}
          value={channel}
          onChange={(event) => {
            setChannel(refusedChannel.parse(event.target.value));
          }}
        >
          {refusedChannel.options.map((each) => (
            <MenuItem key={each} value={each}>
              {words(channelKeys[each])}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={words('crm.contact.reason')}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
          }}
        />
      </Box>
      {question}
    </DialogFrame>
  );
}
