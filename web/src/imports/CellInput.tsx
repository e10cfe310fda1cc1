import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ImportColumn } from '@crm/contracts/resources/import-columns.js';
import { keyboards } from '../controls/mask.rules.js';
import { maskOf, placeholderOf } from '../fields/input-field.js';
import { localise } from '../i18n/language.js';

interface Props {
  id: string;
  column: ImportColumn;
  value: string;
  error: string | undefined;
  onType: (value: string) => void;
}

/** A birth date is one cell in a file, and no three inputs. */
const kindOf = ({ field }: ImportColumn) => (field?.kind === 'birthDate' ? 'date' : field?.kind);

/**
 * A cell of a file as it is written, by the column that it is in: the keyboard and the example of its kind, and where the
 * column has options those to choose from. Nothing is masked, since what is wrong with a cell would be lost.
 */
export function CellInput({ id, column, value, error, onType }: Props) {
  const kind = kindOf(column);
  const mask = kind && maskOf[kind];
  const label = localise(column.label);
  const told = error === undefined ? {} : { helperText: localise(error) };
  const shared = { label, size: 'small' as const, error: error !== undefined, ...told };
  const options = column.field?.options?.map(({ name }) => name) ?? [];
  const input = { inputMode: mask === undefined ? ('text' as const) : keyboards[mask] };
  if (options.length > 0)
    return (
      <Autocomplete
        freeSolo
        id={id}
        options={options}
        inputValue={value}
        onInputChange={(_event, typed, reason) => {
          if (reason !== 'reset' || options.includes(typed)) onType(typed);
        }}
        renderInput={(params) => <TextField {...params} {...shared} />}
      />
    );
  return (
    <TextField
      id={id}
      {...shared}
      value={value}
      type={kind === 'email' ? 'email' : 'text'}
      placeholder={(kind && placeholderOf[kind]) ?? ''}
      onChange={({ target }) => {
        onType(target.value);
      }}
      slotProps={{ htmlInput: input }}
    />
  );
}
