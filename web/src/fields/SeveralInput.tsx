import { useInput } from 'react-admin';
import { z } from 'zod';
import type { Field } from '@crm/contracts/fields/field.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { SeveralField } from './typed-fields.js';

const chosenIds = z.array(z.string());

interface Props {
  source: string;
  field: Field;
}

/** Any number of a list's entries, in a list that opens; all of them at once too. */
export function SeveralInput({ source, field: { label, help, required, options = [] } }: Props) {
  const translate = useResourceMessages();
  const { id, field, fieldState } = useInput({ source, label, isRequired: required });
  return (
    <SeveralField
      id={id}
      label={label}
      required={required}
      value={chosenIds.parse(field.value)}
      choices={options.map((option) => ({ value: option.id, text: option.name }))}
      selectAll={translate('crm.resource.selectAll')}
      shown={(first, count) => (count === 0 ? first : translate('crm.resource.others', { first, count }))}
      error={fieldState.error?.message}
      {...(help !== undefined && { help })}
      onBlur={field.onBlur}
      onPick={field.onChange}
    />
  );
}
