import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useInput, type InputProps } from 'react-admin';

type Props = Pick<InputProps, 'source' | 'label' | 'format' | 'parse'>;

/** Yes or no. */
export function SwitchInput({ label, ...props }: Props) {
  const { field } = useInput(props);
  return (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={field.value === true}
          onBlur={field.onBlur}
          onChange={(_event, isOn) => {
            field.onChange(isOn);
          }}
        />
      }
    />
  );
}
