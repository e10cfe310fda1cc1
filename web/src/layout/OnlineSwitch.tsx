import { useState } from 'react';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import type { AwayReason } from '@crm/contracts/entities/agent-state.js';
import { StateMenu } from '../agent-state/StateMenu.js';
import { useCalling } from '../calling/calling.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useCurrentUser } from '../session/SessionContext.js';

/**
 * The agent's switch for incoming calls, and the reasons for switching it off. During a call it shows Offline until
 * hang-up.
 */
export default function OnlineSwitch() {
  const translate = useCallMessages();
  const { active } = useCurrentUser();
  const { desk, inCall, device } = useCalling();
  const [isPending, setPending] = useState(false);
  const isOnline = active === 1 && !inCall;
  const name = translate(isOnline ? 'crm.shell.online' : 'crm.shell.offline');
  const flip = async (wanted: boolean, reason?: AwayReason) => {
    if (!desk || isPending || inCall) return;
    setPending(true);
    await desk.setOnline(wanted, reason);
    setPending(false);
  };
  const hint = inCall
    ? translate('crm.calls.offlineInCall')
    : active === 1 && device === 'elsewhere'
      ? translate('crm.calls.deviceElsewhere')
      : '';
  return (
    <>
      <StateMenu isOff={inCall} onAway={(reason) => void flip(false, reason)} />
      <Tooltip title={hint} describeChild>
        <Box
          component="label"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, mr: 1, cursor: 'pointer' }}
        >
          <Box
            component="span"
            aria-hidden
            sx={{ display: { xs: 'none', sm: 'inline' }, typography: 'body2', fontWeight: 500 }}
          >
            {name}
          </Box>
          <Switch
            color="success"
            checked={isOnline}
            onChange={(_, checked) => void flip(checked)}
            slotProps={{
              input: {
                role: 'switch',
                'aria-label': name,
                'aria-busy': isPending,
                'aria-disabled': inCall || desk === undefined,
              },
            }}
          />
        </Box>
      </Tooltip>
    </>
  );
}
