import type { ComponentType } from 'react';
import { useInput } from 'react-admin';
import type { Field } from '@crm/contracts/fields/field.js';
import { PhoneField, type PhoneFieldProps } from '../controls/PhoneField.js';
import { shownError } from './shown-error.js';

interface Props {
  source: string;
  field: Field;
  /** What it is entered with. */
  Entry?: ComponentType<PhoneFieldProps>;
}

/** A phone in its mask, with the count of its characters below. */
export function CountedPhoneInput({ source, field: { label }, Entry = PhoneField }: Props) {
  const { field, fieldState } = useInput({ source, label });
  return (
    <Entry
      label={label}
      autoFocus={false}
      value={String(field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={shownError(fieldState.error)}
    />
  );
}
