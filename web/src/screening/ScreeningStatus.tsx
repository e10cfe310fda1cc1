import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { ScreeningLine } from './screening.rules.js';
import { useScreening } from './useScreening.js';

const hues = { info: 'neutral', warning: 'orange', error: 'red' } as const satisfies Record<
  ScreeningLine['severity'],
  string
>;

/** By what numbers are screened, a word for each list. */
export function ScreeningStatus() {
  const lines = useScreening();
  return (
    // As high as one line of words before they come, too.
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, minWidth: 0, minHeight: 24 }}>
      {lines.map(({ text, severity }) => (
        <Chip
          key={text}
          size="small"
          label={text}
          sx={(theme) => ({
            height: 'auto',
            minHeight: 24,
            '& .MuiChip-label': { whiteSpace: 'normal', py: 0.25 },
            backgroundColor: theme.palette.hue[hues[severity]].chip,
            color: theme.palette.hue[hues[severity]].fg,
          })}
        />
      ))}
    </Box>
  );
}
