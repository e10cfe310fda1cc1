import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { Flag } from '@crm/contracts/ids.js';
import { Cell } from './field-grid.js';
import type { FieldName, FieldOf, FieldWidth } from './field-kinds.js';
import { useFieldWords } from './field-words.js';
import { fieldId, useLifeFormContext } from './form-context.js';

interface SwitchProps {
  name: FieldOf<Flag> & FieldName;
  /** Without one it stands by itself, outside a group. */
  width?: FieldWidth;
  /** In a row of fields: on the level of their boxes, below their labels. */
  isLevel?: boolean;
  /** What else the switch changes; without it the field alone is set. */
  onSwitch?: (on: Flag) => void;
}

/** Yes or no, as a switch beside its words. */
export function SwitchOf({ name, width, isLevel = false, onSwitch }: SwitchProps) {
  const { values, change } = useLifeFormContext();
  const { labelOf } = useFieldWords();
  const field = (
    <FormControlLabel
      sx={{ minHeight: 36, mr: 0 }}
      control={
        <Switch
          id={fieldId(name)}
          checked={values[name] === 1}
          onChange={(_event, isOn) => {
            const flag = isOn ? 1 : 0;
            if (onSwitch) onSwitch(flag);
            else change({ [name]: flag });
          }}
        />
      }
      label={labelOf(name)}
    />
  );
  if (width === undefined) return field;
  return <Cell width={width}>{isLevel ? <Box sx={{ pt: { sm: 2.5 } }}>{field}</Box> : field}</Cell>;
}
