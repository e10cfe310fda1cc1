import { useInput } from 'react-admin';
import { z } from 'zod';
import type { Field } from '@crm/contracts/fields/field.js';
import type { MaskName } from '../controls/mask.rules.js';
import { ChoicesInput } from './ChoicesInput.js';
import { LaterRichText } from './LaterRichText.js';
import { isRequired } from './missing-fields.rules.js';
import { PasswordInput } from './PasswordInput.js';
import { SeveralInput } from './SeveralInput.js';
import { PickField, SwitchField, TypedField } from './typed-fields.js';

interface Props {
  /** The field's key in the record. */
  source: string;
  field: Field;
  /** Whether the form makes a record, and changes none. */
  isNew?: boolean;
  autoFocus?: boolean;
}

/** Of more entries than these a form shows what is chosen, and the list when it is asked for. */
const maxBoxes = 8;

const masks: Partial<Record<Field['kind'], MaskName>> = {
  phone: 'phone',
  zip: 'zip',
  date: 'date',
  money: 'money',
};

const errors = z.array(z.object({ message: z.string() }).optional());

/** What is said of a value; of a list's entries the first that is wrong. */
const messageOf = (error: { message?: string } | undefined): string | undefined =>
  error?.message ?? errors.safeParse(error).data?.find((each) => each !== undefined)?.message;

/** The input of a field in react-admin's form, by its kind; the form holds what is typed. */
export function FieldInput({ source, field, isNew = true, autoFocus = false }: Props) {
  const { kind, label, help, options = [] } = field;
  const required = isRequired(field, isNew);
  const input = useInput({ source, label, isRequired: required, defaultValue: field.typed.empty });
  const { onChange, onBlur } = input.field;
  const value: unknown = input.field.value;
  const notified = messageOf(input.fieldState.error);
  const binding = {
    id: input.id,
    label,
    required,
    onBlur,
    error: notified,
    ...(help !== undefined && { help }),
  };
  switch (kind) {
    case 'password':
      return <PasswordInput source={source} field={field} isNew={isNew} autoFocus={autoFocus} />;
    case 'choices':
      if (options.length > maxBoxes) return <SeveralInput source={source} field={field} />;
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
    // Whose a record is, the form says by itself; a list with parts has an input of its page's own.
    case 'person':
    case 'parts':
      return null;
    case 'text':
    case 'longText':
    case 'secret':
    case 'words':
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
          multiline={kind === 'longText' || kind === 'words'}
          type={kind === 'secret' ? 'password' : 'text'}
          {...(mask && { mask })}
          {...(kind === 'date' && { placeholder: 'mm/dd/yyyy' })}
        />
      );
    }
  }
}
