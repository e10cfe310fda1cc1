import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { useWords } from '../../i18n/useWords.js';
import { shownCount } from '../table/lead-row.rules.js';

interface Props {
  count: number;
  onClose: () => void;
  onDelete: () => void;
}

/** Asks once more before the checked leads are gone. */
export default function DeleteSelectedDialog({ count, onClose, onDelete }: Props) {
  const words = useWords();
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.bulk.delete')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <Button variant="contained" color="error" onClick={onDelete}>
            {words('crm.bulk.deleteCount', { smart_count: count, count: shownCount(count) })}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary">
        {words('crm.bulk.deleteText', { smart_count: count, count: shownCount(count) })}
      </Typography>
    </DialogFrame>
  );
}
