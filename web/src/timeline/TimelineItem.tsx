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
import type { HueName } from '../theme/tokens.js';
import { timeOfDay } from '../i18n/shown-days.js';

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

const isTheirs = (entry: TimelineEntry) => entry.kind === 'text' && entry.is_client_message === 1;

/** What came from the customer and what closed or opened a way to them stands out of what was done for them. */
function hueOf(entry: TimelineEntry): HueName {
  if (isTheirs(entry) || entry.kind === 'voicemail') return 'blue';
  if (entry.kind === 'opt_out') return 'red';
  if (entry.kind === 'consent') return 'green';
  return entry.kind === 'call' && entry.outcome === 'completed' && entry.duration > 0 ? 'green' : 'neutral';
}

/** What an entry is about, at a glance. */
function EntryIcon({ entry }: { entry: TimelineEntry }) {
  const hue = hueOf(entry);
  const Icon =
    entry.kind !== 'call'
      ? icons[entry.kind]
      : entry.direction === 'inbound'
        ? CallReceivedOutlined
        : CallMadeOutlined;
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        flex: 'none',
        width: 28,
        height: 28,
        borderRadius: '50%',
        color: `hue.${hue}.fg`,
        backgroundColor: `hue.${hue}.chip`,
      }}
    >
      <Icon sx={{ fontSize: 16 }} />
    </Box>
  );
}

interface Props {
  leadId: string;
  entry: TimelineEntry;
  now: Date;
  /** In a narrow column its time stands below. */
  isNarrow?: boolean;
}

/** One thing that happened: what, whose doing, when, and what was written or said. */
export function TimelineItem({ leadId, entry, now, isNarrow = false }: Props) {
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
      sx={{
        position: 'relative',
        display: 'flex',
        gap: 1.5,
        py: isNarrow ? 0.75 : 1,
        // The line of a day, from one to the next.
        '&:not(:last-child)::before': {
          ...{ content: '""', position: 'absolute', left: 13, top: 40, bottom: -4 },
          borderLeft: 2,
          borderColor: 'border.subtle',
        },
      }}
    >
      <EntryIcon entry={entry} />
      <Box sx={{ flex: 1, minWidth: 0, pt: 0.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
          <Typography
            variant="body2"
            component="span"
            sx={{ fontWeight: 600, overflowWrap: 'anywhere', textWrap: 'balance' }}
          >
            {titleOf(translate, entry)}
          </Typography>
          {result && (
            <Chip
              size="small"
              label={result.label}
              sx={{ color: `hue.${result.hue}.fg`, backgroundColor: `hue.${result.hue}.chip` }}
            />
          )}
          {who !== undefined && (
            <Typography variant="caption" component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
              {who}
            </Typography>
          )}
          <Typography
            variant="caption"
            component="time"
            dateTime={entry.at}
            title={exact}
            sx={{
              ...(isNarrow ? { width: '100%' } : { ml: 'auto' }),
              fontWeight: 400,
              color: 'text.secondary',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {translate('crm.fields.pacific', { time: timeOfDay(entry.at) })}
            {ago !== undefined && ` · ${ago}`}
          </Typography>
        </Box>
        {words !== '' && (
          <Typography
            variant="body2"
            sx={(theme) => ({
              mt: 0.25,
              color: 'text.secondary',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
              ...(entry.kind === 'text' && {
                width: 'fit-content',
                maxWidth: 560,
                mt: 0.5,
                px: 1.5,
                py: 0.75,
                color: 'text.primary',
                backgroundColor: isTheirs(entry) ? 'hue.neutral.chip' : 'brand.tint',
                borderRadius: `${String(theme.radius.card)}px`,
              }),
            })}
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
