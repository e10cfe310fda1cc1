import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { shownDayAt } from '../leads/lead/local-time.js';

interface Props {
  id: string;
  datetime: string;
  /** Where the customer may live. */
  zones: readonly string[];
}

/** The time of a follow-up by the customer's clock, with one's own beside it where that says something else. */
export function FollowupTime({ id, datetime, zones }: Props) {
  const translate = useFollowupMessages();
  const instant = new Date(datetime);
  const own = shownDayAt([Intl.DateTimeFormat().resolvedOptions().timeZone], instant);
  const theirs = zones.length === 0 ? undefined : shownDayAt(zones, instant);
  return (
    <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
      <Typography
        id={id}
        variant="body2"
        component="time"
        dateTime={datetime}
        sx={(theme) => ({ ...theme.tabular, display: 'block', fontWeight: 600 })}
      >
        {theirs ?? own}
      </Typography>
      {theirs !== own && (
        <Typography
          variant="caption"
          component="p"
          sx={(theme) => ({ ...theme.tabular, m: 0, color: 'text.secondary' })}
        >
          {theirs === undefined
            ? translate('crm.followup.yours')
            : translate('crm.followup.yourTime', { time: own })}
        </Typography>
      )}
    </Box>
  );
}
