import type { ReactNode } from 'react';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useStatsMessages } from '../i18n/stats.en.js';
import { SidewaysScroll } from '../controls/SidewaysScroll.js';

interface Props {
  title: string;
  note: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A card below a chart, which can be closed. */
export function ChartPanel({ title, note, actions, onClose, children }: Props) {
  const close = useStatsMessages()('crm.stats.chart.close', { title });
  return (
    <Paper
      component="section"
      aria-label={title}
      sx={(theme) => ({
        flex: '1 1 100%',
        minWidth: 0,
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 0.5,
          px: 2.5,
          py: 1,
        }}
      >
        <Typography variant="subtitle1" component="h2">
          {title}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', flex: '1 1 200px' }}>
          {note}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, displayPrint: 'none' }}>
          {actions}
          <Tooltip title={close}>
            <IconButton aria-label={close} onClick={onClose}>
              <CloseOutlined />
            </IconButton>
          </Tooltip>
        </Box>
      </Box>
      <SidewaysScroll>{children}</SidewaysScroll>
    </Paper>
  );
}
