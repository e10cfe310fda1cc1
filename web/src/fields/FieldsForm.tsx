import type { ReactNode, SubmitEventHandler } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import {
  FormGroupsProvider,
  OptionalRecordContextProvider,
  SourceContextProvider,
  useAugmentedForm,
  type RaRecord,
} from 'react-admin';
import { FormProvider, useWatch, type Control } from 'react-hook-form';
import type { z } from 'zod';
import type { Fields } from '@crm/contracts/resources/define-resource.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { FieldInput } from './FieldInput.js';
import { missingFields } from './missing-fields.rules.js';
import { emptyForm, typedForm, wireForm } from './typed-form.rules.js';

type Values = Record<string, unknown>;

/** What a form is made of, for whatever it stands in. */
export interface FormParts {
  inputs: ReactNode;
  /** The button that saves. */
  submit: ReactNode;
  /** Whether something was typed that is not saved. */
  isDirty: boolean;
  isSaving: boolean;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
}

export interface FieldsFormProps {
  fields: Fields;
  /** Those of the fields that the form has, in their order; all where it is not said. */
  shown?: readonly string[];
  /** What is sent: the fields as they are on the wire. */
  schema: z.ZodObject;
  /** What is changed; none for what is new. */
  record?: RaRecord | undefined;
  /** What is chosen at first of what is new, as it is typed. */
  initial?: Values;
  /** The word of the button that saves. */
  submit: string;
  isSaving: boolean;
  /** Answers the errors of what was refused, by field. */
  onSave: (values: Values) => unknown;
  /** Why it cannot be saved yet; what is still empty where it is not said. */
  reasonOf?: ((values: Values) => string | undefined) | undefined;
  /** Whether the form has a field with what else is in it, as it is typed; always where it is not said. */
  isShown?: ((key: string, values: Values) => boolean) | undefined;
  /** Inputs in place of those that the kinds of the fields have. */
  inputs?: Readonly<Record<string, ReactNode>> | undefined;
}

/** What somebody is typing stands when the record is read again below it. */
const resetOptions = { keepDirtyValues: true };

/** A form of fields: checked and sent as they are on the wire, held as they are typed. `children` draws it. */
export function FieldsForm({
  fields,
  shown = Object.keys(fields),
  schema,
  record,
  initial,
  submit,
  isSaving,
  onSave,
  reasonOf,
  isShown,
  inputs = {},
  children,
}: FieldsFormProps & { children: (parts: FormParts) => ReactNode }) {
  const translate = useResourceMessages();
  const wireOf = (values: Values) => wireForm(fields, shown, values);
  const { form, formHandleSubmit } = useAugmentedForm({
    defaultValues: { ...emptyForm(fields, shown), ...initial },
    ...(record && { record: typedForm(fields, shown, record) }),
    resolver: (values, context, options) => zodResolver(schema)(wireOf(values), context, options),
    resetOptions,
    onSubmit: onSave,
    disableInvalidFormNotification: true,
    mode: 'onTouched',
  });
  const missing = (values: Values) => {
    const labels = missingFields(fields, shown, values);
    return labels.length === 0 ? undefined : translate('crm.resource.missing', { fields: labels.join(', ') });
  };
  return (
    <OptionalRecordContextProvider value={record}>
      <SourceContextProvider value={{ getSource: (source) => source, getLabel: (source) => source }}>
        <FormProvider {...form}>
          <FormGroupsProvider>
            {children({
              isDirty: form.formState.isDirty,
              isSaving,
              onSubmit: formHandleSubmit,
              submit: (
                <SubmitButton
                  control={form.control}
                  isSaving={isSaving}
                  reasonOf={(values) => (reasonOf ? reasonOf(wireOf(values)) : missing(values))}
                >
                  {submit}
                </SubmitButton>
              ),
              inputs: (
                <Inputs
                  control={form.control}
                  fields={fields}
                  shown={shown}
                  isShown={isShown}
                  inputs={inputs}
                />
              ),
            })}
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </OptionalRecordContextProvider>
  );
}

interface InputsProps extends Pick<FieldsFormProps, 'fields' | 'isShown'> {
  control: Control;
  shown: readonly string[];
  inputs: Readonly<Record<string, ReactNode>>;
}

function Inputs({ control, fields, shown, isShown = () => true, inputs }: InputsProps) {
  const values: Values = useWatch({ control });
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
      {shown
        .filter((key) => isShown(key, values))
        .map((key, number) => {
          const field = fields[key];
          const own = inputs[key];
          if (own !== undefined) return own;
          return field && <FieldInput key={key} source={key} field={field} autoFocus={number === 0} />;
        })}
    </Box>
  );
}

interface SubmitProps {
  control: Control;
  isSaving: boolean;
  reasonOf: (values: Values) => string | undefined;
  children: string;
}

/** Saves; until it can it says why not. */
function SubmitButton({ control, isSaving, reasonOf, children }: SubmitProps) {
  const values: Values = useWatch({ control });
  return (
    <ReasonButton type="submit" variant="contained" loading={isSaving} reason={reasonOf(values)}>
      {children}
    </ReasonButton>
  );
}
