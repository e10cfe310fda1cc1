import { useState } from 'react';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { awayReason, type AwayReason } from '@crm/contracts/entities/agent-state.js';
import { useAgentStateMessages } from '../i18n/agent-state.en.js';
import { RemainingTime, RunningTime } from './RunningTime.js';
import { useEndWrapUp, useOwnState, type OwnState } from './useOwnState.js';

/** Beside the Online switch: the state that runs, and the reasons for going offline for a while. */
export function StateMenu({ isOff, onAway }: { isOff: boolean; onAway: (reason: AwayReason) => void }) {
  const translate = useAgentStateMessages();
  const own = useOwnState();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const name = translate('crm.agentState.goAway');
  return (
    <>
      {own && <Running own={own} />}
      <Tooltip title={isOff ? translate('crm.agentState.inCall') : name} describeChild={isOff}>
        <IconButton
          size="small"
          aria-label={name}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          aria-disabled={isOff}
          onClick={({ currentTarget }) => {
            if (!isOff) setAnchor(currentTarget);
          }}
        >
          <ExpandMoreOutlined />
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={() => {
          setAnchor(undefined);
        }}
      >
        {awayReason.options.map((reason) => (
          <MenuItem
            key={reason}
            selected={own?.state === reason}
            onClick={() => {
              setAnchor(undefined);
              onAway(reason);
            }}
          >
            {translate(`crm.agentState.${reason}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Wrap-up with what is left of it, or the reason and how long it has lasted; nothing in any other state. */
function Running({ own }: { own: OwnState }) {
  const translate = useAgentStateMessages();
  const ready = useEndWrapUp();
  const { state, since, until, aheadMs: ahead } = own;
  const isAway = awayReason.safeParse(state);
  if (!isAway.success && state !== 'wrap-up') return null;
  return (
    <Box
      sx={(theme) => ({
        typography: 'body2',
        fontWeight: 600,
        display: { xs: 'none', sm: 'flex' },
        alignItems: 'center',
        gap: 1,
        height: 32,
        px: 1.5,
        whiteSpace: 'nowrap',
        borderRadius: `${String(theme.radius.pill)}px`,
        color: isAway.success ? 'hue.neutral.fg' : 'hue.orange.fg',
        backgroundColor: isAway.success ? 'hue.neutral.chip' : 'hue.orange.chip',
      })}
    >
      <span role="status">
        {translate(isAway.success ? `crm.agentState.${isAway.data}` : 'crm.agentState.wrapUp')}
      </span>
      {isAway.success || until === null ? (
        <RunningTime since={since} ahead={ahead} />
      ) : (
        <>
          <RemainingTime until={until} ahead={ahead} />
          <Tooltip title={translate('crm.agentState.readyHint')} describeChild>
            <Button
              size="small"
              color="inherit"
              loading={ready.isPending}
              onClick={() => {
                ready.mutate();
              }}
              sx={{ minHeight: 24, minWidth: 0, px: 1, mr: -1 }}
            >
              {translate('crm.agentState.ready')}
            </Button>
          </Tooltip>
        </>
      )}
    </Box>
  );
}
