import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  CreateBase,
  EditBase,
  FormGroupsProvider,
  OptionalRecordContextProvider,
  SourceContextProvider,
  useAugmentedForm,
  useRecordContext,
  useSaveContext,
  type RaRecord,
} from 'react-admin';
import { FormProvider, useWatch, type Control } from 'react-hook-form';
import type { z } from 'zod';
import { capital, type Fields } from '@crm/contracts/resources/define-resource.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useDiscard } from '../controls/useDiscard.js';
import { FieldInput } from '../fields/FieldInput.js';
import { useResourceWords } from '../i18n/resources.en.js';
import ConflictDialog from '../conflict/ConflictDialog.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { missingFields } from './missing-fields.rules.js';
import { emptyForm, typedForm, wireForm } from './typed-form.rules.js';
import { nounsOf } from './nouns.rules.js';
import type { ResourceView } from './resource-view.js';
import { useConflict } from './useConflict.js';

interface Props<F extends Fields> {
  view: ResourceView<F>;
  onClose: () => void;
}

/** The dialog in which a record is made; what only the answer to that carries is told to the view's own `onCreated`. */
export function CreateDialog<F extends Fields>({ view, onClose }: Props<F>) {
  const words = useResourceWords();
  const showAnswer = useShowAnswer();
  const { resource } = view;
  return (
    <CreateBase
      resource={resource.name}
      redirect={false}
      disableAuthentication
      mutationOptions={{
        onSuccess: (created) => {
          showAnswer({ status: 'success', message: words('crm.resource.created', nounsOf(resource)) });
          onClose();
          view.onCreated?.(created);
        },
      }}
    >
      <FormDialog
        view={view}
        verb="create"
        title={words('crm.resource.add', nounsOf(resource))}
        submit={words('crm.resource.create')}
        onClose={onClose}
      />
    </CreateBase>
  );
}

/** The dialog in which a record is changed; one that somebody else changed meanwhile is brought together field by field. */
export function EditDialog<F extends Fields>({ view, id, onClose }: Props<F> & { id: string }) {
  const words = useResourceWords();
  const showAnswer = useShowAnswer();
  const { resource } = view;
  return (
    <EditBase
      resource={resource.name}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      mutationOptions={{
        onSuccess: () => {
          showAnswer({ status: 'success', message: words('crm.resource.saved', nounsOf(resource)) });
          onClose();
        },
      }}
    >
      <ReadFormDialog
        view={view}
        verb="change"
        title={capital(resource.one)}
        submit={words('crm.resource.update')}
        onClose={onClose}
      />
    </EditBase>
  );
}

interface FormProps<F extends Fields> extends Props<F> {
  verb: 'create' | 'change';
  title: string;
  submit: string;
}

/** Nothing is typed into before the record is here. */
const ReadFormDialog = <F extends Fields>(props: FormProps<F>) =>
  useRecordContext() === undefined ? null : <FormDialog {...props} />;

/** What somebody is typing stands when the record is read again below it. */
const resetOptions = { keepDirtyValues: true };

function FormDialog<F extends Fields>({ view, verb, title, submit, onClose }: FormProps<F>) {
  const words = useResourceWords();
  const record = useRecordContext<RaRecord>();
  const { saving = false } = useSaveContext();
  const { fields, ...schemas } = view.resource;
  const shown = view.form.filter((key) => ['always', verb].includes(fields[key]?.writable ?? 'never'));
  const schema: z.ZodObject = verb === 'create' ? schemas.creation : schemas.change;
  const conflict = useConflict(view);
  const { form, formHandleSubmit } = useAugmentedForm({
    defaultValues: emptyForm(fields, shown),
    ...(record && { record: typedForm(fields, shown, record) }),
    // Checked and sent as it is on the wire, held as it is typed.
    resolver: (values, context, options) =>
      zodResolver(schema)(wireForm(fields, shown, values), context, options),
    resetOptions,
    onSubmit: conflict.save,
    disableInvalidFormNotification: true,
    mode: 'onTouched',
  });
  const { isDirty } = form.formState;
  const { close, question } = useDiscard({ unsaved: isDirty, isBusy: saving, onClose });
  return (
    <OptionalRecordContextProvider value={record}>
      <SourceContextProvider value={{ getSource: (source) => source, getLabel: (source) => source }}>
        <FormProvider {...form}>
          <FormGroupsProvider>
            <DialogFrame
              open
              width={560}
              title={title}
              subtitle={record && view.nameOf(view.resource.record.parse(record))}
              persistent
              onClose={close}
              onSubmit={formHandleSubmit}
              actions={
                <>
                  <Button variant="outlined" onClick={close}>
                    {words('crm.action.close')}
                  </Button>
                  <SubmitButton control={form.control} fields={fields} shown={shown} isSaving={saving}>
                    {submit}
                  </SubmitButton>
                </>
              }
            >
              <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
                {shown.map((key, number) => {
                  const field = fields[key];
                  return (
                    field && <FieldInput key={key} source={key} field={field} autoFocus={number === 0} />
                  );
                })}
              </Box>
            </DialogFrame>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
      {question}
      {conflict.open && <ConflictDialog {...conflict.open} />}
    </OptionalRecordContextProvider>
  );
}

interface SubmitProps {
  control: Control;
  fields: Fields;
  shown: readonly string[];
  isSaving: boolean;
  children: string;
}

/** Saves; while something is still needed it says what. */
function SubmitButton({ control, fields, shown, isSaving, children }: SubmitProps) {
  const words = useResourceWords();
  const values: Record<string, unknown> = useWatch({ control });
  const missing = missingFields(fields, shown, values);
  return (
    <ReasonButton
      type="submit"
      variant="contained"
      loading={isSaving}
      reason={
        missing.length === 0 ? undefined : words('crm.resource.missing', { fields: missing.join(', ') })
      }
    >
      {children}
    </ReasonButton>
  );
}
