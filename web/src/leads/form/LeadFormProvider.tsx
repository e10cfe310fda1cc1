import { useState, type ReactNode } from 'react';
import { FormGroupsProvider, OptionalRecordContextProvider, SourceContextProvider } from 'react-admin';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { InputsProvider } from '../../fields/inputs-context.js';
import { LeadFormContextProvider } from './form-context.js';
import type { LeadFormState } from './useLeadForm.js';

const sources = { getSource: (source: string) => source, getLabel: (source: string) => source };

/** The form around its inputs, which find their values by `source` as any of react-admin do. */
export function LeadFormProvider<F extends FieldValues>({
  form: { methods, context, shared },
  children,
}: {
  form: Pick<LeadFormState<F, never>, 'methods' | 'context' | 'shared'>;
  children: ReactNode;
}) {
  // Another as soon as it is mounted, it would draw every input a second time: each hears of its own state by itself.
  const [formState] = useState(methods.formState);
  return (
    <OptionalRecordContextProvider value={undefined}>
      <SourceContextProvider value={sources}>
        <FormProvider {...methods} formState={formState}>
          <FormGroupsProvider>
            <InputsProvider value={shared}>
              <LeadFormContextProvider value={context}>{children}</LeadFormContextProvider>
            </InputsProvider>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </OptionalRecordContextProvider>
  );
}
