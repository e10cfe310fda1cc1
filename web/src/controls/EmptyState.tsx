import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon: ReactNode;
  title: ReactNode;
  /** One or two lines on what to do next. */
  text: ReactNode;
  /** One filled and at most one outlined button. */
  actions?: ReactNode;
}

/** The empty state of a page or panel: what would be here, and what to do next. */
export const EmptyState = ({ icon, title, text, actions }: EmptyStateProps) => (
  <Box
    sx={{
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      flex: 1,
      px: 3,
      py: 8,
      textAlign: 'center',
    }}
  >
    <Box
      sx={(theme) => ({
        display: 'grid',
        placeItems: 'center',
        width: 56,
        height: 56,
        mb: 2,
        color: 'primary.main',
        backgroundColor: 'brand.tint',
        borderRadius: `${String(theme.radius.dialog)}px`,
        '& .MuiSvgIcon-root': { fontSize: theme.typography.pxToRem(28) },
      })}
    >
      {icon}
    </Box>
    <Typography variant="h4" component="h2">
      {title}
    </Typography>
    <Typography variant="body1" color="textSecondary" sx={{ maxWidth: 300, mt: 0.5, textWrap: 'balance' }}>
      {text}
    </Typography>
    {actions !== undefined && <Box sx={{ display: 'flex', gap: 1, mt: 2.5 }}>{actions}</Box>}
  </Box>
);
