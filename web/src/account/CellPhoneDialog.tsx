import { useState } from 'react';
import Button from '@mui/material/Button';
import { phoneFault, toMask } from '@crm/contracts/phone.js';
import { PhoneField } from '../controls/PhoneField.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../leaving/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useAccountMessages } from '../i18n/account.en.js';
import { refusalOf } from '../http/http-client.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useSaveOwn } from './useSaveOwn.js';

/** Changes the number that an agent can be reached at. */
export default function CellPhoneDialog({ onClose }: { onClose: () => void }) {
  const translate = useAccountMessages();
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
      ? translate('crm.cellPhone.required')
      : (fault ?? (phone === standing ? translate('crm.cellPhone.same') : undefined));
  return (
    <DialogFrame
      open
      width={400}
      title={translate('crm.cellPhone.title')}
      subtitle={translate('crm.cellPhone.hint')}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined && !isPending) mutate(phone);
      }}
      actions={
        <>
          <Button variant="outlined" onClick={close}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton type="submit" variant="contained" loading={isPending} reason={reason}>
            {translate('crm.action.save')}
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
