import { useInput } from 'react-admin';
import type { Field } from '@crm/contracts/fields/field.js';
import type { MaskName } from '../controls/mask.rules.js';
import { ChoicesInput } from './ChoicesInput.js';
import { LaterRichText } from './LaterRichText.js';
import { PickField, SwitchField, TypedField } from './typed-fields.js';

interface Props {
  /** The field's key in the record. */
  source: string;
  field: Field;
  autoFocus?: boolean;
}

const masks: Partial<Record<Field['kind'], MaskName>> = {
  phone: 'phone',
  zip: 'zip',
  date: 'date',
  money: 'money',
};

/** The input of a field in react-admin's form, by its kind; the form holds what is typed. */
export function FieldInput({ source, field, autoFocus = false }: Props) {
  const { kind, label, help, required, options = [] } = field;
  const input = useInput({ source, label, isRequired: required, defaultValue: field.typed.empty });
  const { onChange, onBlur } = input.field;
  const value: unknown = input.field.value;
  const notified = input.fieldState.error?.message;
  const binding = {
    id: input.id,
    label,
    required,
    onBlur,
    error: notified,
    ...(help !== undefined && { help }),
  };
  switch (kind) {
    case 'choices':
      return <ChoicesInput {...binding} value={value} options={options} onPick={onChange} />;
    case 'choice':
      return (
        <PickField
          {...binding}
          value={typeof value === 'string' ? value : ''}
          choices={options.map(({ id, name }) => ({ value: id, text: name }))}
          onPick={onChange}
        />
      );
    case 'flag':
      return (
        <SwitchField
          id={input.id}
          label={label}
          value={value === true ? 1 : 0}
          onSwitch={(on) => {
            onChange(on === 1);
          }}
        />
      );
    case 'richText':
      return <LaterRichText source={source} field={field} />;
    // Whose a record is, the form says by itself.
    case 'person':
      return null;
    case 'text':
    case 'longText':
    case 'phone':
    case 'email':
    case 'zip':
    case 'date':
    case 'money':
    case 'count':
    case 'instant': {
      const mask = masks[kind];
      return (
        <TypedField
          {...binding}
          value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
          onType={onChange}
          autoFocus={autoFocus}
          multiline={kind === 'longText'}
          {...(mask && { mask })}
          {...(kind === 'date' && { placeholder: 'mm/dd/yyyy' })}
        />
      );
    }
  }
}
