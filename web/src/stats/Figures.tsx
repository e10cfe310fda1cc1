import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useStatsMessages } from '../i18n/stats.en.js';

export interface Figure {
  label: string;
  /** Undefined while loading. */
  value: string | undefined;
  note: string;
  /** Whether the note wraps instead of being cut. */
  isLong?: boolean;
  /** The change since an earlier period, if it is compared with one. */
  change?: ReactNode;
}

/** The totals: stacked beside a chart, in a row above it and on paper. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const translate = useStatsMessages();
  return (
    <Paper
      component="section"
      aria-label={translate('crm.stats.figures')}
      sx={(theme) => ({
        flex: { xs: '1 1 240px', md: '0 0 280px' },
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))',
        gridAutoRows: '1fr',
        overflow: 'hidden',
        '@media print': { flexBasis: '100%' },
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      {figures.map(({ label, value, note, change, isLong = false }) => (
        <Box
          key={label}
          sx={(theme) => ({
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            justifyContent: 'center',
            px: 2.5,
            py: 0.75,
            // A line above and one before each; those at the edges are cut off.
            boxShadow: `-1px -1px 0 ${theme.palette.border.subtle}`,
          })}
        >
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography variant="h2" component="p" sx={(theme) => theme.tabular}>
            {value ?? <Skeleton width={120} />}
          </Typography>
          <Typography
            variant="caption"
            component="p"
            noWrap={!isLong}
            title={note}
            sx={{ color: 'text.secondary' }}
          >
            {note || '\u00a0'}
          </Typography>
          {change}
        </Box>
      ))}
    </Paper>
  );
}
