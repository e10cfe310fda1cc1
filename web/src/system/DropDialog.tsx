import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useSystemWords } from '../i18n/system.en.js';
import type { GivenUp } from './useSystem.js';

/** The last word before a message is dropped for good. */
export function DropDialog({
  message,
  isPending,
  onClose,
  onDrop,
}: {
  message: GivenUp;
  isPending: boolean;
  onClose: () => void;
  onDrop: () => void;
}) {
  const words = useSystemWords();
  const type = message.type ?? words('crm.system.noType');
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.system.dropTitle')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <Button variant="contained" color="error" loading={isPending} onClick={onDrop}>
            {words('crm.system.dropNow')}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary">
        {words('crm.system.dropText', { type, queue: message.queue })}
      </Typography>
    </DialogFrame>
  );
}
