import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useWords } from '../i18n/useWords.js';
import { DialogFrame } from './DialogFrame.js';

/** Asked before a form that was typed into is closed. */
export const DiscardDialog = ({
  open,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) => {
  const words = useWords();
  return (
    <DialogFrame
      open={open}
      width={400}
      title={words('crm.discard.title')}
      onClose={onKeep}
      actions={
        <>
          <Button color="error" onClick={onDiscard}>
            {words('crm.discard.discard')}
          </Button>
          <Button variant="contained" autoFocus onClick={onKeep}>
            {words('crm.discard.keep')}
          </Button>
        </>
      }
    >
      <Typography variant="body1" color="textSecondary">
        {words('crm.discard.text')}
      </Typography>
    </DialogFrame>
  );
};
