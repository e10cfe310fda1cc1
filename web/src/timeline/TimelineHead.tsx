import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { priorityTitle } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { Clip } from '../controls/Clip.js';
import { useLeadFollowup } from '../followups/useFollowups.js';
import { localise } from '../i18n/language.js';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { shownAt } from '../leads/lead/local-time.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { contactSummary, nextAction } from './contact-summary.rules.js';
import { agoOf, titleOf } from './entry-words.js';

interface Props {
  lead: Lead;
  /** Unfiltered, the newest first. */
  entries: readonly TimelineEntry[];
  /** Whether there are more that were not read: counts are of those that were. */
  hasMore: boolean;
  now: Date;
}

/** Where a lead stands: when it was last contacted, what was promised, how often it was tried, what comes next. */
export function TimelineHead({ lead, entries, hasMore, now }: Props) {
  const translate = useTimelineMessages();
  const { data: followup } = useLeadFollowup(lead.id);
  const { zones, wayOf } = useMayContact(lead);
  const summary = contactSummary(entries, now);
  const callsFrom = wayOf('phone', 'call').way?.permission.next_allowed_at ?? null;
  const action = nextAction({ status: lead.status, summary, followup: followup ?? null, callsFrom }, now);
  const there = (at: string) =>
    zones[0] === undefined
      ? translate('crm.fields.pacific', { time: shownInstant(at) })
      : shownAt(zones[0], new Date(at), now);
  const when = (at: string) => agoOf(translate, at, now) ?? there(at);
  const planned = followup?.completed === 0 ? followup.datetime : undefined;
  const count = (name: 'today' | 'all') =>
    translate(`crm.timeline.head.${name}`, {
      smart_count: summary[name],
      more: name === 'all' && hasMore ? '+' : '',
    });

  return (
    <Box
      component="dl"
      aria-label={translate('crm.timeline.head.label')}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
        flex: 'none',
        m: 0,
        overflow: 'hidden',
        borderBottom: 1,
        borderColor: 'border.subtle',
      }}
    >
      <Detail title={translate('crm.timeline.head.last')} note={summary.last && when(summary.last.at)}>
        {summary.last ? titleOf(translate, summary.last) : translate('crm.timeline.head.never')}
      </Detail>
      <Detail
        title={translate('crm.timeline.head.followup')}
        note={followup?.completed === 0 ? localise(priorityTitle(followup.priority)) : undefined}
      >
        {planned === undefined ? translate('crm.timeline.head.noFollowup') : there(planned)}
      </Detail>
      <Detail title={translate('crm.timeline.head.attempts')}>{`${count('today')}, ${count('all')}`}</Detail>
      <Detail
        isNext={action !== undefined}
        title={translate('crm.timeline.head.next')}
        note={
          action && 'at' in action
            ? (action.kind === 'opens' || action.kind === 'callback' ? there : when)(action.at)
            : undefined
        }
      >
        {translate(
          action === undefined ? 'crm.timeline.head.nothing' : `crm.timeline.head.action.${action.kind}`,
        )}
      </Detail>
    </Box>
  );
}

/** In lines that keep their height: what comes in moves nothing that is read below. */
function Detail({
  title,
  note = '',
  isNext = false,
  children,
}: {
  title: string;
  note?: string | undefined;
  /** What is to be done is what the eye is to find. */
  isNext?: boolean;
  children: string;
}) {
  return (
    <Box
      sx={(theme) => ({
        minWidth: 0,
        px: 2,
        py: 1.25,
        // Between the parts, however many stand in a line.
        boxShadow: `1px 0 ${theme.palette.border.subtle}, 0 1px ${theme.palette.border.subtle}`,
        ...(isNext && { backgroundColor: 'brand.tint' }),
      })}
    >
      <Typography variant="caption" component="dt" sx={{ display: 'block', color: 'text.secondary' }}>
        {title}
      </Typography>
      <Typography
        variant="body2"
        component="dd"
        sx={(theme) => ({ ...theme.tabular, m: 0, fontWeight: 600 })}
      >
        <Box sx={{ ...(isNext && { color: 'primary.main' }) }}>
          <Clip text={children} />
        </Box>
        <Box sx={{ typography: 'caption', minHeight: '1lh', fontWeight: 400, color: 'text.secondary' }}>
          <Clip text={note} />
        </Box>
      </Typography>
    </Box>
  );
}
