import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { toE164, toShown } from '@crm/contracts/phone.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useCalling } from '../calling/calling.js';
import { PhoneField } from '../controls/PhoneField.js';
import { hasSecond } from './second.rules.js';
import { useCallActions } from '../calling/useCallActions.js';

/** Adds a second participant to the conference, or removes them (rule C2). */
export default function SecondParticipantDialog({ onClose }: { onClose: () => void }) {
  const translate = useCallMessages();
  const { live } = useCalling();
  const { add, remove } = useCallActions(live);
  const [phone, setPhone] = useState('');
  const isOn = hasSecond(live);
  const number = toE164(phone);
  const why = isOn
    ? translate('crm.calls.dialOneOnly')
    : number === undefined
      ? translate('crm.calls.wrongNumber')
      : undefined;
  const second = isOn ? live?.second : undefined;
  return (
    <DialogFrame
      open
      width={400}
      title={translate('crm.calls.dialpad')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (why === undefined && number !== undefined && !add.isPending) add.mutate(number);
      }}
      extras={
        <ReasonButton
          variant="outlined"
          color="error"
          loading={remove.isPending}
          reason={isOn ? undefined : translate('crm.calls.noSecond')}
          onClick={() => {
            remove.mutate();
          }}
        >
          {translate('crm.calls.hangUp')}
        </ReasonButton>
      }
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton type="submit" variant="contained" loading={add.isPending} reason={why}>
            {translate('crm.calls.dial')}
          </ReasonButton>
        </>
      }
    >
      <PhoneField value={phone} onChange={setPhone} isOff={isOn} />
      <Typography role="status" variant="body2" color="text.secondary" sx={{ minHeight: 20, mt: 1 }}>
        {second &&
          translate(second.state === 'ringing' ? 'crm.calls.secondRinging' : 'crm.calls.secondTalks', {
            number: toShown(second.number),
          })}
      </Typography>
    </DialogFrame>
  );
}
