import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { toE164, toShown } from '@crm/contracts/phone.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useCallWords } from '../i18n/calls.en.js';
import { useCalling } from './calling.js';
import { PhoneField } from './PhoneField.js';
import { hasSecond } from './second.rules.js';
import { useCallDeeds } from './useCallDeeds.js';

/** Rings a second party into the conference, or takes them out of it (account-and-shell section 2). */
export default function SecondParticipantDialog({ onClose }: { onClose: () => void }) {
  const words = useCallWords();
  const { live } = useCalling();
  const { add, remove } = useCallDeeds(live);
  const [phone, setPhone] = useState('');
  const isOn = hasSecond(live);
  const number = toE164(phone);
  const why = isOn
    ? words('crm.calls.dialOneOnly')
    : number === undefined
      ? words('crm.calls.wrongNumber')
      : undefined;
  const second = isOn ? live?.second : undefined;
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.calls.dialpad')}
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
          reason={isOn ? undefined : words('crm.calls.noSecond')}
          onClick={() => {
            remove.mutate();
          }}
        >
          {words('crm.calls.hangUp')}
        </ReasonButton>
      }
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <ReasonButton type="submit" variant="contained" loading={add.isPending} reason={why}>
            {words('crm.calls.dial')}
          </ReasonButton>
        </>
      }
    >
      <PhoneField value={phone} onChange={setPhone} isOff={isOn} />
      <Typography role="status" variant="body2" color="text.secondary" sx={{ minHeight: 20, mt: 1 }}>
        {second &&
          words(second.state === 'ringing' ? 'crm.calls.secondRinging' : 'crm.calls.secondTalks', {
            number: toShown(second.number),
          })}
      </Typography>
    </DialogFrame>
  );
}
