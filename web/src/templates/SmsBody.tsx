import { useRef } from 'react';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useInput } from 'react-admin';
import { z } from 'zod';
import { textLength } from '@crm/contracts/codes/message-lengths.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import type { InputField } from '../fields/input-field.js';
import { localise } from '../i18n/language.js';
import { useTemplateMessages } from '../i18n/templates.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { textSize } from '../texts/text-segments.rules.js';
import { InsertField } from './InsertField.js';
import { shownError } from '../fields/shown-error.js';

const typed = z.string().default('');

interface Props {
  source: string;
  field: Pick<InputField, 'label' | 'required' | 'help'>;
}

/** What a text says, in one of its languages. */
export function SmsBody({ source, field: { label, required, help } }: Props) {
  const { field, fieldState } = useInput({ source });
  const value = typed.parse(field.value);
  const error = shownError(fieldState.error);
  const onChange: (text: string) => void = field.onChange;
  const translate = useTemplateMessages();
  const input = useRef<HTMLTextAreaElement>(null);
  const { fault } = useTextLimit(value, textLength);
  const { characters, segments } = textSize(value);
  const size = translate('crm.templates.characters', {
    count: shownCount(characters),
    smart_count: segments,
  });
  return (
    <div>
      <TextField
        label={localise(label)}
        value={value}
        required={required}
        multiline
        fullWidth
        minRows={4}
        maxRows={10}
        error={(fault ?? error) !== undefined}
        helperText={fault ?? error ?? (value === '' && help !== undefined ? localise(help) : size)}
        inputRef={input}
        onBlur={field.onBlur}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
      <Box sx={{ mt: 0.5 }}>
        <InsertField
          onInsert={(written) => {
            const start = input.current?.selectionStart ?? value.length;
            const end = input.current?.selectionEnd ?? value.length;
            onChange(`${value.slice(0, start)}${written}${value.slice(end)}`);
            input.current?.focus();
          }}
        />
      </Box>
    </div>
  );
}
