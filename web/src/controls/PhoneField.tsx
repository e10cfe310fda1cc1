import type { ReactNode } from 'react';
import TextField from '@mui/material/TextField';
import { maskedPhone } from '@crm/contracts/phone.js';
import { keyboards, masks } from './mask.rules.js';
import { useTyping } from './useTyping.js';
import { useCallMessages } from '../i18n/calls.en.js';

/** Whether a text is not a phone number and cannot become one by typing on. */
const isBeyondMask = (text: string) =>
  !maskedPhone.safeParse(text).success &&
  (text.length >= masks.phone.length || !/^[\d\s().+-]*$/.test(text)) &&
  // With a country code it is longer until complete.
  !/^\+1?[\d\s().-]{0,13}$/.test(text);

export interface PhoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What it is called where there is more than one. */
  label?: string;
  /** What else is wrong with it. */
  error?: string | undefined;
  /** What is to be known of it, and keeps nobody from saving it. */
  hint?: string | undefined;
  /** At the end of the input. */
  end?: ReactNode;
  autoFocus?: boolean;
  isOff?: boolean;
}

/** A phone input with the mask (###)###-####, and a character count below. */
export function PhoneField({
  value,
  onChange,
  onBlur,
  label,
  error,
  hint,
  end,
  autoFocus = true,
  isOff = false,
}: PhoneFieldProps) {
  const translate = useCallMessages();
  const { input, ...typing } = useTyping({ mask: 'phone', onType: onChange, onLeave: onBlur });
  const wrong = isBeyondMask(value) ? translate('crm.calls.wrongNumber') : error;
  const remark = wrong ?? hint;
  const count = translate('crm.calls.digits', { count: value.length });
  return (
    <TextField
      {...typing}
      fullWidth
      autoFocus={autoFocus}
      label={label ?? translate('crm.calls.phoneNumber')}
      placeholder="(214)555-0118"
      autoComplete="off"
      value={value}
      disabled={isOff}
      error={wrong !== undefined}
      helperText={remark === undefined ? count : `${remark} · ${count}`}
      inputRef={input}
      slotProps={{
        htmlInput: { inputMode: keyboards.phone },
        input: { endAdornment: end },
      }}
    />
  );
}
