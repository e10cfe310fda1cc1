import type { ReactNode } from 'react';
import Skeleton from '@mui/material/Skeleton';
import {
  CreateBase,
  EditBase,
  useEditContext,
  useRecordContext,
  useSaveContext,
  type RaRecord,
} from 'react-admin';
import type { Fields } from '@crm/contracts/fields/field.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { FieldsForm } from '../fields/FieldsForm.js';
import ConflictDialog from '../conflict/ConflictDialog.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { useShowAnswer, useShowRefusal } from '../notifications/useShowAnswer.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { nounsOf } from './nouns.rules.js';
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
          view.onSaved?.();
          onClose();
          view.onCreated?.(created);
        },
      }}
    >
      <RecordForm view={view} verb="create" onClose={onClose} />
    </CreateBase>
  );
}

interface EditProps<F extends Fields> extends Props<F> {
  id: string;
  /** Above the form; told how to do what would lose the typing. */
  above?: (leave: (go: () => void) => void) => ReactNode;
  /** Where one is led back to, and from a save: it closes where nothing is said. */
  onBack?: () => void;
}

/** The form in which a record is changed; one that somebody else changed meanwhile is brought together field by field. */
export function EditDialog<F extends Fields>({ id, ...form }: EditProps<F>) {
  const { view, above, onBack, onClose } = form;
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const waitsHere = view.Frame !== undefined || above !== undefined;
  const { resource } = view;
  return (
    <EditBase
      resource={resource.name}
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      queryOptions={{
        // One stays where one is: a page and what stands above a form say it themselves, and a dialog does not open.
        onError: (error: unknown) => {
          if (waitsHere) return;
          showRefusal(error);
          onClose();
        },
      }}
      mutationOptions={{
        onSuccess: () => {
          showAnswer({ status: 'success', message: resource.says.changed });
          view.onSaved?.();
          (onBack ?? onClose)();
        },
      }}
    >
      <ReadRecordForm {...form} verb="change" />
    </EditBase>
  );
}

interface FormProps<F extends Fields> extends Omit<EditProps<F>, 'id'> {
  verb: 'create' | 'change';
}

/** Nothing is typed into before the record is here; what stands above the form can be used. */
function ReadRecordForm<F extends Fields>(props: FormProps<F>) {
  const isHere = useRecordContext() !== undefined;
  const { error, refetch } = useEditContext();
  const translate = useResourceMessages();
  const { view, above, onClose } = props;
  const { changeTitle } = useResourceWords(view);
  if (isHere) return <RecordForm {...props} />;
  const notice = error ? (
    <PanelNotice text={translate('crm.resource.failed', nounsOf(view.resource))} onRetry={refetch} />
  ) : undefined;
  if (view.Frame !== undefined) return notice ?? <Skeleton variant="rounded" height={160} />;
  if (above === undefined) return null;
  return (
    <DialogFrame open persistent title={changeTitle} {...frameOf(view)} onClose={onClose}>
      {above((go) => {
        go();
      })}
      {notice ?? <Skeleton variant="rounded" height={160} />}
    </DialogFrame>
  );
}

const frameOf = <F extends Fields>({ dialog: { width, subtitle } = {} }: FormView<F>) => ({
  ...(width && { width }),
  ...(subtitle !== undefined && { subtitle }),
});

function RecordForm<F extends Fields>({ view, verb, above, onBack, onClose }: FormProps<F>) {
  const record = useRecordContext<RaRecord>();
  const user = useCurrentUser();
  const { saving = false } = useSaveContext();
  const { fields, sections, creation, change, record: whole, owner, rights } = view.resource;
  const { dialog = {}, initial } = view;
  const words = useResourceWords(view);
  const conflict = useConflict(view);
  const isNew = verb === 'create';
  const title = isNew ? words.addTitle : words.changeTitle;
  const read = record && whole.parse(record);
  const form = {
    fields,
    sections,
    hints: dialog.hintsOf?.(read),
    isStrict: dialog.isStrict,
    shown: view.form.filter((key) => ['always', verb].includes(fields[key]?.writable ?? 'never')),
    schema: isNew ? creation : change,
    record,
    // What one makes is one's own, unless it is made for others.
    ...(isNew && {
      initial: { ...initial, ...(owner !== undefined && rights.create !== 'admin' && { [owner]: user.id }) },
    }),
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
          {...frameOf(view)}
          title={title}
          subtitle={read && (dialog.subtitle ?? view.nameOf(read))}
          back={words.back}
          onBack={onBack}
          onClose={onClose}
        >
          {above}
        </FieldsDialog>
      )}
      {conflict.open && <ConflictDialog {...conflict.open} />}
    </>
  );
}
