import { useState } from 'react';
import ToggleOffOutlined from '@mui/icons-material/ToggleOffOutlined';
import ToggleOnOutlined from '@mui/icons-material/ToggleOnOutlined';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import { awayReason, type AwayReason } from '@crm/contracts/entities/agent-state.js';
import { StateMenu } from '../agent-state/StateMenu.js';
import { useOwnState } from '../agent-state/useOwnState.js';
import { useCalling } from '../calling/calling.js';
import { useAgentStateMessages } from '../i18n/agent-state.en.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { usePaletteMessages } from '../i18n/palette.en.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useCommands } from '../shortcuts/commands.js';

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
  const own = useOwnState();
  /** Whoever calls reaches them only once their device is registered and the server has taken them in. */
  const isGoingOnline = isOnline && (device === 'off' || device === 'starting' || own?.state === 'offline');
  const name = translate(isOnline ? 'crm.shell.online' : 'crm.shell.offline');
  const flip = async (wanted: boolean, reason?: AwayReason) => {
    if (!desk || isPending || inCall) return;
    setPending(true);
    await desk.setOnline(wanted, reason);
    setPending(false);
  };
  useSwitchCommands(active === 1, inCall, (wanted, reason) => void flip(wanted, reason));
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
                'aria-busy': isPending || isGoingOnline,
                'aria-disabled': inCall || desk === undefined,
              },
            }}
          />
        </Box>
      </Tooltip>
    </>
  );
}

/** The switch and its reasons from anywhere: by keyboard the bar is far from the middle of a page. */
function useSwitchCommands(
  isOn: boolean,
  inCall: boolean,
  flip: (wanted: boolean, reason?: AwayReason) => void,
): void {
  const translate = usePaletteMessages();
  const translateCall = useCallMessages();
  const translateState = useAgentStateMessages();
  const reason = inCall ? translateCall('crm.calls.offlineInCall') : undefined;
  const command = (id: string, label: string, wanted: boolean, away?: AwayReason) => ({
    ...{ id, label, reason, isSearchedOnly: true },
    Icon: wanted ? ToggleOnOutlined : ToggleOffOutlined,
    act: () => {
      flip(wanted, away);
    },
  });
  useCommands({
    title: translate('crm.palette.availability'),
    commands: [
      isOn
        ? command('go-offline', translate('crm.palette.goOffline'), false)
        : command('go-online', translate('crm.palette.goOnline'), true),
      ...awayReason.options.map((each) =>
        command(
          `away-${each}`,
          translate('crm.palette.away', { reason: translateState(`crm.agentState.${each}`) }),
          false,
          each,
        ),
      ),
    ],
  });
}
