import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import { useStatsMessages } from '../i18n/stats.en.js';
import { PrintButton } from '../print/PrintButton.js';

/** The buttons of a page, none of them on paper. */
export function PageActions({ children }: { children: ReactNode }) {
  const translate = useStatsMessages();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, displayPrint: 'none' }}>
      <PrintButton label={translate('crm.stats.print.button')} />
      {children}
    </Box>
  );
}
