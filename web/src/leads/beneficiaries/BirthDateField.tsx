import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { keyboards } from '../../controls/mask.rules.js';
import { useTyping } from '../../controls/useTyping.js';

interface Props extends Omit<TextFieldProps, 'onChange' | 'value' | 'onBlur'> {
  value: string;
  onType: (value: string) => void;
  onBlur: () => void;
}

/** A date that is typed in its mask, mm/dd/yyyy. */
export function BirthDateField({ value, onType, onBlur, ...props }: Props) {
  const { input, ...typing } = useTyping({ mask: 'date', onType, onLeave: onBlur, onPause: onBlur });
  return (
    <TextField
      {...props}
      {...typing}
      value={value}
      placeholder="mm/dd/yyyy"
      autoComplete="off"
      inputRef={input}
      slotProps={{ htmlInput: { inputMode: keyboards.date } }}
    />
  );
}
