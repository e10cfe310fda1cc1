import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useLicenceMessages } from '../../i18n/licences.en.js';

/** Which licence is missing, and what to do with the customer. */
export function LicenceNotice({ reason }: { reason: string }) {
  const translate = useLicenceMessages();
  return (
    <Alert severity="warning" sx={{ mb: 2, maxWidth: 720 }}>
      <AlertTitle>{reason}</AlertTitle>
      {translate('crm.licences.missing')}
    </Alert>
  );
}
