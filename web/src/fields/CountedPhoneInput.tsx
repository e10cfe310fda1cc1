import { useInput } from 'react-admin';
import type { Field } from '@crm/contracts/fields/field.js';
import { PhoneField } from '../controls/PhoneField.js';

/** A phone in its mask, with the count of its characters below. */
export function CountedPhoneInput({ source, field: { label } }: { source: string; field: Field }) {
  const { field, fieldState } = useInput({ source, label });
  return (
    <PhoneField
      label={label}
      autoFocus={false}
      value={String(field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}
