import { useState } from 'react';
import Button from '@mui/material/Button';
import { phoneFault, toMask } from '@crm/contracts/phone.js';
import { PhoneField } from '../calls/PhoneField.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../controls/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useAccountWords } from '../i18n/account.en.js';
import { refusalOf } from '../providers/http-client.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useSaveOwn } from './useSaveOwn.js';

/** Changes the number that an agent can be reached at. */
export default function CellPhoneDialog({ onClose }: { onClose: () => void }) {
  const words = useAccountWords();
  const standing = toMask(useCurrentUser().phone);
  const [phone, setPhone] = useState(standing);
  const [refused, setRefused] = useState<string>();
  // While it is first typed it is not whole yet.
  const [wasLeft, setLeft] = useState(false);
  const { mutate, isPending } = useSaveOwn('phone', {
    onSaved: onClose,
    onRefused: (error) => {
      setRefused(refusalOf(error)?.errors?.['phone']);
    },
  });
  const { close, question } = useDiscard({ unsaved: phone !== standing, isBusy: isPending, onClose });
  const fault = phoneFault(phone) ?? refused;
  const reason =
    phone === ''
      ? words('crm.cellPhone.required')
      : (fault ?? (phone === standing ? words('crm.cellPhone.same') : undefined));
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.cellPhone.title')}
      subtitle={words('crm.cellPhone.hint')}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined && !isPending) mutate(phone);
      }}
      actions={
        <>
          <Button variant="outlined" onClick={close}>
            {words('crm.action.close')}
          </Button>
          <ReasonButton type="submit" variant="contained" loading={isPending} reason={reason}>
            {words('crm.action.save')}
          </ReasonButton>
        </>
      }
    >
      <PhoneField
        value={phone}
        error={wasLeft || refused !== undefined ? fault : undefined}
        onBlur={() => {
          setLeft(true);
        }}
        onChange={(typed) => {
          setPhone(typed);
          setRefused(undefined);
        }}
      />
      {question}
    </DialogFrame>
  );
}
