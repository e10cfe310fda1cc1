import type { ComponentType } from 'react';
import AddCircleOutlineOutlined from '@mui/icons-material/AddCircleOutlineOutlined';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CallMadeOutlined from '@mui/icons-material/CallMadeOutlined';
import CallReceivedOutlined from '@mui/icons-material/CallReceivedOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import StickyNote2Outlined from '@mui/icons-material/StickyNote2Outlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import VoicemailOutlined from '@mui/icons-material/VoicemailOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { TimelineEntry, TimelineKind } from '@crm/contracts/entities/timeline.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { agoOf, reasonOf, resultOf, titleOf, whoOf, wordsOf } from './entry-words.js';
import { EntrySound } from './EntrySound.js';
import { timeOfDay } from './timeline.rules.js';

const icons: Record<Exclude<TimelineKind, 'call'>, ComponentType<SvgIconProps>> = {
  voicemail: VoicemailOutlined,
  text: SmsOutlined,
  email: MailOutlined,
  note: StickyNote2Outlined,
  status: FlagOutlined,
  assignment: PersonOutlined,
  followup: EventOutlined,
  consent: VerifiedUserOutlined,
  opt_out: BlockOutlined,
  created: AddCircleOutlineOutlined,
};

/** What an entry is about, at a glance. */
function EntryIcon({ entry }: { entry: TimelineEntry }) {
  const look = { 'aria-hidden': true, fontSize: 'small', sx: { mt: '2px', color: 'text.tertiary' } } as const;
  if (entry.kind !== 'call') {
    const Icon = icons[entry.kind];
    return <Icon {...look} />;
  }
  return entry.direction === 'inbound' ? <CallReceivedOutlined {...look} /> : <CallMadeOutlined {...look} />;
}

interface Props {
  leadId: string;
  entry: TimelineEntry;
  now: Date;
}

/** One thing that happened: what, whose doing, when, and what was written or said. */
export function TimelineItem({ leadId, entry, now }: Props) {
  const translate = useTimelineMessages();
  const who = whoOf(translate, entry);
  const result = resultOf(translate, entry);
  const words = wordsOf(entry);
  const reason = reasonOf(entry);
  const ago = agoOf(translate, entry.at, now);
  const exact = translate('crm.fields.pacific', { time: shownInstant(entry.at) });
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 1.5, py: 1.25, borderBottom: 1, borderColor: 'border.subtle' }}
    >
      <EntryIcon entry={entry} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
          <Typography variant="body2" component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {titleOf(translate, entry)}
          </Typography>
          {result && (
            <Chip
              size="small"
              label={result.label}
              sx={{ color: `hue.${result.hue}.fg`, backgroundColor: `hue.${result.hue}.chip` }}
            />
          )}
          <Typography
            variant="caption"
            component="time"
            dateTime={entry.at}
            title={exact}
            sx={{ ml: 'auto', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {translate('crm.fields.pacific', { time: timeOfDay(entry.at) })}
            {ago !== undefined && `, ${ago}`}
          </Typography>
        </Box>
        {who !== undefined && (
          <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
            {who}
          </Typography>
        )}
        {words !== '' && (
          <Typography
            variant="body2"
            sx={{ mt: 0.25, color: 'text.secondary', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {words}
          </Typography>
        )}
        {reason !== '' && (
          <Typography variant="body2" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
            {reason}
          </Typography>
        )}
        <EntrySound leadId={leadId} entry={entry} at={exact} />
        {entry.kind === 'followup' && entry.what !== 'deleted' && (
          <Link
            component={RouterLink}
            to={`/lead/${leadId}/followups`}
            variant="body2"
            sx={{ display: 'inline-block', mt: 0.25 }}
          >
            {translate('crm.timeline.followup.open')}
          </Link>
        )}
      </Box>
    </Box>
  );
}
