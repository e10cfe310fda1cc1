import Box from '@mui/material/Box';

/** Nothing, said quietly: a reader of the screen hears no dash. */
export const Nothing = () => (
  <Box component="span" aria-hidden="true" sx={{ color: 'text.tertiary' }}>
    –
  </Box>
);
