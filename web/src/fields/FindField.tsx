import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { PickProps } from './typed-fields.js';

/** One of a long list, found by typing. */
export function FindField<V extends string | number>(props: PickProps<V>) {
  const {
    id,
    label,
    value,
    choices,
    onPick,
    onBlur,
    required = false,
    disabled = false,
    error,
    help,
  } = props;
  return (
    <Autocomplete
      id={id}
      options={[...choices]}
      value={choices.find((choice) => choice.value === value) ?? null}
      disabled={disabled}
      disableClearable={required}
      autoHighlight
      openOnFocus
      size="small"
      getOptionLabel={({ text }) => text}
      getOptionKey={(choice) => choice.value}
      isOptionEqualToValue={(a, b) => a.value === b.value}
      onChange={(_event, chosen) => {
        if (chosen) onPick(chosen.value);
      }}
      onBlur={onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          error={error !== undefined}
          helperText={error ?? help}
        />
      )}
    />
  );
}
