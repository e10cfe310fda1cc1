import { QuestionDialog } from '../../controls/QuestionDialog.js';
import { useBulkMessages } from '../../i18n/bulk.en.js';
import { shownCount } from '../../i18n/shown-numbers.js';

interface Props {
  count: number;
  onClose: () => void;
  onDelete: () => void;
}

/** Asks once more before the checked leads are gone. */
export default function DeleteSelectedDialog({ count, onClose, onDelete }: Props) {
  const translate = useBulkMessages();
  const leads = { smart_count: count, count: shownCount(count) };
  return (
    <QuestionDialog
      title={translate('crm.bulk.delete')}
      text={translate('crm.bulk.deleteText', leads)}
      action={translate('crm.bulk.deleteCount', leads)}
      onAction={onDelete}
      onClose={onClose}
    />
  );
}
