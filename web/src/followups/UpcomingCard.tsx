import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { priorityTitle, type Followup } from '@crm/contracts/entities/followup.js';
import { listFollowupsOfUser } from '@crm/contracts/http/followups.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { Clip } from '../controls/Clip.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { stateOf } from './followup-form.rules.js';
import { localise } from '../i18n/language.js';

const maxShown = 5;

/** What the user has to come back to next. */
export default function UpcomingCard() {
  const translate = useFollowupMessages();
  const { id: userId } = useCurrentUser();
  const hasPage = useRight('page:follow-ups');
  const client = useQueryClient();
  const key = ['follow-ups', 'upcoming', userId];
  const { data, isError, refetch } = useVerbQuery<Followup[]>({
    isKeptLive: true,
    key,
    ask: async (provider, signal) => {
      const query = { completed: '0', limit: maxShown } as const;
      return (await provider.call(listFollowupsOfUser, { params: { userId }, query, signal })).followups;
    },
    refetchOnWindowFocus: true,
  });
  const reread = () => void client.invalidateQueries({ queryKey: key });
  useServerEvent('followupCreate', reread);
  useServerEvent('followupUpdate', reread);
  useServerEvent('followupDelete', reread);

  return (
    <Box
      component="section"
      aria-labelledby="upcoming"
      sx={(theme) => ({
        py: 1.5,
        backgroundColor: 'surface.base',
        border: 1,
        borderColor: 'border.subtle',
        borderRadius: `${String(theme.radius.card)}px`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Typography id="upcoming" variant="subtitle1" component="h2" sx={{ px: 2 }}>
        {translate('crm.upcoming.title')}
      </Typography>
      {data === undefined || data.length === 0 ? (
        <PanelNotice
          text={isError ? translate('crm.upcoming.failed') : data && translate('crm.upcoming.none')}
          {...(isError && { onRetry: refetch })}
        />
      ) : (
        <Box component="ul" aria-labelledby="upcoming" sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0 }}>
          {data.map((followup) => (
            <Item key={followup.id} followup={followup} />
          ))}
        </Box>
      )}
      {hasPage && (
        <Button component={RouterLink} to="/follow-ups" size="small" sx={{ mx: 1, mt: 1 }}>
          {translate('crm.upcoming.all')}
        </Button>
      )}
    </Box>
  );
}

function Item({ followup }: { followup: Followup }) {
  const translate = useFollowupMessages();
  const { lead_id, fullname, datetime, priority, description } = followup;
  const isOverdue = stateOf(followup, new Date()) === 'overdue';
  return (
    <Box component="li" sx={{ px: 2, py: 0.75 }}>
      <Clip text={fullname}>
        <Link
          component={RouterLink}
          to={`/lead/${lead_id}`}
          underline="hover"
          variant="body2"
          sx={{ fontWeight: 600 }}
        >
          {fullname}
        </Link>
      </Clip>
      <Typography
        variant="caption"
        component="p"
        sx={(theme) => ({ ...theme.tabular, color: isOverdue ? 'hue.orange.fg' : 'text.secondary' })}
      >
        <time dateTime={datetime}>{translate('crm.fields.pacific', { time: shownInstant(datetime) })}</time>
        {` · ${isOverdue ? translate('crm.followup.overdue') : localise(priorityTitle(priority))}`}
      </Typography>
      {description !== '' && (
        <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {description}
        </Typography>
      )}
    </Box>
  );
}
