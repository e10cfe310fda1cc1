import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { z } from 'zod';
import type { Option } from '@crm/contracts/fields/field.js';
import type { FieldBinding } from './typed-fields.js';

interface Props extends FieldBinding {
  label: string;
  required: boolean;
  help?: string;
  value: unknown;
  options: readonly Option[];
  onPick: (chosen: string[]) => void;
}

const chosenIds = z.array(z.string());

/** A box for each entry of a list, any number of which may be ticked. */
export function ChoicesInput({ label, required, help, error, value, options, onBlur, onPick }: Props) {
  const chosen = chosenIds.parse(value);
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
      <FormLabel component="legend" required={required} error={error !== undefined}>
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
                onBlur={onBlur}
                onChange={(_event, isOn) => {
                  const others = chosen.filter((each) => each !== id);
                  onPick(isOn ? [...others, id] : others);
                }}
              />
            }
          />
        ))}
      </FormGroup>
      {(error ?? help) !== undefined && (
        <FormHelperText error={error !== undefined}>{error ?? help}</FormHelperText>
      )}
    </Box>
  );
}
