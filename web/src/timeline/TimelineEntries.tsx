import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useNow } from '../controls/useNow.js';
import { dayHeading } from '../i18n/shown-days.js';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { TimelineFilters } from './TimelineFilters.js';
import { TimelineItem } from './TimelineItem.js';
import { daysOf, foldedCalls, type ShownEntry, type TimelineFilter } from './timeline.rules.js';
import { useTimeline } from './useTimeline.js';

/** What happened to a lead, by day, the newest first, of the kinds that are picked. */
export function TimelineEntries({ lead }: { lead: Pick<Lead, 'id'> }) {
  const translate = useTimelineMessages();
  const [picked, setPicked] = useState<readonly TimelineFilter[]>([]);
  const { data, isError, refetch, older } = useTimeline(lead.id, picked);
  const now = useNow();
  const next = data?.next ?? null;
  const nothing = translate(picked.length === 0 ? 'crm.timeline.none' : 'crm.timeline.noneMatch');

  return (
    <>
      <TimelineFilters picked={picked} onPick={setPicked} />
      {data?.missing.map((part) => (
        <PanelNotice key={part} text={translate(`crm.timeline.missing.${part}`)} onRetry={refetch} />
      ))}
      {data === undefined || data.entries.length === 0 ? (
        <PanelNotice
          text={isError ? translate('crm.timeline.failed') : data && nothing}
          {...(isError && { onRetry: refetch })}
        />
      ) : (
        <Box
          tabIndex={0}
          role="region"
          aria-label={translate('crm.timeline.label')}
          sx={{ flex: 1, minHeight: 96, overflow: 'auto', px: 2, pb: 2 }}
        >
          {daysOf(data.entries).map(({ day, entries }) => (
            <Box key={day} component="section" sx={{ maxWidth: 960 }}>
              <Typography
                id={`timeline-${day}`}
                variant="subtitle2"
                component="h3"
                sx={{
                  position: 'sticky',
                  top: 0,
                  zIndex: 2,
                  display: 'flex',
                  alignItems: 'center',
                  gap: 1.5,
                  py: 1,
                  typography: 'caption',
                  fontWeight: 600,
                  '&::after': { content: '""', flex: 1, borderTop: 1, borderColor: 'border.subtle' },
                  color: 'text.secondary',
                  backgroundColor: 'background.paper',
                }}
              >
                {dayHeading(day, now)}
              </Typography>
              <Box component="ol" aria-labelledby={`timeline-${day}`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {foldedCalls(entries).map((shown) => (
                  <Row key={(shown.folded.at(-1) ?? shown.entry).id} leadId={lead.id} now={now} {...shown} />
                ))}
              </Box>
            </Box>
          ))}
          {next !== null && (
            <Button
              size="small"
              variant="outlined"
              loading={older.isPending}
              onClick={() => {
                if (!older.isPending) older.mutate(next);
              }}
              sx={{ mt: 1 }}
            >
              {translate('crm.timeline.older')}
            </Button>
          )}
        </Box>
      )}
    </>
  );
}

/** An entry, and the calls behind it once they are asked for. */
function Row({ leadId, now, entry, folded }: ShownEntry & { leadId: string; now: Date }) {
  const translate = useTimelineMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TimelineItem leadId={leadId} entry={entry} now={now} />
      {folded.length > 0 && !isOpen && (
        <Box component="li" sx={{ pl: 4.25, pb: 0.5 }}>
          <Button
            size="small"
            onClick={() => {
              setOpen(true);
            }}
            sx={{ px: 0.75 }}
          >
            {translate('crm.timeline.moreCalls', { smart_count: folded.length })}
          </Button>
        </Box>
      )}
      {isOpen && folded.map((each) => <TimelineItem key={each.id} leadId={leadId} entry={each} now={now} />)}
    </>
  );
}
