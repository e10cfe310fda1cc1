import TextField from '@mui/material/TextField';
import { Controller, type ControllerRenderProps } from 'react-hook-form';
import type { LifeForm } from '@crm/contracts/leads/life-form.rules.js';
import { keyboards, type MaskName } from '../../controls/mask.rules.js';
import { useTyping } from '../../controls/useTyping.js';
import { Cell } from './field-grid.js';
import type { FieldName, FieldOf, FieldProps } from './field-kinds.js';
import { useFieldWords } from './field-words.js';
import { fieldId, useLifeFormContext } from './form-context.js';

type TextName = FieldOf<string> & FieldName;

interface TextProps extends FieldProps {
  name: TextName;
  mask?: MaskName;
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
}

/** A field that is typed into, in its mask if it has one. */
export function TextOf({ name, width, ...props }: TextProps) {
  const { control } = useLifeFormContext();
  return (
    <Cell width={width}>
      <Controller
        control={control}
        name={name}
        render={({ field }) => <TypedText field={field} {...props} />}
      />
    </Cell>
  );
}

interface TypedProps extends Omit<TextProps, 'name' | 'width'> {
  field: ControllerRenderProps<LifeForm, TextName>;
}

function TypedText({ field, mask, help, placeholder, autoComplete = 'off', ...props }: TypedProps) {
  const { labelOf } = useFieldWords();
  const { errorOf, visit } = useLifeFormContext();
  const { name, value, ref, onChange, onBlur } = field;
  const error = errorOf(name);
  const { input, ...typing } = useTyping({
    mask,
    onType: onChange,
    onLeave: onBlur,
    // An address is looked at when its field is left (lead-work section 5).
    onRest: () => {
      if (name !== 'email') visit(name);
    },
  });
  return (
    <TextField
      {...props}
      {...typing}
      name={name}
      value={value}
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
      slotProps={{ htmlInput: mask ? { inputMode: keyboards[mask] } : {} }}
    />
  );
}
