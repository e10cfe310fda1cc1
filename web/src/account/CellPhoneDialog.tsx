import { useState } from 'react';
import Button from '@mui/material/Button';
import { maskedPhone, toMask } from '@crm/contracts/phone.js';
import { PhoneField } from '../calls/PhoneField.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../controls/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useAccountWords } from '../i18n/account.en.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useSaveOwn } from './useSaveOwn.js';

/** Changes the number that an agent can be reached at. */
export default function CellPhoneDialog({ onClose }: { onClose: () => void }) {
  const words = useAccountWords();
  const standing = toMask(useCurrentUser().phone);
  const [phone, setPhone] = useState(standing);
  const { mutate, isPending } = useSaveOwn('phone', { onSaved: onClose, onRefused: () => undefined });
  const { close, question } = useDiscard({ unsaved: phone !== standing, isBusy: isPending, onClose });
  const reason =
    phone === ''
      ? words('crm.cellPhone.required')
      : !maskedPhone.safeParse(phone).success
        ? words('crm.cellPhone.wrong')
        : phone === standing
          ? words('crm.cellPhone.same')
          : undefined;
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
      <PhoneField value={phone} onChange={setPhone} />
      {question}
    </DialogFrame>
  );
}
