import Box from '@mui/material/Box';
import { lasted } from '../calls/CallTimer.js';
import { useShownTime } from './server-time.js';

/** How long something has lasted by the server's time; it alone is drawn every second. Not announced. */
export function RunningTime({ since, ahead }: { since: string; ahead: number }) {
  const shown = useShownTime(ahead, (now) => lasted(now - Date.parse(since)));
  return (
    <Box component="span" role="timer" sx={(theme) => ({ ...theme.tabular })}>
      {shown}
    </Box>
  );
}

/** How long something still lasts. */
export function RemainingTime({ until, ahead }: { until: string; ahead: number }) {
  const shown = useShownTime(ahead, (now) => lasted(Date.parse(until) - now));
  return (
    <Box component="span" role="timer" sx={(theme) => ({ ...theme.tabular })}>
      {shown}
    </Box>
  );
}
