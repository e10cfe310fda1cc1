import { CreateBase, EditBase, useRecordContext, useSaveContext, type RaRecord } from 'react-admin';
import type { Fields } from '@crm/contracts/resources/define-resource.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { FieldsForm } from '../fields/FieldsForm.js';
import ConflictDialog from '../conflict/ConflictDialog.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useCurrentUser } from '../session/SessionContext.js';
import type { FormView } from './resource-view.js';
import { useResourceWords } from './resource-words.js';
import { useConflict } from './useConflict.js';

interface Props<F extends Fields> {
  view: FormView<F>;
  onClose: () => void;
}

/** The form in which a record is made; what only the answer to that carries is told to the view's own `onCreated`. */
export function CreateDialog<F extends Fields>({ view, onClose }: Props<F>) {
  const showAnswer = useShowAnswer();
  const { resource } = view;
  return (
    <CreateBase
      resource={resource.name}
      redirect={false}
      disableAuthentication
      mutationOptions={{
        onSuccess: (created) => {
          showAnswer({ status: 'success', message: resource.says.created });
          onClose();
          view.onCreated?.(created);
        },
      }}
    >
      <RecordForm view={view} verb="create" onClose={onClose} />
    </CreateBase>
  );
}

/** The form in which a record is changed; one that somebody else changed meanwhile is brought together field by field. */
export function EditDialog<F extends Fields>({ view, id, onClose }: Props<F> & { id: string }) {
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
          showAnswer({ status: 'success', message: resource.says.changed });
          onClose();
        },
      }}
    >
      <ReadRecordForm view={view} verb="change" onClose={onClose} />
    </EditBase>
  );
}

interface FormProps<F extends Fields> extends Props<F> {
  verb: 'create' | 'change';
}

/** Nothing is typed into before the record is here. */
const ReadRecordForm = <F extends Fields>(props: FormProps<F>) =>
  useRecordContext() === undefined ? null : <RecordForm {...props} />;

function RecordForm<F extends Fields>({ view, verb, onClose }: FormProps<F>) {
  const record = useRecordContext<RaRecord>();
  const user = useCurrentUser();
  const { saving = false } = useSaveContext();
  const { fields, creation, change, record: whole, owner } = view.resource;
  const words = useResourceWords(view);
  const conflict = useConflict(view);
  const isNew = verb === 'create';
  const title = isNew ? words.addTitle : words.changeTitle;
  const form = {
    fields,
    shown: view.form.filter((key) => ['always', verb].includes(fields[key]?.writable ?? 'never')),
    schema: isNew ? creation : change,
    record,
    // What one makes is one's own.
    ...(isNew && owner !== undefined && { initial: { [owner]: user.id } }),
    submit: isNew ? words.create : words.update,
    isSaving: saving,
    inputs: view.inputs,
    reasonOf: view.reasonOf,
    onSave: conflict.save,
  };
  const { Frame } = view;
  return (
    <>
      {Frame ? (
        <FieldsForm {...form}>
          {(parts) => <Frame title={title} parts={parts} onClose={onClose} />}
        </FieldsForm>
      ) : (
        <FieldsDialog
          {...form}
          persistent
          title={title}
          subtitle={record && view.nameOf(whole.parse(record))}
          back={words.back}
          onClose={onClose}
        />
      )}
      {conflict.open && <ConflictDialog {...conflict.open} />}
    </>
  );
}
