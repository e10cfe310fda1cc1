import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { fieldWidths, type FieldWidth } from './form-kind.js';

/** A group of fields under its heading, on six columns. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="section"
      sx={(theme) => ({
        '& + &': { mt: 2, pt: 1.75, mx: -3, px: 3, borderTop: `1px solid ${theme.palette.border.subtle}` },
      })}
    >
      <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <FieldGrid>{children}</FieldGrid>
    </Box>
  );
}

const placeOf = (width: FieldWidth) => `cell-${String(width)}`;
const places = Object.fromEntries(
  fieldWidths.map((width) => [
    `& > .${placeOf(width)}`,
    {
      minWidth: 0,
      gridColumn: { '@': width > 3 ? 'span 2' : 'span 1', '@sm': `span ${String(width)}` },
    },
  ]),
);

/** Fields on twelve parts, two of which are one column. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        // By the width of the dialog or drawer that it is in.
        gridTemplateColumns: { '@': 'repeat(2, minmax(0, 1fr))', '@sm': 'repeat(12, minmax(0, 1fr))' },
        columnGap: 2,
        rowGap: 1.5,
        alignItems: 'start',
        ...places,
      }}
    >
      {children}
    </Box>
  );
}

/** A place in the grid: `width` of its twelve parts, two of which are one column. The grid has the styles of all. */
export const Cell = ({ width, children }: { width: FieldWidth; children: ReactNode }) => (
  <div className={placeOf(width)}>{children}</div>
);
