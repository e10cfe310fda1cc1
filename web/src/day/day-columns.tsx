import AutorenewOutlined from '@mui/icons-material/AutorenewOutlined';
import NewReleasesOutlined from '@mui/icons-material/NewReleasesOutlined';
import PhoneCallbackOutlined from '@mui/icons-material/PhoneCallbackOutlined';
import ReplyOutlined from '@mui/icons-material/ReplyOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import type { DayReasonKind, DayRow } from '@crm/contracts/entities/day.js';
import { toShown } from '@crm/contracts/phone.js';
import { Clip } from '../controls/Clip.js';
import { useNow } from '../controls/useNow.js';
import { useDayMessages } from '../i18n/day.en.js';
import { LocalTimeOfRow } from '../leads/permission/PhoneOfRow.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import { isBusyFor } from '../leads/table/lead-row.rules.js';
import { Nothing } from '../lists/Nothing.js';
import type { ListColumn } from '../lists/list-column.js';
import { opensText, reasonText } from './reason-words.rules.js';
import { localise } from '../i18n/language.js';

/** A row as tables have it: known by its lead. */
export type DayLine = DayRow & { id: string };

const icons = {
  callback: PhoneCallbackOutlined,
  reply: ReplyOutlined,
  new: NewReleasesOutlined,
  retry: AutorenewOutlined,
} as const satisfies Record<DayReasonKind, unknown>;

/** Why a lead comes, and from when on where it may not be contacted yet. */
function Reason({ row }: { row: DayRow }) {
  const translate = useDayMessages();
  const now = useNow();
  const Icon = icons[row.reason.kind];
  const opens = opensText(translate, row, now);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, pb: { xs: 0.75, md: 0 } }}>
      <Icon fontSize="small" aria-hidden="true" sx={{ flex: 'none', color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0 }}>
        <Clip text={reasonText(translate, row, now)} />
        {opens !== undefined && (
          <Box sx={{ typography: 'caption', color: 'hue.orange.fg' }}>
            <Clip text={opens} />
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** The columns of somebody's day. */
export function useDayColumns(userId: string): readonly ListColumn<DayLine>[] {
  const translate = useDayMessages();
  return [
    {
      source: 'reason',
      narrow: 'below',
      label: translate('crm.day.column.reason'),
      width: 292,
      cell: (row) => <Reason row={row} />,
    },
    {
      source: 'fullname',
      narrow: 'title',
      label: translate('crm.day.column.fullname'),
      width: 168,
      names: true,
      cell: ({ lead }) => (
        <Clip text={lead.fullname}>
          {isBusyFor(lead, userId) ? (
            lead.fullname
          ) : (
            <Link
              component={RouterLink}
              to={`/lead/${lead.id}`}
              underline="none"
              sx={{ color: 'inherit', fontWeight: 600 }}
            >
              {lead.fullname}
            </Link>
          )}
        </Clip>
      ),
    },
    {
      source: 'status',
      narrow: 'tag',
      label: translate('crm.day.column.status'),
      width: 148,
      cell: ({ lead }) => (
        <StatusChip status={lead.status} type={lead.type_id} outlined={isBusyFor(lead, userId)} />
      ),
    },
    {
      source: 'phone',
      narrow: 'belowEnd',
      label: translate('crm.day.column.phone'),
      width: 120,
      cell: ({ lead, zones, call, text }) => (
        <Box component="span" sx={{ display: 'block' }}>
          {lead.phone ? (
            <Box
              component="span"
              // A phone has room for the clock there.
              sx={(theme) => ({ ...theme.tabular, display: { xs: 'none', md: 'block' } })}
            >
              {toShown(lead.phone)}
            </Box>
          ) : (
            <Nothing />
          )}
          <Box component="span" sx={{ typography: 'caption', display: 'block', fontWeight: 400 }}>
            <LocalTimeOfRow permission={{ zones, call, text }} />
          </Box>
        </Box>
      ),
    },
    {
      source: 'source',
      label: translate('crm.day.column.source'),
      width: 92,
      // Two lines hold the longest, as they do a reason and a phone.
      cell: ({ lead }) => (
        <Box component="span" sx={{ display: 'block', whiteSpace: 'normal', color: 'text.secondary' }}>
          {localise(lead.source_title)}
        </Box>
      ),
    },
  ];
}
