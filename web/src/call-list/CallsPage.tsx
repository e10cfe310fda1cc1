import CallOutlined from '@mui/icons-material/CallOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { calls, type Call } from '@crm/contracts/resources/call.js';
import { Clip } from '../controls/Clip.js';
import { useCallListMessages } from '../i18n/calls-list.en.js';
import { NameCell } from '../lists/cells.js';
import { shownTime } from '../recordings/shown-time.js';
import type { HueName } from '../theme/tokens.js';
import { defaultView } from '../resources/default-view.js';
import { ResourcePage } from '../resources/ResourcePage.js';
import { useRight } from '../session/SessionContext.js';
import LiveCalls from '../supervision/LiveCalls.js';
import { CallFilters } from './CallFilters.js';
import { ExportCalls } from './ExportCalls.js';
import { shownValue } from '../fields/shown-value.js';

const { fields } = calls;

const hueOf = ({ outcome }: Call): HueName => {
  if (outcome === null) return 'blue';
  if (outcome === 'completed') return 'green';
  return outcome === 'refused' || outcome === 'failed' ? 'red' : 'neutral';
};

/** Every call and every attempt at one: of all for admins, of the team for its lead, their own for others. */
export default function CallsPage() {
  const translate = useCallListMessages();
  const supervises = useRight('page:floor');
  const leadOf = ({ lead_id, lead_name }: Call) =>
    lead_name || translate(lead_id === null ? 'crm.callList.unknownLead' : 'crm.callList.formerLead');
  const view = defaultView(calls, {
    Icon: CallOutlined,
    emptyText: translate('crm.callList.emptyText'),
    actions: <ExportCalls />,
    filters: <CallFilters />,
    ...(supervises && { views: <LiveCalls /> }),
    columns: {
      startedAt: { width: 150, narrow: 'belowEnd' },
      lead_name: {
        width: 170,
        narrow: 'title',
        names: true,
        cell: (call: Call) => (
          <NameCell
            name={leadOf(call)}
            to={call.lead_id === null || call.lead_name === '' ? undefined : `/lead/${call.lead_id}`}
          />
        ),
      },
      number: {
        width: 140,
        narrow: 'below',
        cell: ({ number }) => (
          <Clip text={number === '' ? translate('crm.callList.hidden') : shownValue(fields.number, number)} />
        ),
      },
      direction: { width: 90 },
      kind: { width: 100 },
      agent_name: {
        width: 190,
        cell: ({ agent_name }) => <Clip text={agent_name || translate('crm.callList.nobody')} />,
      },
      outcome: {
        width: 210,
        narrow: 'tag',
        wraps: true,
        cell: (call: Call) => (
          <Box sx={{ display: 'grid', justifyItems: 'start', gap: 0.25 }}>
            <Chip
              size="small"
              label={
                call.outcome === null
                  ? translate('crm.callList.live')
                  : shownValue(fields.outcome, call.outcome)
              }
              sx={{ color: `hue.${hueOf(call)}.fg`, backgroundColor: `hue.${hueOf(call)}.chip` }}
            />
            {call.reason !== '' && (
              <Typography variant="caption" color="textSecondary">
                {call.reason}
              </Typography>
            )}
          </Box>
        ),
      },
      duration: { width: 84, cell: ({ duration }) => (duration === 0 ? '' : shownTime(duration)) },
    },
  });
  return <ResourcePage view={view} />;
}
