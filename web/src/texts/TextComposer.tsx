import { memo, useId, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { textLength } from '@crm/contracts/codes/message-lengths.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { composerField, composerFoot } from '../controls/composer-field.js';
import { SendsHint } from '../controls/SendsHint.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { useTextMessages } from '../i18n/texts.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useLeaveCheck } from '../leaving/LeaveGuard.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { AttachButton, Attachments } from './Attachments.js';
import { textSize } from './text-segments.rules.js';
import { useTextableNumbers, type TextableNumber } from './useTextableNumbers.js';
import { useAttachments } from './useAttachments.js';
import { useSendText } from './useTexts.js';

interface Props {
  lead: Lead;
  denialReason: string | undefined;
}

/** The text composer; Ctrl+Enter sends (rule T1). Texts that come in are nothing to it. */
export const TextComposer = memo(function TextComposer({ lead, denialReason }: Props) {
  const translate = useTextMessages();
  const showAnswer = useShowAnswer();
  const numbers = useTextableNumbers(lead);
  const { mutate, isPending } = useSendText(lead.id);
  const [text, setText] = useState('');
  const [place, setPlace] = useState<TextableNumber['place']>();
  // Idempotency key of one click, in case its response is lost.
  const click = useRef<{ of: string; key: string }>(undefined);
  const { attached, isUploading, add, remove } = useAttachments();
  const isEmpty = text.trim() === '' && attached.length === 0;
  const { fault } = useTextLimit(text, textLength);
  useLeaveCheck(isEmpty ? undefined : 'ask');

  const chosen =
    numbers.find((each) => each.place === place) ??
    numbers.find((each) => each.denialReason === undefined) ??
    numbers[0];
  const refused = denialReason ?? chosen?.denialReason;
  const reason =
    refused ??
    (isEmpty ? translate('crm.text.empty') : isUploading ? translate('crm.text.uploadingFirst') : fault);

  const send = () => {
    if (isPending || chosen === undefined) return;
    if (reason !== undefined) {
      showAnswer({ message: reason });
      return;
    }
    const to = chosen.number ?? chosen.place;
    const files = attached.flatMap(({ id }) => id ?? []);
    const of = [to, text, ...files].join(' ');
    if (click.current?.of !== of) click.current = { of, key: crypto.randomUUID() };
    mutate(
      { text: text.trim(), to, files, key: click.current.key },
      {
        onSuccess: () => {
          click.current = undefined;
          // What was typed or attached meanwhile is not part of what was sent.
          setText((now) => (now === text ? '' : now));
          remove(attached.map(({ key }) => key));
        },
      },
    );
  };

  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
      }}
      sx={{
        flex: 'none',
        px: 2,
        pt: 1,
        pb: 1.5,
        borderTop: 1,
        borderColor: 'border.subtle',
      }}
    >
      {numbers.length > 1 && (
        <NumberChoice numbers={numbers} value={chosen?.place ?? 'phone'} onPick={setPlace} />
      )}
      {refused !== undefined && (
        <Typography variant="caption" component="p" sx={{ mb: 0.5, color: 'hue.orange.fg' }}>
          {refused}
        </Typography>
      )}
      <TextField
        id="new-text"
        label={translate('crm.text.label')}
        placeholder={translate('crm.text.placeholder')}
        value={text}
        multiline
        minRows={1}
        maxRows={6}
        fullWidth
        onChange={({ target }) => {
          setText(target.value);
        }}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          add(files);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
        error={fault !== undefined}
        helperText={fault}
        sx={composerField}
        slotProps={{
          input: {
            endAdornment: (
              <Box sx={composerFoot}>
                <AttachButton onChoose={add} />
                <Size text={text} />
                <SendsHint text={translate('crm.text.sends')} />
                <ReasonButton
                  type="submit"
                  variant="contained"
                  size="small"
                  loading={isPending}
                  reason={reason}
                >
                  {translate('crm.text.send')}
                </ReasonButton>
              </Box>
            ),
          },
        }}
      />
      <Attachments
        attached={attached}
        onRemove={(key) => {
          remove([key]);
        }}
      />
    </Box>
  );
});

/** Character and segment count. */
function Size({ text }: { text: string }) {
  const translate = useTextMessages();
  const { characters, segments, encoding } = textSize(text);
  const most = shownCount(textLength);
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      sx={(theme) => ({ ...theme.tabular, flex: 1, minWidth: 'max-content', fontWeight: 400 })}
    >
      {translate('crm.text.characters', { count: shownCount(characters), most })}
      {' · '}
      {translate('crm.text.segments', { smart_count: segments })}
      {` · ${encoding}`}
    </Typography>
  );
}

interface ChoiceProps {
  numbers: readonly TextableNumber[];
  value: TextableNumber['place'];
  onPick: (place: TextableNumber['place']) => void;
}

function NumberChoice({ numbers, value, onPick }: ChoiceProps) {
  const translate = useTextMessages();
  const id = useId();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mb: 0.5 }}>
      <Typography id={id} variant="caption" color="textSecondary">
        {translate('crm.text.which')}
      </Typography>
      <RadioGroup row aria-labelledby={id} value={value}>
        {numbers.map(({ place, number }) => (
          <FormControlLabel
            key={place}
            value={place}
            control={<Radio size="small" />}
            onChange={() => {
              onPick(place);
            }}
            label={
              <Typography variant="body2" component="span" sx={(theme) => theme.tabular}>
                {number === null ? translate('crm.text.hidden') : toShown(number)}
              </Typography>
            }
          />
        ))}
      </RadioGroup>
    </Box>
  );
}
