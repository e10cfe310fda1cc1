import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { useWords } from '../../i18n/useWords.js';

interface Props {
  name: string;
  isDeleting: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks once more before a lead is gone. */
export default function DeleteLeadDialog({ name, isDeleting, onDelete, onClose }: Props) {
  const words = useWords();
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.lead.deleteTitle')}
      subtitle={name}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <Button variant="contained" color="error" loading={isDeleting} onClick={onDelete}>
            {words('crm.lead.delete')}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary">{words('crm.lead.deleteText')}</Typography>
    </DialogFrame>
  );
}
