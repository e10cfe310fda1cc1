import { useRef, useState } from 'react';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { emailLength, emailTitleLength } from '@crm/contracts/codes/message-lengths.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { composerFoot } from '../controls/composer-field.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { useEmailMessages } from '../i18n/emails.en.js';
import { useLeaveCheck } from '../leaving/LeaveGuard.js';
import { useEmailRefusal } from './useEmailRefusal.js';
import { RichTextField, useRichText } from '../rich-text/RichTextField.js';
import { useSendEmail } from './useEmails.js';

/** The e-mail composer; an e-mail that could not be sent stays in it. */
export default function EmailComposer({
  lead,
  denialReason,
}: {
  lead: Lead;
  denialReason: string | undefined;
}) {
  const translate = useEmailMessages();
  const [title, setTitle] = useState('');
  const { editor, isBlank, length } = useRichText({ label: translate('crm.email.text') });
  const { mutate, isPending } = useSendEmail(lead);
  // Idempotency key of one click, in case its response is lost.
  const click = useRef<{ of: string; key: string }>(undefined);
  useLeaveCheck(isBlank && title.trim() === '' ? undefined : 'ask');

  const refused = useEmailRefusal(lead);
  const { fault, count } = useTextLimit(title, emailTitleLength);
  const long = useTextLimit(length, emailLength);
  const missing = isBlank
    ? translate('crm.email.empty')
    : title.trim() === ''
      ? translate('crm.email.noTitle')
      : (fault ?? long.fault);
  const reason = denialReason ?? refused ?? missing;

  const send = () => {
    if (reason !== undefined || isPending) return;
    const html = editor.getHTML();
    const of = `${title} ${html}`;
    if (click.current?.of !== of) click.current = { of, key: crypto.randomUUID() };
    mutate(
      { title: title.trim(), text: html, key: click.current.key },
      {
        onSuccess: ({ email }) => {
          click.current = undefined;
          // Kept for a retry; text typed meanwhile is not part of what was sent.
          if (email.send_status === 'failed' || editor.getHTML() !== html) return;
          editor.commands.clearContent();
          setTitle('');
        },
      },
    );
  };

  return (
    <Box
      component="form"
      aria-label={translate('crm.email.new')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flex: 'none',
        px: 2,
        pt: 1.5,
        pb: 2,
        borderTop: 1,
        borderColor: 'border.subtle',
        '& > *': { maxWidth: 728 },
      }}
    >
      <TextField
        id="new-email-title"
        label={translate('crm.email.title')}
        value={title}
        required
        onChange={({ target }) => {
          setTitle(target.value);
        }}
        error={fault !== undefined}
        helperText={fault ?? count}
        sx={{ mb: 1.5 }}
      />
      <RichTextField
        editor={editor}
        minHeight={120}
        foot={
          <Box sx={{ ...composerFoot, px: 1.5, pb: 0.75 }}>
            <ReasonButton type="submit" variant="contained" size="small" loading={isPending} reason={reason}>
              {translate('crm.email.send')}
            </ReasonButton>
          </Box>
        }
      />
      {long.fault !== undefined && <FormHelperText error>{long.fault}</FormHelperText>}
    </Box>
  );
}
