import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useDelete, type RaRecord } from 'react-admin';
import type { Fields } from '@crm/contracts/resources/define-resource.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useResourceWords } from '../i18n/resources.en.js';
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
  const words = useResourceWords();
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
        showAnswer({ status: 'success', message: words('crm.resource.deleted', nouns) });
        onClose();
      },
      onError: showRefusal,
    },
  );
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.resource.deleteTitle', nouns)}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <Button
            color="error"
            variant="contained"
            loading={isPending}
            onClick={() => {
              void remove();
            }}
          >
            {words('crm.resource.deleteNow')}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary">
        {words('crm.resource.deleteText', { name: view.nameOf(resource.record.parse(row)) })}
      </Typography>
    </DialogFrame>
  );
}
