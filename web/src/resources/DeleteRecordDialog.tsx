import { useDelete, type RaRecord } from 'react-admin';
import type { Fields } from '@crm/contracts/resources/define-resource.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { useShowAnswer, useShowRefusal } from '../notifications/useShowAnswer.js';
import { nounsOf } from './nouns.rules.js';
import type { ResourceView } from './resource-view.js';

interface Props<F extends Fields> {
  view: ResourceView<F>;
  row: RaRecord;
  onClose: () => void;
}

/** Asks before a record is deleted, naming it. */
export function DeleteRecordDialog<F extends Fields>({ view, row, onClose }: Props<F>) {
  const translate = useResourceMessages();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const { resource } = view;
  const nouns = nounsOf(resource);
  const [remove, { isPending }] = useDelete(
    resource.name,
    { id: row.id, previousData: row },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => {
        showAnswer({ status: 'success', message: translate('crm.resource.deleted', nouns) });
        onClose();
      },
      onError: showRefusal,
    },
  );
  return (
    <QuestionDialog
      title={translate('crm.resource.deleteTitle', nouns)}
      text={translate('crm.resource.deleteText', { name: view.nameOf(resource.record.parse(row)) })}
      action={translate('crm.resource.deleteNow')}
      isPending={isPending}
      onAction={() => {
        void remove();
      }}
      onClose={onClose}
    />
  );
}
