import Alert from '@mui/material/Alert';
import type { SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { usePartState } from './useSystem.js';

/** What the carrier account made fail in a service: an admin alone can put it right. */
export function AccountFaults({ service }: { service: SystemPart }) {
  const translate = useSystemMessages();
  const { data } = usePartState(service);
  return data?.account_faults.map(({ code, sentence, at, times }) => (
    <Alert key={code} severity="error" sx={{ flex: 'none' }}>
      {translate('crm.system.accountFault', { sentence, code, at: shownInstant(at), times })}
    </Alert>
  ));
}
