import Box from '@mui/material/Box';

/** A count behind a word, grey as totals are; none for nothing (look: Chips). */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Box
      component="span"
      sx={(theme) => ({
        ...theme.typography.overline,
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: 20,
        height: 20,
        px: 0.75,
        fontWeight: 600,
        color: 'hue.neutral.fg',
        backgroundColor: 'hue.neutral.chip',
        borderRadius: `${String(theme.radius.pill)}px`,
        fontVariantNumeric: 'tabular-nums',
      })}
    >
      {count}
    </Box>
  );
}
