import { useId, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { noteLength } from '@crm/contracts/http/notes.js';
import { useCallBegun } from '../../calling/useCallBegun.js';
import { composerField, composerFoot } from '../../controls/composer-field.js';
import { SendsHint } from '../../controls/SendsHint.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useTextLimit } from '../../controls/useTextLimit.js';
import { useNoteMessages } from '../../i18n/notes.en.js';
import { useLeaveCheck } from '../../leaving/LeaveGuard.js';
import { isDialogOpen } from '../../shortcuts/ShortcutsProvider.js';

interface Props {
  leadId: string;
  isSending: boolean;
  /** Sends a text; `onSent` is told when it has arrived. */
  onSend: (message: string, onSent: () => void) => void;
}

/** Where a note is written; Ctrl and Enter send it (rule L34). */
export function NoteComposer({ leadId, isSending, onSend }: Props) {
  const translate = useNoteMessages();
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  const { fault, count } = useTextLimit(text, noteLength);
  useLeaveCheck(isEmpty ? undefined : 'ask');
  const field = useRef<HTMLInputElement>(null);
  // Who talks writes along; whoever called from a dialog stays in it.
  useCallBegun(leadId, () => {
    if (!isDialogOpen()) field.current?.focus();
  });

  const send = () => {
    if (isEmpty || fault !== undefined || isSending) return;
    onSend(text.trim(), () => {
      // What was typed meanwhile is not what was sent.
      setText((now) => (now === text ? '' : now));
    });
  };

  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      sx={{ flex: 'none', px: 2, pt: 1, pb: 1.5 }}
    >
      <TextField
        id={useId()}
        inputRef={field}
        label={translate('crm.note.label')}
        placeholder={translate('crm.note.placeholder')}
        value={text}
        multiline
        minRows={1}
        maxRows={6}
        fullWidth
        onChange={({ target }) => {
          setText(target.value);
        }}
        onKeyDown={(event) => {
          // Out of the field, where letters are the keys of the call again.
          if (event.key === 'Escape') field.current?.blur();
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
        error={fault !== undefined}
        helperText={fault ?? count}
        sx={composerField}
        slotProps={{
          input: {
            endAdornment: (
              <Box sx={composerFoot}>
                <SendsHint text={translate('crm.note.sends')} />
                <ReasonButton
                  type="submit"
                  variant="contained"
                  size="small"
                  loading={isSending}
                  reason={isEmpty ? translate('crm.note.empty') : fault}
                >
                  {translate('crm.note.send')}
                </ReasonButton>
              </Box>
            ),
          },
        }}
      />
    </Box>
  );
}
