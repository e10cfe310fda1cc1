import type { Field } from '@crm/contracts/fields/field.js';
import { ChoicesInput } from './ChoicesInput.js';
import { LineInput } from './LineInput.js';
import { SwitchInput } from './SwitchInput.js';

interface Props {
  /** The field's key in the record. */
  source: string;
  field: Field;
  autoFocus?: boolean;
}

/** The input of a field in react-admin's form, by its kind: between the value on the wire and the one that is typed. */
export function FieldInput({ source, field, autoFocus = false }: Props) {
  const { kind, label, help, required, options = [], typed } = field;
  const common = {
    source,
    label,
    isRequired: required,
    format: (value: unknown) => (value === undefined ? typed.empty : typed.ofWire(value)),
    parse: (value: unknown) => typed.toWire(value),
  };
  switch (kind) {
    case 'choices':
      return <ChoicesInput {...common} options={options} help={help} />;
    case 'flag':
      return <SwitchInput {...common} />;
    case 'text':
    case 'count':
    case 'instant':
      return <LineInput {...common} autoFocus={autoFocus} help={help} />;
  }
}
