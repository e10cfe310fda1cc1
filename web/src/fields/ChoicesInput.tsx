import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useInput, ValidationError, type InputProps } from 'react-admin';
import { z } from 'zod';
import type { Option } from '@crm/contracts/fields/field.js';

type Props = Pick<InputProps, 'source' | 'label' | 'isRequired' | 'format' | 'parse'> & {
  options: readonly Option[];
  help: string | undefined;
};

const chosenIds = z.array(z.string());

/** A box for each entry of a list, any number of which may be ticked. */
export function ChoicesInput({ label, options, help, ...props }: Props) {
  const { field, fieldState, isRequired } = useInput(props);
  const chosen = chosenIds.parse(field.value);
  const fault = fieldState.error?.message;
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
      <FormLabel component="legend" required={isRequired} error={fieldState.invalid}>
        {label}
      </FormLabel>
      <FormGroup row>
        {options.map(({ id, name }) => (
          <FormControlLabel
            key={id}
            label={name}
            control={
              <Checkbox
                checked={chosen.includes(id)}
                onBlur={field.onBlur}
                onChange={(_event, isOn) => {
                  const others = chosen.filter((each) => each !== id);
                  field.onChange(isOn ? [...others, id] : others);
                }}
              />
            }
          />
        ))}
      </FormGroup>
      {(fault ?? help) !== undefined && (
        <FormHelperText error={fieldState.invalid}>
          {fault === undefined ? help : <ValidationError error={fault} />}
        </FormHelperText>
      )}
    </Box>
  );
}
