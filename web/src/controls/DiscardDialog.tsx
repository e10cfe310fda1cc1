import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from '../i18n/useTranslate.js';
import { DialogFrame } from './DialogFrame.js';

/** Confirms closing a dirty form. */
export const DiscardDialog = ({
  open,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}) => {
  const translate = useTranslate();
  return (
    <DialogFrame
      open={open}
      width={400}
      title={translate('crm.discard.title')}
      onClose={onKeep}
      actions={
        <>
          <Button color="error" onClick={onDiscard}>
            {translate('crm.discard.discard')}
          </Button>
          <Button variant="contained" autoFocus onClick={onKeep}>
            {translate('crm.discard.keep')}
          </Button>
        </>
      }
    >
      <Typography variant="body1" color="textSecondary">
        {translate('crm.discard.text')}
      </Typography>
    </DialogFrame>
  );
};
