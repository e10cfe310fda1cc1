import { useDelete, type RaRecord } from 'react-admin';
import type { Fields } from '@crm/contracts/fields/field.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { useShowAnswer, useShowRefusal } from '../notifications/useShowAnswer.js';
import type { FormView } from './resource-view.js';
import { useResourceWords } from './resource-words.js';

interface Props<F extends Fields> {
  view: FormView<F>;
  row: RaRecord;
  onClose: () => void;
  /** Told when it is gone. */
  onDeleted?: () => void;
}

/** Asks before a record is deleted, naming it. */
export function DeleteRecordDialog<F extends Fields>({ view, row, onClose, onDeleted }: Props<F>) {
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const { resource } = view;
  const words = useResourceWords(view);
  const [remove, { isPending }] = useDelete(
    resource.name,
    { id: row.id, previousData: row },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        showAnswer({ status: 'success', message: resource.says.removed });
        onClose();
        onDeleted?.();
      },
      onError: showRefusal,
    },
  );
  return (
    <QuestionDialog
      title={words.deleteTitle}
      text={words.deleteText(view.nameOf(resource.record.parse(row)))}
      action={words.deleteNow}
      isPending={isPending}
      onAction={() => {
        void remove();
      }}
      onClose={onClose}
    />
  );
}
