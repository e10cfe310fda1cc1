import { memo } from 'react';
import Box from '@mui/material/Box';
import { RunningTime } from '../agent-state/RunningTime.js';
import { useFloorMessages } from '../i18n/floor.en.js';
import { attentionHue, stateLook } from './state-look.js';
import { partyOf } from './Tile.js';
import { isDrawnAlike, type TileProps } from './tile-props.js';

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
const units = (count: number) => `calc(var(--unit) * ${String(count)})`;

/** What is said below the state: why somebody has to come, who is on the line, or what the dialler does. */
function useAbout({ tile, attention }: TileProps): string {
  const translate = useFloorMessages();
  const { call, dialler } = tile;
  if (attention !== undefined) return translate(`crm.floor.attention.${attention}`);
  if (call !== null) return partyOf(call) || translate('crm.floor.unknown');
  if (dialler === null) return '';
  return translate(dialler.on ? 'crm.floor.diallerOn' : 'crm.floor.diallerOff');
}

/** A tile that is read from five metres; every size is a multiple of the unit that the board has room for. */
export const WallboardTile = memo(function WallboardTile(props: TileProps) {
  const translate = useFloorMessages();
  const about = useAbout(props);
  const { tile, attention, ahead } = props;
  const { fullname, state, since } = tile;
  const hue = attention === undefined ? stateLook[state].hue : attentionHue[attention];
  return (
    <Box
      component="li"
      data-testid={`tile-${tile.user_id}`}
      data-state={state}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        minWidth: 0,
        minHeight: 0,
        overflow: 'hidden',
        px: units(0.7),
        py: units(0.45),
        borderRadius: `${String(theme.radius.card)}px`,
        color: 'text.primary',
        backgroundColor: theme.palette.hue[hue].chip,
        borderLeft: `${units(0.4)} solid ${theme.palette.hue[hue].edge}`,
      })}
    >
      <Box component="strong" sx={{ ...oneLine, fontSize: units(1.45), lineHeight: 1.25, fontWeight: 600 }}>
        {fullname}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          gap: units(0.5),
          color: `hue.${hue}.fg`,
        }}
      >
        <Box component="span" sx={{ ...oneLine, fontSize: units(1.3), lineHeight: 1.2, fontWeight: 600 }}>
          {translate(`crm.floor.state.${state}`)}
        </Box>
        <Box component="span" sx={{ fontSize: units(2), lineHeight: 1.1, fontWeight: 600 }}>
          <RunningTime since={since} ahead={ahead} />
        </Box>
      </Box>
      <Box sx={{ ...oneLine, fontSize: units(1.15), lineHeight: 1.3, minHeight: '1.3em' }}>{about}</Box>
    </Box>
  );
}, isDrawnAlike);
