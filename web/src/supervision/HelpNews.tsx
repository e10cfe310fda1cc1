import Button from '@mui/material/Button';
import { useCloseNotification } from 'react-admin';
import type { SupervisedCall } from '@crm/contracts/entities/supervision.js';
import { useSupervisionMessages } from '../i18n/supervision.en.js';
import { customerOf } from './supervision.rules.js';

/** That an agent asks for help; listening begins from here. */
export function HelpNews({ call, onListen }: { call: SupervisedCall; onListen: () => void }) {
  const translate = useSupervisionMessages();
  const close = useCloseNotification();
  return (
    <>
      {translate('crm.supervision.helpFor', {
        agent: call.agent_name || translate('crm.supervision.nobody'),
        customer: customerOf(call) || translate('crm.supervision.unknown'),
      })}
      {call.conference && (
        <Button
          size="small"
          color="inherit"
          sx={{ ml: 1.5, fontWeight: 600 }}
          onClick={() => {
            close();
            onListen();
          }}
        >
          {translate('crm.supervision.listen')}
        </Button>
      )}
    </>
  );
}
