import Typography from '@mui/material/Typography';
import { Kbd } from './Kbd.js';

/** The keys that send what is written, in one piece; a phone has none. */
export const SendsHint = ({ text }: { text: string }) => (
  <Typography
    variant="caption"
    color="textSecondary"
    sx={{
      ...{ display: 'inline-flex', alignItems: 'center', gap: 0.5, mr: 1, whiteSpace: 'nowrap' },
      '@media (pointer: coarse)': { display: 'none' },
    }}
  >
    <Kbd>Ctrl</Kbd>
    <Kbd>Enter</Kbd>
    {text}
  </Typography>
);
