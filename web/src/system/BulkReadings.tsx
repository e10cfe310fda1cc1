import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router-dom';
import type { BulkReadingKind } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { auditAddress, readByThen } from '../audit/audit-filter.rules.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { useAcknowledge, usePartState } from './useSystem.js';

const messageOf = {
  opened: 'crm.system.bulkReading',
  'opened-in-hour': 'crm.system.bulkOpened',
  'listed-in-hour': 'crm.system.bulkListed',
} as const satisfies Record<BulkReadingKind, string>;

/** Who opened or listed far more leads than work needs, until an admin acknowledges it. */
export function BulkReadings({ service }: { service: 'leads' }) {
  const translate = useSystemMessages();
  const { data } = usePartState(service);
  const acknowledge = useAcknowledge(service);
  return data?.bulk_readings.map(({ user_id, user_fullname, kind, records, first_at, last_at }) => (
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
            to={auditAddress(readByThen({ user_id, kind, first_at, last_at }))}
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
      {translate(messageOf[kind], {
        name: user_fullname,
        records,
        at: shownInstant(last_at),
      })}
    </Alert>
  ));
}
