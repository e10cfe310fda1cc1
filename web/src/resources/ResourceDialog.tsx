import { CreateBase, EditBase, useRecordContext, useSaveContext, type RaRecord } from 'react-admin';
import { capital, type Fields } from '@crm/contracts/resources/define-resource.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import ConflictDialog from '../conflict/ConflictDialog.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { nounsOf } from './nouns.rules.js';
import type { ResourceView } from './resource-view.js';
import { useConflict } from './useConflict.js';

interface Props<F extends Fields> {
  view: ResourceView<F>;
  onClose: () => void;
}

/** The dialog in which a record is made; what only the answer to that carries is told to the view's own `onCreated`. */
export function CreateDialog<F extends Fields>({ view, onClose }: Props<F>) {
  const translate = useResourceMessages();
  const showAnswer = useShowAnswer();
  const { resource } = view;
  return (
    <CreateBase
      resource={resource.name}
      redirect={false}
      disableAuthentication
      mutationOptions={{
        onSuccess: (created) => {
          showAnswer({ status: 'success', message: translate('crm.resource.created', nounsOf(resource)) });
          onClose();
          view.onCreated?.(created);
        },
      }}
    >
      <FormDialog
        view={view}
        verb="create"
        title={translate('crm.resource.add', nounsOf(resource))}
        submit={translate('crm.resource.create')}
        onClose={onClose}
      />
    </CreateBase>
  );
}

/** The dialog in which a record is changed; one that somebody else changed meanwhile is brought together field by field. */
export function EditDialog<F extends Fields>({ view, id, onClose }: Props<F> & { id: string }) {
  const translate = useResourceMessages();
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
          showAnswer({ status: 'success', message: translate('crm.resource.saved', nounsOf(resource)) });
          onClose();
        },
      }}
    >
      <ReadFormDialog
        view={view}
        verb="change"
        title={capital(resource.one)}
        submit={translate('crm.resource.update')}
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

function FormDialog<F extends Fields>({ view, verb, title, submit, onClose }: FormProps<F>) {
  const record = useRecordContext<RaRecord>();
  const { saving = false } = useSaveContext();
  const { fields, creation, change, record: whole } = view.resource;
  const conflict = useConflict(view);
  return (
    <>
      <FieldsDialog
        persistent
        title={title}
        subtitle={record && view.nameOf(whole.parse(record))}
        fields={fields}
        shown={view.form.filter((key) => ['always', verb].includes(fields[key]?.writable ?? 'never'))}
        schema={verb === 'create' ? creation : change}
        record={record}
        submit={submit}
        isSaving={saving}
        onSave={conflict.save}
        onClose={onClose}
      />
      {conflict.open && <ConflictDialog {...conflict.open} />}
    </>
  );
}
