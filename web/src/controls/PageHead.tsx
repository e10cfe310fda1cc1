import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { productName } from '../brand/brand.js';

export interface PageHeadProps {
  title: string;
  /** Count beside the title, in secondary colour. */
  count?: ReactNode;
  /** At the right: at most one filled button. */
  actions?: ReactNode;
}

/** The head of a page: its title (also the document title), count and actions. */
export const PageHead = ({ title, count, actions }: PageHeadProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 40, flexWrap: 'wrap' }}>
    <title>{`${title} · ${productName}`}</title>
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        alignItems: { sm: 'baseline' },
        columnGap: 1.5,
        // Actions that do not fit beside the title wrap below it.
        flex: '1 1 auto',
        maxWidth: '100%',
      }}
    >
      <Typography variant="h3" component="h1" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {count !== undefined && (
        <Typography variant="body2" component="span" color="textSecondary" noWrap>
          {count}
        </Typography>
      )}
    </Box>
    {actions !== undefined && <Box sx={{ display: 'flex', gap: 1.5 }}>{actions}</Box>}
  </Box>
);
