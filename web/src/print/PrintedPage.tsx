import { useMemo, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { createTheme, ThemeProvider, useTheme, type Theme } from '@mui/material/styles';
import { lightTheme } from '../theme/light.js';
import { PrintingContext } from './PrintingContext.js';
import { printStyles } from './print-styles.js';
import { usePrinting } from './usePrinting.js';

/** What is printed of a page: its children alone, in light colours, from edge to edge of the paper. */
export function PrintedPage({ children }: { children: ReactNode }) {
  const isPrinting = usePrinting();
  const shown = useTheme<Theme>();
  const theme = useMemo(() => (isPrinting ? createTheme(lightTheme) : shown), [isPrinting, shown]);
  return (
    <PrintingContext value={isPrinting}>
      <ThemeProvider theme={theme}>
        <GlobalStyles styles={printStyles} />
        <Box data-print sx={{ display: 'contents', color: 'text.primary' }}>
          {children}
        </Box>
      </ThemeProvider>
    </PrintingContext>
  );
}
