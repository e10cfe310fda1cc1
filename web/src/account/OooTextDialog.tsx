import { useState } from 'react';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { textLength } from '@crm/contracts/codes/message-lengths.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../leaving/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { useAccountMessages } from '../i18n/account.en.js';
import { refusalOf } from '../http/http-client.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useSaveOwn } from './useSaveOwn.js';

/** What callers are texted while the user is out of the office. */
export default function OooTextDialog({ onClose }: { onClose: () => void }) {
  const translate = useAccountMessages();
  const { text_message } = useCurrentUser();
  const [text, setText] = useState(text_message);
  const [refused, setRefused] = useState<string>();
  const { mutate, isPending } = useSaveOwn('text_message', {
    onSaved: onClose,
    onRefused: (error) => {
      setRefused(refusalOf(error)?.errors?.['text_message']);
    },
  });
  const { fault, count } = useTextLimit(text, textLength);
  const isSame = text.trim() === text_message;
  const { close, question } = useDiscard({ unsaved: !isSame, isBusy: isPending, onClose });
  return (
    <>
      <DialogFrame
        open
        width={560}
        title={translate('crm.oooText.title')}
        subtitle={translate('crm.oooText.hint')}
        onClose={close}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame && fault === undefined && !isPending) mutate(text.trim());
        }}
        actions={
          <>
            <Button variant="outlined" onClick={close}>
              {translate('crm.action.close')}
            </Button>
            <ReasonButton
              type="submit"
              variant="contained"
              loading={isPending}
              reason={isSame ? translate('crm.oooText.same') : fault}
            >
              {translate('crm.action.save')}
            </ReasonButton>
          </>
        }
      >
        <TextField
          label={translate('crm.oooText.text')}
          value={text}
          multiline
          fullWidth
          autoFocus
          minRows={4}
          maxRows={10}
          error={(fault ?? refused) !== undefined}
          helperText={fault ?? refused ?? count ?? translate('crm.oooText.empty')}
          onChange={({ target }) => {
            setText(target.value);
            setRefused(undefined);
          }}
        />
      </DialogFrame>
      {question}
    </>
  );
}
