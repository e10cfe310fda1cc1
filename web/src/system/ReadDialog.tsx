import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { SystemPart } from '@crm/contracts/http/system.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { useContent, type FailedMessage } from './useSystem.js';

/** What a message holds, as far as it may be shown. */
export function ReadDialog({
  service,
  message,
  onClose,
}: {
  service: SystemPart;
  message: FailedMessage;
  onClose: () => void;
}) {
  const translate = useSystemMessages();
  const { data, isError, isPending } = useContent(service, message);
  return (
    <DialogFrame
      open
      width={900}
      title={translate('crm.system.readTitle')}
      subtitle={`${message.type ?? translate('crm.system.noType')} · ${message.queue}`}
      onClose={onClose}
      actions={
        <Button variant="outlined" autoFocus onClick={onClose}>
          {translate('crm.action.close')}
        </Button>
      }
    >
      <Typography variant="body2" sx={{ mb: 1 }}>
        {message.reason}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1.5 }}>
        {translate('crm.system.covered')}
      </Typography>
      {isError ? (
        <Typography role="alert">{translate('crm.system.failedText')}</Typography>
      ) : (
        <Box
          component="pre"
          role="region"
          aria-label={translate('crm.system.content')}
          aria-busy={isPending}
          tabIndex={0}
          sx={{
            m: 0,
            p: 2,
            minHeight: 120,
            maxHeight: '50vh',
            overflow: 'auto',
            borderRadius: 1,
            bgcolor: 'surface.sunken',
            typography: 'body2',
            fontFamily: 'monospace',
          }}
        >
          {isPending ? '' : JSON.stringify(data, null, 2)}
        </Box>
      )}
    </DialogFrame>
  );
}
