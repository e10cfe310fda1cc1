import { useEffect, useState, type ReactNode } from 'react';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import OpenInFullOutlined from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { Clip } from '../controls/Clip.js';
import { IconAction } from '../controls/IconAction.js';
import { Kbd } from '../controls/Kbd.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { SideDrawer } from '../controls/SideDrawer.js';
import { useNow } from '../controls/useNow.js';
import { useLeadFollowup } from '../followups/useFollowups.js';
import { usePeekMessages } from '../i18n/peek.en.js';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { TimelineItem } from '../timeline/TimelineItem.js';
import type { TimelineFilter } from '../timeline/timeline.rules.js';
import { useTimeline } from '../timeline/useTimeline.js';
import { shownDayAt } from '../leads/lead/local-time.js';
import { LocalTimeOfRow } from '../leads/permission/PhoneOfRow.js';
import { useRowPermission } from '../leads/permission/RowPermissions.js';
import { LeadCell } from '../leads/table/LeadCell.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import type { LeadColumn } from '../leads/table/lead-columns.js';
import { RecordContextProvider } from 'react-admin';

interface Props {
  lead: LeadRow | undefined;
  columns: readonly LeadColumn[];
  onOpen: (id: string) => void;
  onClose: () => void;
}

const titleId = 'peek-title';
const width = 420;

/** A lead beside the list, read and not opened: nobody is kept from it, and nothing is owed. */
export default function PeekPanel({ lead, columns, onOpen, onClose }: Props) {
  const translate = usePeekMessages();
  return (
    <SideDrawer open={lead !== undefined} titleId={titleId} width={width} keepsFocus>
      {lead && (
        <>
          <Head lead={lead} onClose={onClose} />
          <Box
            tabIndex={0}
            role="region"
            aria-labelledby={titleId}
            sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 2, pb: 2 }}
          >
            <Details lead={lead} columns={columns} />
            <Settled key={lead.id} lead={lead} />
          </Box>
          <Box sx={{ p: 2, borderTop: 1, borderColor: 'border.subtle' }}>
            <Button
              fullWidth
              variant="contained"
              startIcon={<OpenInFullOutlined />}
              endIcon={<Kbd aria-hidden="true">{translate('crm.peek.enterKey')}</Kbd>}
              onClick={() => {
                onOpen(lead.id);
              }}
            >
              {translate('crm.peek.open')}
            </Button>
          </Box>
        </>
      )}
    </SideDrawer>
  );
}

function Head({ lead, onClose }: { lead: LeadRow; onClose: () => void }) {
  const translate = usePeekMessages();
  const permission = useRowPermission(lead.id);
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, px: 2, pt: 2, pb: 1.5 }}>
      {/* The focus stays on the row: whose preview it is now is read out. */}
      <Box sx={{ flex: 1, minWidth: 0 }} aria-live="polite">
        <Typography
          id={titleId}
          variant="h4"
          component="h2"
          aria-label={translate('crm.peek.label', { name: lead.fullname })}
        >
          <Clip text={lead.fullname} />
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 0.75, minHeight: 24 }}>
          <StatusChip status={lead.status} type={lead.type_id} />
          <Typography variant="body2" component="span" sx={{ minWidth: 0 }}>
            {permission && <LocalTimeOfRow permission={permission} />}
          </Typography>
        </Box>
      </Box>
      <IconAction label={translate('crm.peek.close')} onClick={onClose}>
        <CloseOutlined />
      </IconAction>
    </Box>
  );
}

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
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
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
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
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
            <TimelineItem key={entry.id} leadId={lead.id} entry={entry} now={now} />
          ))}
        </Box>
      )}
    </>
  );
}
