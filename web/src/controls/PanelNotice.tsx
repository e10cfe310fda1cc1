import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate } from '../i18n/useTranslate.js';

interface Props {
  /** Undefined while it is not known yet whether there is anything. */
  text: string | undefined;
  /** Given where it failed. */
  onRetry?: () => void;
}

/** The loading, empty or error state of a panel. */
export function PanelNotice({ text, onRetry }: Props) {
  const translate = useTranslate();
  if (text === undefined) return <Skeleton variant="text" sx={{ mx: 2, mt: 1.5 }} width="60%" />;
  return (
    <Box {...(onRetry && { role: 'alert' })} sx={{ px: 2, pt: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {text}
      </Typography>
      {onRetry && (
        <Button size="small" variant="outlined" onClick={onRetry} sx={{ mt: 1 }}>
          {translate('crm.action.retry')}
        </Button>
      )}
    </Box>
  );
}
