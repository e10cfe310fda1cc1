import { QuestionDialog } from '../controls/QuestionDialog.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';

interface Props {
  name: string;
  isDeleting: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks once more before a lead is gone. */
export default function DeleteLeadDialog({ name, isDeleting, onDelete, onClose }: Props) {
  const translate = useLeadPageMessages();
  return (
    <QuestionDialog
      title={translate('crm.lead.deleteTitle')}
      subtitle={name}
      text={translate('crm.lead.deleteText')}
      action={translate('crm.lead.delete')}
      isPending={isDeleting}
      onAction={onDelete}
      onClose={onClose}
    />
  );
}
