import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { useAcknowledge, usePartState } from './useSystem.js';

/** Who opened many whole records in a few seconds, until an admin acknowledges it. */
export function BulkReadings({ service }: { service: 'leads' }) {
  const translate = useSystemMessages();
  const { data } = usePartState(service);
  const acknowledge = useAcknowledge(service);
  return data?.bulk_readings.map(({ user_id, user_fullname, records, last_at }) => (
    <Alert
      key={user_id}
      severity="warning"
      sx={{ flex: 'none' }}
      action={
        <Button
          color="inherit"
          size="small"
          onClick={() => {
            acknowledge.mutate(user_id);
          }}
        >
          {translate('crm.system.acknowledge')}
        </Button>
      }
    >
      {translate('crm.system.bulkReading', { name: user_fullname, records, at: shownInstant(last_at) })}
    </Alert>
  ));
}
