import { useLayoutEffect, useRef } from 'react';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { applyMask, caretAfterMask, masks } from '../life-form/mask.rules.js';

interface Props extends Omit<TextFieldProps, 'onChange' | 'value'> {
  value: string;
  onType: (value: string) => void;
}

/** A date that is typed in its mask, mm/dd/yyyy. */
export function BirthDateField({ value, onType, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <TextField
      {...props}
      value={value}
      placeholder="mm/dd/yyyy"
      autoComplete="off"
      inputRef={input}
      onChange={({ target }) => {
        const shown = applyMask('date', target.value);
        caret.current = caretAfterMask(target.value, target.selectionStart ?? target.value.length, shown);
        onType(shown);
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: masks.date.length + 4 } }}
    />
  );
}
