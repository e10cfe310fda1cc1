import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { RetryButton } from './RetryButton.js';

interface Props {
  /** Undefined while it is not known yet whether there is anything. */
  text: string | undefined;
  /** Given where it failed. */
  onRetry?: () => Promise<unknown>;
}

/** The loading, empty or error state of a panel. */
export function PanelNotice({ text, onRetry }: Props) {
  if (text === undefined) return <Skeleton variant="text" sx={{ mx: 2, mt: 1.5 }} width="60%" />;
  return (
    <Box {...(onRetry && { role: 'alert' })} sx={{ px: 2, pt: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {text}
      </Typography>
      {onRetry && <RetryButton variant="outlined" onRetry={onRetry} sx={{ mt: 1 }} />}
    </Box>
  );
}
