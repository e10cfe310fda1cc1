import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ShownOnce } from '../../controls/ShownOnce.js';
import { useWebhookMessages } from '../../i18n/webhooks.en.js';

/** Shows the secret of a webhook, this once. */
export function SecretDialog({
  name,
  secret,
  onClose,
}: {
  name: string;
  secret: string;
  onClose: () => void;
}) {
  const translate = useWebhookMessages();
  return (
    <DialogFrame
      open
      width={560}
      persistent
      title={translate('crm.webhooks.secretTitle', { name })}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('crm.action.close')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {translate('crm.webhooks.secretText')}
      </Typography>
      <ShownOnce
        label={translate('crm.webhooks.secretLabel')}
        value={secret}
        copy={translate('crm.webhooks.copy')}
        copied={translate('crm.webhooks.copied')}
      />
    </DialogFrame>
  );
}
