import Box from '@mui/material/Box';
import { useInput } from 'react-admin';
import { heights, months, type Choice } from '@crm/contracts/codes/life-lists.js';
import { masks, type MaskName } from '../../controls/mask.rules.js';
import { SegmentsOf } from '../../controls/SegmentsOf.js';
import { FindField } from '../../fields/FindField.js';
import { PickField, SeveralField, SwitchField, TypedField } from '../../fields/typed-fields.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { useLeadFormContext } from './form-context.js';
import type { FormInput } from './form-inputs.js';
import type { InputLook, InputState } from './form-kind.js';

const maskOf: Partial<Record<FormInput['kind'], MaskName>> = {
  phone: 'phone',
  zip: 'zip',
  date: 'date',
  plainDate: 'plainDate',
  money: 'money',
  pounds: 'weight',
  inches: 'inches',
  hours: 'hours',
  birth_day: 'day',
  birth_year: 'year',
};
const placeholders: Partial<Record<FormInput['kind'], string>> = {
  phone: masks.phone,
  date: 'mm/dd/yyyy',
  plainDate: 'YYYY-MM-DD',
  money: '$',
};

const asItIs = (value: unknown) => value;
const genders = [
  { value: 'm', text: 'Male' },
  { value: 'f', text: 'Female' },
] as const;
const isText = (value: unknown): value is string => typeof value === 'string';
const isListed = (value: unknown): value is string | number => isText(value) || typeof value === 'number';

interface Props {
  /** Where its value is in the form: `city`, `spouse.weight`. */
  source: string;
  input: FormInput;
  look?: Partial<InputLook>;
  state?: InputState;
  autoFocus?: boolean;
}

/** The input of a field in react-admin's form, by its kind; the form holds what is typed. */
export function LeadInput({
  source,
  input: { kind, label, required, options },
  look,
  state = {},
  autoFocus = false,
}: Props) {
  const translate = useLeadFormMessages();
  const { idOf, errorOf, choose, lists } = useLeadFormContext();
  const { field } = useInput({ source, parse: asItIs, format: asItIs });
  const { onBlur, onChange } = field;
  const value: unknown = field.value;
  const { disabled = false, help } = state;
  const bound = {
    id: idOf(source),
    label,
    error: errorOf(source),
    onBlur,
    required: state.required ?? required,
    disabled,
    ...(help !== undefined && { help }),
  };
  const pick = (picked: unknown) => {
    choose(source, picked);
  };
  const listOf = (choices: readonly Choice<string | number>[]) => ({
    ...bound,
    value: isListed(value) ? value : null,
    choices: state.choices ?? choices,
    onPick: pick,
  });
  switch (kind) {
    case 'gender':
      return (
        <SegmentsOf<string>
          label={label}
          value={isText(value) ? value : ''}
          choices={genders}
          onPick={pick}
        />
      );
    case 'flag': {
      const control = <SwitchField id={bound.id} label={label} value={value === 1 ? 1 : 0} onSwitch={pick} />;
      return look?.isLevel ? <Box sx={{ pt: { sm: 2.5 } }}>{control}</Box> : control;
    }
    case 'choice':
    case 'dollars': {
      const list = listOf((options ?? []).map(({ id, name }) => ({ value: id, text: name })));
      return look?.isFound ? <FindField {...list} /> : <PickField {...list} />;
    }
    case 'height':
      return <PickField {...listOf(heights)} />;
    case 'birth_month':
      return <PickField {...listOf(months)} />;
    case 'listed':
      return <PickField {...listOf(lists[source] ?? [])} />;
    case 'severalListed':
      return (
        <SeveralField
          {...bound}
          value={Array.isArray(value) ? value.filter(isText) : []}
          choices={lists[source] ?? []}
          onPick={pick}
          shown={(first, others) =>
            others === 0 ? first : translate('crm.lifeForm.others', { first, count: others })
          }
        />
      );
    default: {
      const mask = maskOf[kind];
      const placeholder = disabled ? undefined : placeholders[kind];
      return (
        <TypedField
          {...bound}
          name={source}
          value={isText(value) ? value : ''}
          onType={onChange}
          autoFocus={autoFocus}
          multiline={kind === 'longText'}
          // An address is looked at when its field is left (rule L18).
          saysOnLeave={kind === 'email'}
          {...(mask && { mask })}
          {...(placeholder !== undefined && { placeholder })}
        />
      );
    }
  }
}
