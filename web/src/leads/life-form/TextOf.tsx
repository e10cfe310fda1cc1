import { useLayoutEffect, useRef } from 'react';
import TextField from '@mui/material/TextField';
import { Controller } from 'react-hook-form';
import { Cell } from './field-grid.js';
import type { FieldName, FieldOf, FieldProps } from './field-kinds.js';
import { useFieldWords } from './field-words.js';
import { fieldId, useLifeFormContext } from './form-context.js';
import { applyMask, caretAfterMask, masks, type MaskName } from './mask.rules.js';

interface TextProps extends FieldProps {
  name: FieldOf<string> & FieldName;
  mask?: MaskName;
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
}

/** A field that is typed into, in its mask if it has one. */
export function TextOf({ name, width, mask, help, placeholder, autoComplete = 'off', ...props }: TextProps) {
  const { labelOf } = useFieldWords();
  const { control, errorOf } = useLifeFormContext();
  const error = errorOf(name);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <Cell width={width}>
      <Controller
        control={control}
        name={name}
        render={({ field: { ref, onChange, ...field } }) => (
          <TextField
            {...props}
            {...field}
            id={fieldId(name)}
            label={labelOf(name)}
            placeholder={placeholder}
            autoComplete={autoComplete}
            error={error !== undefined}
            helperText={error ?? help}
            inputRef={(element: HTMLInputElement | null) => {
              ref(element);
              input.current = element;
            }}
            onChange={({ target }) => {
              const typed = target.value;
              const shown = mask ? applyMask(mask, typed) : typed;
              if (mask) caret.current = caretAfterMask(typed, target.selectionStart ?? typed.length, shown);
              onChange(shown);
            }}
            slotProps={{
              htmlInput: mask
                ? { inputMode: 'numeric', maxLength: masks[mask].length + 4 }
                : { maxLength: 500 },
            }}
          />
        )}
      />
    </Cell>
  );
}
