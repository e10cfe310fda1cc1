import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { shownTimes } from './followup-times.js';

interface Props {
  datetime: string;
  /** Where the customer may live. */
  zones: readonly string[];
}

/** The time of a follow-up by the customer's clock, with one's own below it where that says something else. */
export function FollowupTime({ datetime, zones }: Props) {
  const translate = useFollowupMessages();
  const { time, isTheirs, own } = shownTimes(datetime, zones);
  return (
    <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
      <Typography
        variant="body2"
        component="time"
        dateTime={datetime}
        sx={(theme) => ({ ...theme.tabular, display: 'block', fontWeight: 600 })}
      >
        {time}
      </Typography>
      {!(isTheirs && time === own) && (
        <Typography
          variant="caption"
          component="p"
          sx={(theme) => ({ ...theme.tabular, m: 0, fontWeight: 400, color: 'text.secondary' })}
        >
          {isTheirs ? translate('crm.followup.yourTime', { time: own }) : translate('crm.followup.yours')}
        </Typography>
      )}
    </Box>
  );
}
