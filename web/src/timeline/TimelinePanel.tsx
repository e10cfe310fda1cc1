import Box from '@mui/material/Box';
import { useNow } from '../controls/useNow.js';
import type { LeadPanelProps } from '../leads/lead/lead-tab.js';
import { TimelineComposer } from './TimelineComposer.js';
import { TimelineEntries } from './TimelineEntries.js';
import { TimelineHead } from './TimelineHead.js';
import type { TimelineFilter } from './timeline.rules.js';
import { useTimeline } from './useTimeline.js';

const none: readonly TimelineFilter[] = [];

/** What happened to a lead, and where something is written to it. */
export default function TimelinePanel({ lead, denialReason }: LeadPanelProps) {
  const whole = useTimeline(lead.id, none);
  const now = useNow();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      {whole.data && (
        <TimelineHead lead={lead} entries={whole.data.entries} hasMore={whole.data.next !== null} now={now} />
      )}
      <TimelineEntries lead={lead} />
      <TimelineComposer lead={lead} denialReason={denialReason} />
    </Box>
  );
}
