import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router-dom';
import type { SignInAttack } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { auditAddress, refusedByThen } from '../audit/audit-filter.rules.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { useRight } from '../session/SessionContext.js';
import { usePartState } from './useSystem.js';

const messageOf = {
  network: 'crm.system.attackFrom',
  account: 'crm.system.attackAs',
} as const satisfies Record<SignInAttack['by'], string>;

/** Where somebody guesses passwords: gone an hour after the last of the refusals that make it an attack. */
export function SignInAttacks() {
  const translate = useSystemMessages();
  const readsAudit = useRight('page:audit');
  const { data } = usePartState('auth');
  return data?.sign_in_attacks.map((attack) => (
    <Alert
      key={`${attack.by} ${attack.name}`}
      severity="warning"
      sx={{ flex: 'none' }}
      action={
        readsAudit && (
          <Button
            color="inherit"
            size="small"
            component={RouterLink}
            to={auditAddress(refusedByThen(attack))}
          >
            {translate('crm.system.inAudit')}
          </Button>
        )
      }
    >
      {translate(messageOf[attack.by], {
        name: attack.name,
        refused: attack.refused.toLocaleString(),
        at: shownInstant(attack.last_at),
      })}
    </Alert>
  ));
}
