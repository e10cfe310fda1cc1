import { useEffect, useState, type ReactNode } from 'react';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useNow } from '../controls/useNow.js';
import { useLeadFollowup } from '../followups/useFollowups.js';
import { usePeekMessages } from '../i18n/peek.en.js';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { shownAt, shownDayAt } from '../leads/lead/local-time.js';
import { saidOfBoth } from '../leads/permission/permission-words.rules.js';
import { useRowPermission } from '../leads/permission/RowPermissions.js';
import { LeadCell } from '../leads/table/LeadCell.js';
import type { LeadColumn } from '../leads/table/lead-columns.js';
import { TimelineItem } from '../timeline/TimelineItem.js';
import type { TimelineFilter } from '../timeline/timeline.rules.js';
import { useTimeline } from '../timeline/useTimeline.js';

/** What a lead is and what happened with it last, for whoever has not opened it. */
export const LeadSummary = ({
  lead,
  columns,
  isBrief = false,
}: {
  lead: LeadRow;
  columns: readonly LeadColumn[];
  /** Without what happened last, which is shown beside it. */
  isBrief?: boolean;
}) => (
  <>
    <Details lead={lead} columns={columns} />
    <Settled key={lead.id} lead={lead} isBrief={isBrief} />
  </>
);

const quoted: ReadonlySet<string> = new Set(['premium_price', 'premium_carrier', 'term', 'coverage_type']);

/** What the row says, the columns included for which the list has no room: the contact first, then the quote. */
function Details({ lead, columns }: { lead: LeadRow; columns: readonly LeadColumn[] }) {
  const translate = usePeekMessages();
  const said = columns.filter(({ source }) => source !== 'status' && source !== 'fullname');
  return (
    <>
      <MayContact lead={lead} />
      <Lines lead={lead} columns={said.filter(({ source }) => !quoted.has(source))} />
      <Typography variant="subtitle2" component="h3" sx={partHead}>
        {translate('crm.peek.quote')}
      </Typography>
      <Lines lead={lead} columns={said.filter(({ source }) => quoted.has(source))} />
    </>
  );
}

/** In the order of a card: how to reach the customer before where they came from. */
const order = ['phone', 'email', 'state', 'source', 'agent_fullname', 'term', 'coverage_type'];
const placeOf = ({ source }: LeadColumn) => (order.includes(source) ? order.indexOf(source) : order.length);

function Lines({ lead, columns }: { lead: LeadRow; columns: readonly LeadColumn[] }) {
  const translate = usePeekMessages();
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', columnGap: 1, rowGap: 0.5, m: 0 }}
    >
      {columns
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map(({ source, label }) => (
          <Line key={source} title={translate(label)}>
            {source === 'phone' ? <Phone lead={lead} /> : <LeadCell column={source} row={lead} />}
          </Line>
        ))}
    </Box>
  );
}

/** Whether the customer may be called and texted now, as their number says it on the lead's own page. */
function MayContact({ lead }: { lead: LeadRow }) {
  const translate = usePeekMessages();
  const now = useNow();
  const permission = useRowPermission(lead.id);
  const { call, text, zones = [], changes_at = null } = permission ?? {};
  if (!call || !text) return null;
  const { hue, said, reason } = saidOfBoth({ call, text }, zones[0], now);
  const until =
    hue === 'green' && changes_at !== null && zones[0] !== undefined
      ? translate('crm.peek.until', { time: shownAt(zones[0], new Date(changes_at), now) })
      : undefined;
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        mb: 1.5,
        px: 1.5,
        py: 1,
        color: `hue.${hue}.fg`,
        backgroundColor: `hue.${hue}.chip`,
        borderRadius: `${String(theme.radius.chip)}px`,
        typography: 'caption',
      })}
    >
      <VerifiedUserOutlined aria-hidden sx={{ fontSize: 20 }} />
      {/* Balanced, so that no time is broken off its zone. */}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', textWrap: 'balance' }}>
        {said.map(({ word, time }) => (
          <Box key={word} sx={{ fontWeight: 600 }}>
            {translate(word, { time })}
          </Box>
        ))}
        {reason ?? until}
      </Box>
    </Box>
  );
}

/** Without the clock, which stands above. */
const Phone = ({ lead }: { lead: LeadRow }) => {
  const translate = usePeekMessages();
  if (lead.phone_hidden) return translate('crm.leads.hidden');
  return lead.phone === null || lead.phone === '' ? '–' : toShown(lead.phone);
};

const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Typography variant="body2" component="dt" color="textSecondary">
      {title}
    </Typography>
    <Typography variant="body2" component="dd" sx={{ m: 0, minWidth: 0 }}>
      {children}
    </Typography>
  </>
);

/** Arrows run past rows: what has to be asked for is asked once somebody stays. */
const staysMs = 200;

function Settled({ lead, isBrief }: { lead: LeadRow; isBrief: boolean }) {
  const [hasStayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setStayed(true);
    }, staysMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (!hasStayed) return null;
  return (
    <>
      <Promised lead={lead} />
      {!isBrief && <Latest lead={lead} />}
    </>
  );
}

const all: readonly TimelineFilter[] = [];

const partHead = { mt: 1.5, mb: 0.5, pt: 1.5, borderTop: 1, borderColor: 'border.subtle' };
const shownEntries = 12;

/** What was promised. */
function Promised({ lead }: { lead: LeadRow }) {
  const translate = usePeekMessages();
  const zones = useRowPermission(lead.id)?.zones ?? [];
  const { data: followup } = useLeadFollowup(lead.id);
  const planned = followup?.completed === 0 ? followup : undefined;
  const at =
    planned &&
    (zones.length > 0
      ? shownDayAt(zones, new Date(planned.datetime))
      : translate('crm.fields.pacific', { time: shownInstant(planned.datetime) }));
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={partHead}>
        {translate('crm.peek.followup')}
      </Typography>
      <Typography
        variant="body2"
        component="div"
        sx={{ minHeight: '1lh', color: 'text.secondary', overflowWrap: 'anywhere' }}
      >
        {planned !== undefined && (
          <Box sx={(theme) => ({ ...theme.tabular, color: 'text.primary', fontWeight: 600 })}>{at}</Box>
        )}
        {planned?.description}
        {followup !== undefined && planned === undefined && translate('crm.peek.noFollowup')}
      </Typography>
    </>
  );
}

/** What happened last. */
function Latest({ lead }: { lead: LeadRow }) {
  const translate = usePeekMessages();
  const said = useTimelineMessages();
  const now = useNow();
  const { data, isError, refetch } = useTimeline(lead.id, all);
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={partHead}>
        {translate('crm.peek.latest')}
      </Typography>
      {data === undefined || data.entries.length === 0 ? (
        <PanelNotice
          text={isError ? said('crm.timeline.failed') : data && said('crm.timeline.none')}
          {...(isError && { onRetry: refetch })}
        />
      ) : (
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.entries.slice(0, shownEntries).map((entry) => (
            <TimelineItem key={entry.id} leadId={lead.id} entry={entry} now={now} isNarrow />
          ))}
        </Box>
      )}
    </>
  );
}
