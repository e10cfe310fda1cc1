import Chip from '@mui/material/Chip';
import type { PrivacyRequest } from '@crm/contracts/resources/privacy-request.js';
import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { waitedFor } from './request-words.rules.js';

/** Whether a request is done, and whom it waits for. */
export function StateChip({ request }: { request: PrivacyRequest }) {
  const translate = usePrivacyMessages();
  const isDone = request.state === 'done';
  const services = waitedFor(request).join(', ');
  return (
    <Chip
      size="small"
      label={isDone ? translate('crm.privacy.done') : translate('crm.privacy.waits', { services })}
      sx={({ palette }) => ({
        backgroundColor: palette.hue[isDone ? 'green' : 'orange'].chip,
        color: palette.hue[isDone ? 'green' : 'orange'].fg,
      })}
    />
  );
}
