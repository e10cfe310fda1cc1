import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';

/** A badge with the unread count; hidden at zero (look: Chips). */
export function UnreadBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null;
  return (
    <Box
      component="span"
      sx={(theme) => ({
        ...theme.typography.overline,
        ...theme.tabular,
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: 20,
        height: 20,
        px: 0.75,
        fontWeight: 600,
        color: 'primary.contrastText',
        backgroundColor: 'primary.main',
        borderRadius: `${String(theme.radius.pill)}px`,
      })}
    >
      <span aria-hidden="true">{count}</span>
      <span style={visuallyHidden}>{label}</span>
    </Box>
  );
}
