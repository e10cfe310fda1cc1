import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ShownOnce } from '../../controls/ShownOnce.js';
import { useApiKeyMessages } from '../../i18n/api-keys.en.js';

/** Shows an API key, this once. */
export function ApiKeyDialog({
  name,
  secret,
  onClose,
}: {
  name: string;
  secret: string;
  onClose: () => void;
}) {
  const translate = useApiKeyMessages();
  return (
    <DialogFrame
      open
      width={560}
      persistent
      title={translate('crm.apiKeys.keyTitle', { name })}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {translate('crm.action.close')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {translate('crm.apiKeys.keyText')}
      </Typography>
      <ShownOnce
        label={translate('crm.apiKeys.keyLabel')}
        value={secret}
        copy={translate('crm.apiKeys.copy')}
        copied={translate('crm.apiKeys.copied')}
      />
    </DialogFrame>
  );
}
