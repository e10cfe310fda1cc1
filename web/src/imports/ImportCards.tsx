import type { ReactNode } from 'react';
import Box from '@mui/material/Box';

/** Imports below one another. */
export const ImportCards = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Box
    component="ul"
    aria-label={label}
    sx={{
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 1.5,
      m: 0,
      p: 0,
      listStyle: 'none',
    }}
  >
    {children}
  </Box>
);
