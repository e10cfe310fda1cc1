import { useLayoutEffect, useRef } from 'react';
import TextField from '@mui/material/TextField';
import { maskedPhone } from '@crm/contracts/phone.js';
import { useCallWords } from '../i18n/calls.en.js';
import { applyMask, caretAfterMask, masks } from '../leads/life-form/mask.rules.js';

/** A number that is typed in the mask (###)###-####, with the count of its characters below. */
export function PhoneField({
  value,
  onChange,
  onBlur,
  label,
  error,
  autoFocus = true,
  isOff = false,
}: {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What it is called where there is more than one. */
  label?: string;
  /** What else is wrong with it. */
  error?: string | undefined;
  autoFocus?: boolean;
  isOff?: boolean;
}) {
  const words = useCallWords();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const isWrong = value.length === masks.phone.length && !maskedPhone.safeParse(value).success;
  const wrong = isWrong ? words('crm.calls.wrongNumber') : error;
  const count = words('crm.calls.digits', { count: value.length });
  return (
    <TextField
      fullWidth
      autoFocus={autoFocus}
      label={label ?? words('crm.calls.phoneNumber')}
      placeholder="(214)555-0118"
      autoComplete="off"
      value={value}
      disabled={isOff}
      error={wrong !== undefined}
      helperText={wrong === undefined ? count : `${wrong} · ${count}`}
      inputRef={input}
      onBlur={onBlur}
      onChange={({ target }) => {
        const shown = applyMask('phone', target.value);
        caret.current = caretAfterMask(target.value, target.selectionStart ?? target.value.length, shown);
        onChange(shown);
      }}
      slotProps={{ htmlInput: { inputMode: 'tel', maxLength: masks.phone.length + 4 } }}
    />
  );
}
