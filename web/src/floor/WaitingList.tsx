import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { WaitingCaller } from '@crm/contracts/entities/floor.js';
import { RunningTime } from '../agent-state/RunningTime.js';
import { Clip } from '../controls/Clip.js';
import { useFloorMessages } from '../i18n/floor.en.js';
import { partyOf } from './Tile.js';

/** Who waits for an agent, in the order of the queue; nothing while nobody does. */
export function WaitingList({ waiting, ahead }: { waiting: readonly WaitingCaller[]; ahead: number }) {
  const translate = useFloorMessages();
  if (waiting.length === 0) return null;
  return (
    <Paper
      component="section"
      aria-label={translate('crm.floor.queue')}
      sx={(theme) => ({ flex: 'none', border: `1px solid ${theme.palette.border.subtle}`, px: 2, py: 1 })}
    >
      <Typography variant="subtitle1" component="h2">
        {translate('crm.floor.queue')}
      </Typography>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))',
          columnGap: 3,
        }}
      >
        {waiting.map((caller) => (
          <Box
            component="li"
            key={`${String(caller.position)} ${caller.since}`}
            sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32, typography: 'body2' }}
          >
            <Box
              component="span"
              sx={(theme) => ({ ...theme.tabular, color: 'text.secondary', minWidth: 20 })}
            >
              {caller.position}
            </Box>
            <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
              <Clip text={partyOf(caller) || translate('crm.floor.unknown')} />
            </Box>
            {caller.kind === 'callback' && <Chip size="small" label={translate('crm.floor.callback')} />}
            <RunningTime since={caller.since} ahead={ahead} />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}
