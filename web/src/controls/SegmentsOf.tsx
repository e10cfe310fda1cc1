import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { Choice } from '@crm/contracts/codes/life-lists.js';

/** A choice of two, side by side. */
export function SegmentsOf<V extends string>({
  label,
  value,
  choices,
  onPick,
  disabled = false,
}: {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onPick: (value: V) => void;
  disabled?: boolean;
}) {
  return (
    <Box role="group" aria-label={label}>
      <Typography
        variant="caption"
        component="span"
        sx={{ display: 'block', mb: 0.5, color: 'text.secondary' }}
      >
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        disabled={disabled}
        value={value}
        onChange={(_event, picked: V | null) => {
          // Clicking the selected option again changes nothing.
          if (picked !== null) onPick(picked);
        }}
      >
        {choices.map((choice) => (
          <ToggleButton
            key={choice.value}
            value={choice.value}
            sx={(theme) => ({
              ...theme.typography.body2,
              height: theme.size.control,
              textTransform: 'none',
              color: 'text.secondary',
              borderColor: 'border.control',
              '&.Mui-selected, &.Mui-selected:hover': {
                color: 'primary.main',
                backgroundColor: 'brand.tint',
                fontWeight: 600,
              },
              '&.Mui-disabled': { color: 'text.tertiary' },
            })}
          >
            {choice.text}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}
