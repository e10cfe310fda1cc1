import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';

/** A figure, or a dash with the reason why there is none. */
export const OrDash = ({ value, why }: { value: string | undefined; why: string }) =>
  value ?? (
    <Tooltip title={why}>
      <Box component="span" aria-label={why} sx={{ color: 'text.tertiary' }}>
        –
      </Box>
    </Tooltip>
  );
