import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Controller } from 'react-hook-form';
import type { Choice } from '@crm/contracts/codes/life-lists.js';
import { useWords } from '../../i18n/useWords.js';
import { Cell } from './field-grid.js';
import type { FieldName, FieldProps, FieldWidth } from './field-kinds.js';
import { useFieldWords } from './field-words.js';
import { fieldId, useLifeFormContext } from './form-context.js';

interface ListProps<V extends string | number> extends FieldProps {
  name: FieldName;
  choices: readonly Choice<V>[];
  /** What else the choice changes; without it the field alone is set. */
  onPick?: (value: V) => void;
}

const tallMenu = { slotProps: { paper: { sx: { maxHeight: 360 } } } };

/** What the fields that pick one of a list share. */
function useListField<V extends string | number>({ name, choices, onPick }: ListProps<V>) {
  const { control, errorOf, values, change } = useLifeFormContext();
  const { labelOf } = useFieldWords();
  const stands: unknown = values[name];
  return {
    control,
    error: errorOf(name),
    label: labelOf(name),
    picked: choices.find(({ value }) => value === stands),
    pick: (value: V) => {
      if (onPick) onPick(value);
      else change({ [name]: value });
    },
  };
}

/** One of a short list. */
export function SelectOf<V extends string | number>(props: ListProps<V>) {
  const { name, width, choices, required = false, disabled = false, help } = props;
  const { control, error, label, picked, pick } = useListField(props);
  return (
    <Cell width={width}>
      <Controller
        control={control}
        name={name}
        render={({ field: { ref, onBlur } }) => (
          <TextField
            select
            id={fieldId(name)}
            label={label}
            required={required}
            disabled={disabled}
            value={picked === undefined ? '' : String(picked.value)}
            inputRef={ref}
            error={error !== undefined}
            helperText={error ?? help}
            onBlur={onBlur}
            onChange={({ target }) => {
              const chosen = choices.find(({ value }) => String(value) === target.value);
              if (chosen) pick(chosen.value);
            }}
            slotProps={{ select: { MenuProps: tallMenu } }}
          >
            {choices.map((choice) => (
              <MenuItem key={choice.value} value={String(choice.value)}>
                {choice.text}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
    </Cell>
  );
}

/** One of a long list, found by typing. */
export function FindOf<V extends string | number>(props: ListProps<V>) {
  const { name, width, choices, required = false, disabled = false, help } = props;
  const { control, error, label, picked, pick } = useListField(props);
  return (
    <Cell width={width}>
      <Controller
        control={control}
        name={name}
        render={({ field: { ref, onBlur } }) => (
          <Autocomplete
            id={fieldId(name)}
            options={[...choices]}
            value={picked ?? null}
            disabled={disabled}
            disableClearable={required}
            autoHighlight
            openOnFocus
            size="small"
            getOptionLabel={({ text }) => text}
            getOptionKey={(choice) => choice.value}
            isOptionEqualToValue={(a, b) => a.value === b.value}
            onChange={(_event, chosen) => {
              if (chosen) pick(chosen.value);
            }}
            onBlur={onBlur}
            renderInput={(params) => (
              <TextField
                {...params}
                label={label}
                required={required}
                inputRef={ref}
                error={error !== undefined}
                helperText={error ?? help}
              />
            )}
          />
        )}
      />
    </Cell>
  );
}

/** The conditions: several of their list; the field shows the first and how many others. */
export function DiseaseField({ width }: { width: FieldWidth }) {
  const words = useWords();
  const { control, medications: choices } = useLifeFormContext();
  const { labelOf } = useFieldWords();
  const textOf = (code: string) => choices.find(({ value }) => value === code)?.text ?? code;
  return (
    <Cell width={width}>
      <Controller
        control={control}
        name="medications"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <TextField
            select
            id={fieldId('medications')}
            label={labelOf('medications')}
            value={value}
            inputRef={ref}
            onBlur={onBlur}
            onChange={({ target }) => {
              onChange(target.value);
            }}
            slotProps={{
              select: {
                multiple: true,
                displayEmpty: true,
                renderValue: () => {
                  const [code, ...others] = value;
                  if (code === undefined) return '';
                  const first = textOf(code);
                  return others.length === 0
                    ? first
                    : words('crm.lifeForm.others', { first, count: others.length });
                },
                MenuProps: tallMenu,
              },
            }}
          >
            {choices.map((choice) => (
              <MenuItem key={choice.value} value={choice.value} sx={{ pl: 0.5, gap: 0.5 }}>
                <Checkbox checked={value.includes(choice.value)} tabIndex={-1} />
                {choice.text}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
    </Cell>
  );
}
