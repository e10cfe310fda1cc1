import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router-dom';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { auditAddress, openedByThen } from '../audit/audit-filter.rules.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { useAcknowledge, usePartState } from './useSystem.js';

/** Who opened many whole records in a few seconds, until an admin acknowledges it. */
export function BulkReadings({ service }: { service: 'leads' }) {
  const translate = useSystemMessages();
  const { data } = usePartState(service);
  const acknowledge = useAcknowledge(service);
  return data?.bulk_readings.map(({ user_id, user_fullname, records, first_at, last_at }) => (
    <Alert
      key={user_id}
      severity="warning"
      sx={{ flex: 'none' }}
      action={
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            color="inherit"
            size="small"
            component={RouterLink}
            to={auditAddress(openedByThen({ user_id, first_at, last_at }))}
          >
            {translate('crm.system.inAudit')}
          </Button>
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              acknowledge.mutate(user_id);
            }}
          >
            {translate('crm.system.acknowledge')}
          </Button>
        </Box>
      }
    >
      {translate('crm.system.bulkReading', { name: user_fullname, records, at: shownInstant(last_at) })}
    </Alert>
  ));
}
