import { useEffect } from 'react';
import CallEndOutlined from '@mui/icons-material/CallEndOutlined';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { SupervisionMode } from '@crm/contracts/codes/supervision-codes.js';
import type { Supervision } from '@crm/contracts/entities/supervision.js';
import { useCalling } from '../calling/calling.js';
import { CallTimer } from '../calls/CallTimer.js';
import { LineNotice } from '../calls/LineNotice.js';
import { PanelButton } from '../controls/PanelButton.js';
import { Clip } from '../controls/Clip.js';
import { useSupervisionMessages } from '../i18n/supervision.en.js';
import { modes } from './modes.js';
import { customerOf } from './supervision.rules.js';
import { useSupervise } from './useSupervise.js';

/** The bottom panel of an admin who is in somebody else's call: who talks, how they are in it, and the way out. */
export function SupervisorPanel({ supervision }: { supervision: Supervision }) {
  const translate = useSupervisionMessages();
  const { change, leave } = useSupervise();
  const { call, mode, state } = supervision;
  useMicrophone(call.id, mode);
  return (
    <Box
      component="section"
      aria-label={translate('crm.supervision.panel')}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        flex: 'none',
        minHeight: theme.size.callPanel,
        px: 2.5,
        py: 1,
        color: 'panel.text',
        backgroundColor: 'panel.bg',
        borderTop: `2px solid ${theme.palette.panel.live}`,
        zIndex: theme.zIndex.appBar,
      })}
    >
      <LineNotice sx={{ flexBasis: '100%' }} />
      <Who supervision={supervision} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, ml: 'auto' }}>
        <ModeSwitch
          mode={mode}
          isHeld={call.hold}
          isBusy={change.isPending || state !== 'on'}
          onPick={(picked) => {
            change.mutate({ id: call.id, mode: picked });
          }}
        />
        <PanelButton
          isEnd
          icon={<CallEndOutlined />}
          label={translate('crm.supervision.leave')}
          isBusy={leave.isPending}
          onClick={() => {
            leave.mutate(call.id);
          }}
        />
      </Box>
    </Box>
  );
}

/** Who listens is muted at the carrier, and here as well. */
function useMicrophone(callId: string, mode: SupervisionMode): void {
  const { desk, here } = useCalling();
  const isInCall = here?.supervises === callId && here.state === 'open';
  useEffect(() => {
    if (isInCall) desk?.mute(mode === 'listen');
  }, [desk, isInCall, mode]);
}

/** Who is on the line, since when one is there, and who hears what one says. */
function Who({ supervision: { call, mode, state, joinedAt, second } }: { supervision: Supervision }) {
  const translate = useSupervisionMessages();
  const agent = call.agent_name || translate('crm.supervision.nobody');
  const customer = customerOf(call) || translate('crm.supervision.unknown');
  const details = [
    translate(`crm.supervision.${mode}Text`, { name: agent }),
    call.hold ? translate('crm.supervision.held') : '',
    second === null ? '' : translate('crm.supervision.alsoOn', { name: second }),
  ].filter((text) => text !== '');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{ flex: 'none', width: 10, height: 10, borderRadius: '50%', backgroundColor: 'panel.live' }}
      />
      <Box sx={{ minWidth: 0, maxWidth: 420 }}>
        <Box sx={{ typography: 'subtitle1' }}>
          <Clip text={translate('crm.supervision.between', { agent, customer })} />
        </Box>
        <Box role="status" sx={{ typography: 'caption', color: 'panel.muted' }}>
          {details.join(' · ')}
        </Box>
      </Box>
      <Box sx={{ typography: 'h3', component: 'span', color: 'panel.live', whiteSpace: 'nowrap' }}>
        {state === 'on' && joinedAt !== null ? (
          <CallTimer since={Date.parse(joinedAt)} />
        ) : (
          <Box component="span" sx={{ typography: 'body2', fontWeight: 600 }}>
            {translate('crm.supervision.connecting')}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function ModeSwitch({
  mode,
  isHeld,
  isBusy,
  onPick,
}: {
  mode: SupervisionMode;
  isHeld: boolean;
  isBusy: boolean;
  onPick: (mode: SupervisionMode) => void;
}) {
  const translate = useSupervisionMessages();
  return (
    <ToggleButtonGroup
      exclusive
      aria-label={translate('crm.supervision.mode')}
      value={mode}
      onChange={(_event, picked: SupervisionMode | null) => {
        const isSilenced = isHeld && picked !== 'listen';
        if (picked !== null && !isBusy && !isSilenced) onPick(picked);
      }}
    >
      {modes.map(({ mode: each, Icon }) => (
        <ToggleButton
          key={each}
          value={each}
          {...((isBusy || (isHeld && each !== 'listen' && each !== mode)) && { 'aria-disabled': true })}
          {...(isHeld && each !== 'listen' && { title: translate('crm.supervision.heldHint') })}
          sx={(theme) => ({
            ...theme.typography.body2,
            gap: 1,
            height: theme.size.control,
            px: 1.5,
            textTransform: 'none',
            fontWeight: 600,
            color: 'panel.text',
            borderColor: 'panel.border',
            backgroundColor: 'panel.raised',
            '&:hover': { backgroundColor: 'panel.border' },
            '&.Mui-selected, &.Mui-selected:hover': {
              color: theme.palette.panel.bg,
              backgroundColor: theme.palette.panel.text,
            },
            '&.Mui-focusVisible': { outlineColor: theme.palette.panel.live },
            '&[aria-disabled="true"]:not(.Mui-selected)': { color: 'panel.muted' },
          })}
        >
          <Icon fontSize="small" aria-hidden />
          {translate(`crm.supervision.${each}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
