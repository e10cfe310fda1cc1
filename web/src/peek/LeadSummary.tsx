import { useEffect, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { RecordContextProvider } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useNow } from '../controls/useNow.js';
import { useLeadFollowup } from '../followups/useFollowups.js';
import { usePeekMessages } from '../i18n/peek.en.js';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { shownDayAt } from '../leads/lead/local-time.js';
import { useRowPermission } from '../leads/permission/RowPermissions.js';
import { LeadCell } from '../leads/table/LeadCell.js';
import type { LeadColumn } from '../leads/table/lead-columns.js';
import { TimelineItem } from '../timeline/TimelineItem.js';
import type { TimelineFilter } from '../timeline/timeline.rules.js';
import { useTimeline } from '../timeline/useTimeline.js';

/** What a lead is and what happened with it last, for whoever has not opened it. */
export const LeadSummary = ({ lead, columns }: { lead: LeadRow; columns: readonly LeadColumn[] }) => (
  <>
    <Details lead={lead} columns={columns} />
    <Settled key={lead.id} lead={lead} />
  </>
);

/** What the row says, the columns included for which the list has no room. */
function Details({ lead, columns }: { lead: LeadRow; columns: readonly LeadColumn[] }) {
  const translate = usePeekMessages();
  const said = columns.filter(({ source }) => source !== 'status' && source !== 'fullname');
  return (
    <RecordContextProvider value={lead}>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.5, m: 0 }}
      >
        {said.map(({ source, label }) => (
          <Line key={source} title={translate(label)}>
            {source === 'phone' ? <Phone lead={lead} /> : <LeadCell column={source} />}
          </Line>
        ))}
      </Box>
    </RecordContextProvider>
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

function Settled({ lead }: { lead: LeadRow }) {
  const [hasStayed, setStayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setStayed(true);
    }, staysMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return hasStayed && <History lead={lead} />;
}

const all: readonly TimelineFilter[] = [];

const partHead = { mt: 1.5, mb: 0.5, pt: 1.5, borderTop: 1, borderColor: 'border.subtle' };
const shownEntries = 12;

/** What was promised, and what happened last. */
function History({ lead }: { lead: LeadRow }) {
  const translate = usePeekMessages();
  const said = useTimelineMessages();
  const now = useNow();
  const zones = useRowPermission(lead.id)?.zones ?? [];
  const { data: followup } = useLeadFollowup(lead.id);
  const { data, isError, refetch } = useTimeline(lead.id, all);
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
        sx={{ minHeight: '1lh', color: 'text.secondary', overflowWrap: 'anywhere' }}
      >
        {followup !== undefined &&
          (planned === undefined
            ? translate('crm.peek.noFollowup')
            : [at, planned.description].filter((word) => word !== '').join(' · '))}
      </Typography>
      <Typography variant="subtitle2" component="h3" sx={partHead}>
        {translate('crm.peek.latest')}
      </Typography>
      {data === undefined || data.entries.length === 0 ? (
        <PanelNotice
          text={isError ? said('crm.timeline.failed') : data && said('crm.timeline.none')}
          {...(isError && { onRetry: () => void refetch() })}
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
