import TextField from '@mui/material/TextField';
import { useInput, ValidationError, type InputProps } from 'react-admin';

type Props = Pick<InputProps, 'source' | 'label' | 'isRequired' | 'format' | 'parse'> & {
  autoFocus: boolean;
  /** A line below, in whose place a fault is said. */
  help: string | undefined;
};

/** A line of text. React-admin's TextInput hands properties on that Material's text field has no more. */
export function LineInput({ label, autoFocus, help, ...props }: Props) {
  const { field, fieldState, id, isRequired } = useInput(props);
  const fault = fieldState.error?.message;
  return (
    <TextField
      {...field}
      id={id}
      label={label}
      required={isRequired}
      autoFocus={autoFocus}
      error={fieldState.invalid}
      helperText={fault === undefined ? help : <ValidationError error={fault} />}
    />
  );
}
