import type { ReactNode, SubmitEventHandler } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  FormGroupsProvider,
  OptionalRecordContextProvider,
  SourceContextProvider,
  useAugmentedForm,
  type RaRecord,
} from 'react-admin';
import { FormProvider, useWatch, type Control } from 'react-hook-form';
import type { z } from 'zod';
import type { Fields } from '@crm/contracts/fields/field.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { FieldInput } from './FieldInput.js';
import { FormSections } from './FormSections.js';
import { missingFields } from './missing-fields.rules.js';
import { emptyForm, typedErrors, typedForm, wireForm } from './typed-form.rules.js';
import { localise } from '../i18n/language.js';

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
  /** The titles of its sections, in their order, and a line below some of them. */
  sections?: Readonly<Record<string, string>> | undefined;
  hints?: Readonly<Record<string, string>> | undefined;
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
  /** Its colour, where what it does cannot be undone. */
  submitColor?: 'error' | undefined;
  isSaving: boolean;
  /** Answers the errors of what was refused, by field. */
  onSave: (values: Values) => unknown;
  /** Why it cannot be saved yet; what is still empty where it is not said. */
  reasonOf?: ((values: Values) => string | undefined) | undefined;
  /** Whether the form has a field with what else is in it, as it is typed; always where it is not said. */
  isShown?: ((key: string, values: Values) => boolean) | undefined;
  /** Inputs in place of those that the kinds of the fields have. */
  inputs?: Readonly<Record<string, ReactNode>> | undefined;
  /** Whether it can be saved only while nothing in it is wrong, and something of what is there is another. */
  isStrict?: boolean | undefined;
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
  submitColor,
  isSaving,
  onSave,
  reasonOf,
  isShown,
  inputs = {},
  sections,
  hints,
  isStrict = false,
  children,
}: FieldsFormProps & { children: (parts: FormParts) => ReactNode }) {
  const translate = useResourceMessages();
  const isNew = record === undefined;
  const wireOf = (values: Values) => wireForm(fields, shown, values);
  const { form, formHandleSubmit } = useAugmentedForm({
    defaultValues: { ...emptyForm(fields, shown), ...initial },
    // Never that of the row which the form was opened from: it may have fields of the same name.
    record: record === undefined ? {} : typedForm(fields, shown, record),
    resolver: async (values, context, options) => {
      const read = await zodResolver(schema)(wireOf(values), context, options);
      const wrong = typedErrors(fields, shown, values, isNew);
      return Object.keys(wrong).length === 0 ? read : { values: {}, errors: { ...read.errors, ...wrong } };
    },
    resetOptions,
    onSubmit: onSave,
    disableInvalidFormNotification: true,
    mode: 'onTouched',
  });
  const { isDirty, isValid, isSubmitting } = form.formState;
  const reasonNow = (values: Values) => {
    const labels = missingFields(fields, shown, values, isNew);
    if (labels.length > 0)
      return translate('crm.resource.missing', { fields: labels.map(localise).join(', ') });
    if (isStrict && !isNew && !isDirty) return translate('crm.resource.nothing');
    return isStrict && !isValid ? translate('crm.resource.invalid') : undefined;
  };
  return (
    <OptionalRecordContextProvider value={record}>
      <SourceContextProvider value={{ getSource: (source) => source, getLabel: (source) => source }}>
        <FormProvider {...form}>
          <FormGroupsProvider>
            {children({
              isDirty,
              // From the first moment on: nobody is asked about typing that is on its way.
              isSaving: isSaving || isSubmitting,
              onSubmit: formHandleSubmit,
              submit: (
                <SubmitButton
                  control={form.control}
                  isSaving={isSaving}
                  color={submitColor}
                  reasonOf={(values) => (reasonOf ? reasonOf(wireOf(values)) : reasonNow(values))}
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
                  sections={sections}
                  hints={hints}
                  isNew={isNew}
                />
              ),
            })}
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </OptionalRecordContextProvider>
  );
}

interface InputsProps extends Pick<FieldsFormProps, 'fields' | 'isShown' | 'sections' | 'hints'> {
  control: Control;
  shown: readonly string[];
  inputs: Readonly<Record<string, ReactNode>>;
  isNew: boolean;
}

function Inputs({ control, fields, shown, isShown = () => true, inputs, isNew, ...layout }: InputsProps) {
  const values: Values = useWatch({ control });
  const keys = shown.filter((key) => isShown(key, values));
  return (
    <FormSections {...layout} fields={fields} shown={keys}>
      {(key) => {
        const field = fields[key];
        const own = inputs[key];
        if (own !== undefined || field === undefined) return own;
        return <FieldInput source={key} field={field} isNew={isNew} autoFocus={key === keys[0]} />;
      }}
    </FormSections>
  );
}

interface SubmitProps {
  control: Control;
  isSaving: boolean;
  color: 'error' | undefined;
  reasonOf: (values: Values) => string | undefined;
  children: string;
}

/** Saves; until it can it says why not. */
function SubmitButton({ control, isSaving, color, reasonOf, children }: SubmitProps) {
  const values: Values = useWatch({ control });
  return (
    <ReasonButton
      type="submit"
      variant="contained"
      color={color ?? 'primary'}
      loading={isSaving}
      reason={reasonOf(values)}
    >
      {children}
    </ReasonButton>
  );
}
