import type { Field } from '@crm/contracts/fields/field.js';
import { BooleanInput, CheckboxGroupInput, TextInput } from 'react-admin';

interface Props {
  /** The field's key in the record. */
  source: string;
  field: Field;
  autoFocus?: boolean;
}

/** The input of a field: react-admin's own of its kind, between the value on the wire and the one that is typed. */
export function FieldInput({ source, field, autoFocus = false }: Props) {
  const { label, required, options = [], typed } = field;
  const common = {
    source,
    label,
    isRequired: required,
    format: (value: unknown) => (value === undefined ? typed.empty : typed.ofWire(value)),
    parse: (value: unknown) => typed.toWire(value),
  };
  switch (field.kind) {
    case 'choices':
      return <CheckboxGroupInput {...common} choices={[...options]} helperText={field.help ?? false} />;
    case 'flag':
      return <BooleanInput {...common} helperText={field.help ?? false} />;
    case 'text':
    case 'count':
    case 'instant':
      return <TextInput {...common} autoFocus={autoFocus} helperText={field.help ?? false} />;
  }
}
