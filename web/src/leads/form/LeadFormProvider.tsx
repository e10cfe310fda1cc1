import { useState, type ReactNode } from 'react';
import { FormGroupsProvider, OptionalRecordContextProvider, SourceContextProvider } from 'react-admin';
import { FormProvider, get, useFormState, type FieldValues } from 'react-hook-form';
import { relativeFields } from '@crm/contracts/resources/family.js';
import { InputsProvider, ListsProvider } from '../../fields/inputs-context.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { LeadFormContextProvider, type LeadFormContextValue } from './form-context.js';
import { labelOfPath } from './form-inputs.js';
import { isToFill, reasonOf } from './reason.rules.js';
import type { LeadFormState } from './useLeadForm.js';
import { useFormSelector } from './useFormSelector.js';

const sources = { getSource: (source: string) => source, getLabel: (source: string) => source };

/**
 * The form around its inputs, which find their values by `source` as any of react-admin do. What is typed draws those of
 * its children that use the context, and not what holds the form.
 */
export function LeadFormProvider<F extends FieldValues>({
  form,
  children,
}: {
  form: LeadFormState<F, never>;
  children: ReactNode;
}) {
  const { methods, shared, lists } = form;
  // Another as soon as it is mounted, it would draw every input a second time: each hears of its own state by itself.
  const [formState] = useState(methods.formState);
  const context = useContextValue(form);
  return (
    <OptionalRecordContextProvider value={undefined}>
      <SourceContextProvider value={sources}>
        <FormProvider {...methods} formState={formState}>
          <FormGroupsProvider>
            <InputsProvider value={shared}>
              <ListsProvider value={lists}>
                <LeadFormContextProvider value={context}>{children}</LeadFormContextProvider>
              </ListsProvider>
            </InputsProvider>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </OptionalRecordContextProvider>
  );
}

function useContextValue<F extends FieldValues>({
  methods,
  parts,
  shared: { idOf, choose },
  isEdit,
  validate,
  showsAll,
  refused,
}: LeadFormState<F, never>): LeadFormContextValue {
  const translate = useLeadFormMessages();
  const { errors, wrong, states } = useFormSelector(methods, validate);
  const { touchedFields } = useFormState({ control: methods.control });
  const isShown = (path: string) =>
    showsAll || refused[path] !== undefined || get(touchedFields, path) !== undefined;
  const [first] = wrong;
  return {
    ...parts,
    isEdit,
    states,
    idOf,
    errorOf: (path) => (isShown(path) ? errors[path] : undefined),
    choose,
    wrong,
    shown: wrong.filter(isShown),
    isToFill: isToFill(errors),
    reason:
      first === undefined
        ? undefined
        : reasonOf(
            {
              field: labelOfPath(parts.inputs, relativeFields, first),
              message: errors[first] ?? '',
              count: wrong.length,
            },
            translate,
          ),
  };
}
