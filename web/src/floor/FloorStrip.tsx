import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { answerWithinMs } from '@crm/contracts/entities/floor.js';
import { RunningTime } from '../agent-state/RunningTime.js';
import { useFloorMessages } from '../i18n/floor.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { countsByState } from './floor-order.rules.js';
import type { KnownFloor } from './floor-tiles.rules.js';
import { stateLook } from './state-look.js';

/** A share of one as percent without decimals; a dash where there is none. */
export const shownShare = (share: number | null) =>
  share === null ? '–' : `${String(Math.round(share * 100))}%`;

interface StripFigure {
  key: string;
  label: string;
  hint?: string;
  /** Undefined while loading. */
  value: ReactNode;
}

/** The figures above the tiles, on the page and on the wallboard. */
export function useStripFigures(floor: KnownFloor | undefined): StripFigure[] {
  const translate = useFloorMessages();
  const today = floor?.today;
  const [first] = [...(floor?.waiting ?? [])].sort((a, b) => a.since.localeCompare(b.since));
  return [
    {
      key: 'waiting',
      label: translate('crm.floor.waiting'),
      value: floor && shownCount(floor.waiting.length),
    },
    {
      key: 'longest',
      label: translate('crm.floor.longest'),
      value: floor && (first ? <RunningTime since={first.since} ahead={floor.aheadMs} /> : '–'),
    },
    { key: 'answered', label: translate('crm.floor.answered'), value: today && shownCount(today.answered) },
    {
      key: 'abandoned',
      label: translate('crm.floor.abandoned'),
      hint: translate('crm.floor.abandonedHint'),
      value: today && shownCount(today.abandoned),
    },
    {
      key: 'level',
      label: translate('crm.floor.serviceLevel'),
      hint: translate('crm.floor.serviceLevelHint', { seconds: answerWithinMs / 1000 }),
      value: today && shownShare(today.service_level),
    },
  ];
}

/** The strip above the tiles: the queue, today's callers, and how many are in which state. */
export function FloorStrip({ floor }: { floor: KnownFloor | undefined }) {
  const translate = useFloorMessages();
  const figures = useStripFigures(floor);
  return (
    <Paper
      component="section"
      aria-label={translate('crm.floor.today')}
      sx={(theme) => ({
        flex: 'none',
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', m: 0, p: 0.5 }}
      >
        {figures.map(({ key, label, hint = '', value }) => (
          <Tooltip key={key} title={hint} describeChild placement="bottom-start">
            <Box sx={{ display: 'flex', flexDirection: 'column', px: 1.5, py: 1 }}>
              <Typography component="dt" variant="caption" noWrap sx={{ color: 'text.secondary' }}>
                {label}
              </Typography>
              <Typography
                component="dd"
                variant="h2"
                data-testid={`figure-${key}`}
                sx={(theme) => ({ ...theme.tabular, m: 0 })}
              >
                {value ?? <Skeleton width={64} />}
              </Typography>
            </Box>
          </Tooltip>
        ))}
      </Box>
      {floor && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 0.75,
            px: 2,
            py: 1,
            borderTop: '1px solid',
            borderColor: 'border.subtle',
          }}
        >
          {countsByState(floor.tiles).map(([state, count]) => (
            <Chip
              key={state}
              size="small"
              label={translate('crm.floor.byState', {
                state: translate(`crm.floor.state.${state}`),
                count: shownCount(count),
              })}
              sx={({ palette, tabular }) => ({
                ...tabular,
                color: palette.hue[stateLook[state].hue].fg,
                backgroundColor: palette.hue[stateLook[state].hue].chip,
              })}
            />
          ))}
        </Box>
      )}
    </Paper>
  );
}
