import type { ReactNode } from 'react';
import { FormGroupsProvider, OptionalRecordContextProvider, SourceContextProvider } from 'react-admin';
import { FormProvider, type FieldValues } from 'react-hook-form';
import { LeadFormContextProvider } from './form-context.js';
import type { LeadFormState } from './useLeadForm.js';

const sources = { getSource: (source: string) => source, getLabel: (source: string) => source };

/** The form around its inputs, which find their values by `source` as any of react-admin do. */
export function LeadFormProvider<F extends FieldValues>({
  form: { methods, context },
  children,
}: {
  form: Pick<LeadFormState<F, never>, 'methods' | 'context'>;
  children: ReactNode;
}) {
  return (
    <OptionalRecordContextProvider value={undefined}>
      <SourceContextProvider value={sources}>
        <FormProvider {...methods}>
          <FormGroupsProvider>
            <LeadFormContextProvider value={context}>{children}</LeadFormContextProvider>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </OptionalRecordContextProvider>
  );
}
