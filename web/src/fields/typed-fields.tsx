import type { ReactNode } from 'react';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { Choice } from '@crm/contracts/codes/life-lists.js';
import type { Flag } from '@crm/contracts/ids.js';
import { keyboards, type MaskName } from '../controls/mask.rules.js';
import { useTyping } from '../controls/useTyping.js';

/** What every field of a form is told by it. */
export interface FieldBinding {
  id: string;
  error: string | undefined;
  onBlur: () => void;
}

interface FieldProps extends FieldBinding {
  label: string;
  name?: string;
  required?: boolean;
  disabled?: boolean;
  help?: string;
}

const tallMenu = { slotProps: { paper: { sx: { maxHeight: 360 } } } };

interface TypedProps extends FieldProps {
  value: string;
  onType: (value: string) => void;
  mask?: MaskName;
  placeholder?: string;
  autoFocus?: boolean;
  multiline?: boolean;
  type?: 'text' | 'password';
  /** At the end of the input. */
  end?: ReactNode;
  /** Whether it says what is wrong with it only when it is left. */
  saysOnLeave?: boolean;
}

/** A field that is typed into, in its mask if it has one. */
export function TypedField({
  value,
  onType,
  mask,
  error,
  help,
  onBlur,
  saysOnLeave = false,
  type = 'text',
  end,
  ...props
}: TypedProps) {
  const { input, ...typing } = useTyping({
    mask,
    onType,
    onLeave: onBlur,
    onPause: saysOnLeave ? undefined : onBlur,
  });
  return (
    <TextField
      {...props}
      {...typing}
      value={value}
      type={type}
      // Whoever fills in a password is seldom the one whose account it is.
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      error={error !== undefined}
      helperText={error ?? help}
      inputRef={input}
      slotProps={{
        htmlInput: mask ? { inputMode: keyboards[mask] } : {},
        ...(end !== undefined && { input: { endAdornment: end } }),
      }}
    />
  );
}

export interface PickProps<V extends string | number> extends FieldProps {
  value: V | '' | null;
  choices: readonly Choice<V>[];
  onPick: (value: V) => void;
}

/** One of a list; a first letter that is typed leads to it. */
export function PickField<V extends string | number>(props: PickProps<V>) {
  const { value, choices, onPick, error, help, ...field } = props;
  return (
    <TextField
      {...field}
      select
      value={choices.some((choice) => choice.value === value) ? String(value) : ''}
      error={error !== undefined}
      helperText={error ?? help}
      onChange={({ target }) => {
        const picked = choices.find((choice) => String(choice.value) === target.value);
        if (picked) onPick(picked.value);
      }}
      slotProps={{ select: { MenuProps: tallMenu } }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={String(choice.value)}>
          {choice.text}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface SeveralProps extends FieldProps {
  value: readonly string[];
  choices: readonly Choice[];
  onPick: (value: string[]) => void;
  /** The words for what is picked: the first and how many others. */
  shown: (first: string, others: number) => string;
  /** The words of an entry on top that picks all, or none. */
  selectAll?: string;
}

/** Stands for the entry that picks all; no code is empty. */
const all = '';

/** Several of a list; the field shows the first and how many others. */
export function SeveralField(props: SeveralProps) {
  const { value, choices, onPick, shown, selectAll, error, help, ...field } = props;
  const textOf = (code: string) => choices.find((choice) => choice.value === code)?.text ?? code;
  const [first, ...others] = value;
  const isAll = value.length === choices.length;
  return (
    <TextField
      {...field}
      select
      value={value}
      error={error !== undefined}
      helperText={error ?? help}
      onChange={({ target }) => {
        // The control hands back the list it was given, with one code more or less.
        const picked: unknown = target.value;
        if (!Array.isArray(picked)) return;
        if (!picked.includes(all)) onPick(picked.map(String));
        else onPick(isAll ? [] : choices.map((choice) => choice.value));
      }}
      slotProps={{
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: () => (first === undefined ? '' : shown(textOf(first), others.length)),
          MenuProps: tallMenu,
        },
      }}
    >
      {selectAll !== undefined && (
        <MenuItem divider value={all} sx={{ pl: 0.5, gap: 0.5 }}>
          <Checkbox checked={isAll} indeterminate={!isAll && value.length > 0} tabIndex={-1} />
          {selectAll}
        </MenuItem>
      )}
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value} sx={{ pl: 0.5, gap: 0.5 }}>
          <Checkbox checked={value.includes(choice.value)} tabIndex={-1} />
          {choice.text}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface SwitchProps {
  id: string;
  label: string;
  value: Flag;
  onSwitch: (on: Flag) => void;
}

/** Yes or no, as a switch beside its words. */
export function SwitchField({ id, label, value, onSwitch }: SwitchProps) {
  return (
    <FormControlLabel
      sx={{ minHeight: 36, mr: 0 }}
      control={
        <Switch
          id={id}
          checked={value === 1}
          onChange={(_event, isOn) => {
            onSwitch(isOn ? 1 : 0);
          }}
        />
      }
      label={label}
    />
  );
}
