import { memo } from 'react';
import CallMadeOutlined from '@mui/icons-material/CallMadeOutlined';
import CallReceivedOutlined from '@mui/icons-material/CallReceivedOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import { callOutcomeNames } from '@crm/contracts/resources/call.js';
import type { FloorCall, FloorTile } from '@crm/contracts/entities/floor.js';
import { toShown } from '@crm/contracts/phone.js';
import { RunningTime } from '../agent-state/RunningTime.js';
import { Clip } from '../controls/Clip.js';
import { useFloorMessages } from '../i18n/floor.en.js';
import { attentionHue, stateLook } from './state-look.js';
import { TileActions } from './TileActions.js';
import { isDrawnAlike, type TileProps } from './tile-props.js';
import { localise } from '../i18n/language.js';

/** Room for a guide in a call, who has the most lines: nothing moves when a state changes. */
export const tileHeight = 148;

/** Who somebody talks to, as far as it is known. */
export function partyOf({ lead_name, number }: Pick<FloorCall, 'lead_name' | 'number'>): string {
  if (lead_name !== '') return lead_name;
  return number.startsWith('+') ? toShown(number) : '';
}

/** One agent or guide; drawn again when something of it changes. The time alone runs by itself. */
export const Tile = memo(function Tile({ tile, attention, ahead }: TileProps) {
  const translate = useFloorMessages();
  const { fullname, state, since, call } = tile;
  const { hue, Icon } = stateLook[state];
  const edge = attention === undefined ? hue : attentionHue[attention];
  return (
    <Paper
      component="li"
      data-testid={`tile-${tile.user_id}`}
      data-state={state}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        gap: 0.5,
        height: tileHeight,
        minWidth: 0,
        pl: 2,
        pr: 1.5,
        py: 1.25,
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: `inset ${String(theme.size.edge)}px 0 ${theme.palette.hue[edge].edge}`,
        backgroundColor: attention === 'help' ? theme.palette.hue.red.tint : 'background.paper',
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="strong" sx={{ typography: 'subtitle1', flex: 1, minWidth: 0 }}>
          <Clip text={fullname} />
        </Box>
        <Box sx={{ typography: 'h4', flex: 'none' }}>
          <RunningTime since={since} ahead={ahead} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flex: 'none', gap: 0.75, overflow: 'hidden' }}>
        <Chip
          size="small"
          icon={<Icon />}
          label={translate(`crm.floor.state.${state}`)}
          sx={({ palette }) => ({
            color: palette.hue[hue].fg,
            backgroundColor: palette.hue[hue].chip,
            '& .MuiChip-icon': { color: 'inherit', fontSize: 16 },
          })}
        />
        {attention !== undefined && (
          <Chip
            size="small"
            label={translate(`crm.floor.attention.${attention}`)}
            sx={({ palette }) => ({
              color: palette.hue[attentionHue[attention]].fg,
              backgroundColor: palette.hue[attentionHue[attention]].chip,
            })}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', flex: 'none', alignItems: 'center', gap: 0.75, minWidth: 0, mt: 'auto' }}>
        {call === null ? <Last tile={tile} /> : <OnCall agent={tile} call={call} />}
      </Box>
      <Dialler tile={tile} />
    </Paper>
  );
}, isDrawnAlike);

function OnCall({ agent, call }: { agent: FloorTile; call: FloorCall }) {
  const translate = useFloorMessages();
  const Direction = call.direction === 'inbound' ? CallReceivedOutlined : CallMadeOutlined;
  const number = call.number.startsWith('+') ? toShown(call.number) : translate('crm.floor.noCallerId');
  const stage =
    call.state === 'talking' ? translate(`crm.floor.${call.direction}`) : translate('crm.floor.ringing');
  const details = [call.lead_name !== '' && call.number !== '' ? number : '', stage];
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Direction aria-hidden sx={{ fontSize: 16, color: 'text.secondary', flex: 'none' }} />
        <Box sx={{ typography: 'body2', flex: 1, minWidth: 0 }}>
          <Clip text={partyOf(call) || translate('crm.floor.unknown')} />
        </Box>
      </Box>
      <Box
        sx={({ size }) => ({
          ...{ display: 'flex', alignItems: 'center', minHeight: size.target },
          // Beside the buttons there is room for a number.
          '& [role="group"]': { gap: 0 },
          '& .MuiIconButton-root': { width: size.target, height: size.target },
        })}
      >
        <Box sx={{ typography: 'caption', color: 'text.secondary', flex: 1, minWidth: 0 }}>
          <Clip text={details.filter((each) => each !== '').join(' · ')} />
        </Box>
        <TileActions agent={agent} call={call} />
      </Box>
    </Box>
  );
}

function Last({ tile: { last } }: { tile: FloorTile }) {
  const translate = useFloorMessages();
  return (
    <Box sx={{ typography: 'caption', color: 'text.secondary', minWidth: 0 }}>
      {last === null
        ? translate('crm.floor.noneYet')
        : translate('crm.floor.last', { outcome: localise(callOutcomeNames[last.outcome]) })}
    </Box>
  );
}

function Dialler({ tile: { dialler } }: { tile: FloorTile }) {
  const translate = useFloorMessages();
  if (dialler === null) return null;
  const { on, today } = dialler;
  return (
    <Box sx={{ typography: 'caption', color: 'text.secondary', flex: 'none', minWidth: 0 }}>
      <Clip
        text={[
          translate(on ? 'crm.floor.diallerOn' : 'crm.floor.diallerOff'),
          ...(today === null ? [] : [translate('crm.floor.diallerToday', { ...today })]),
        ].join(' · ')}
      />
    </Box>
  );
}
