import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { SupervisedCall } from '@crm/contracts/entities/supervision.js';
import { CallTimer } from '../calls/CallTimer.js';
import { Clip } from '../controls/Clip.js';
import { PageCard } from '../controls/PageCard.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useSupervisionMessages } from '../i18n/supervision.en.js';
import { NameCell } from '../lists/cells.js';
import { labelled, type ListColumn } from '../lists/list-column.js';
import { Nothing } from '../lists/Nothing.js';
import { PanelTable } from '../lists/PanelTable.js';
import type { HueName } from '../theme/tokens.js';
import { SuperviseButtons } from './SuperviseButtons.js';
import { byUrgency, customerOf } from './supervision.rules.js';
import { useLiveCalls } from './useLiveCalls.js';

/** The calls that go on, for admins: who asks for help comes first. Without any there is nothing of it. */
export default function LiveCalls() {
  const translate = useSupervisionMessages();
  const { data, error, refetch } = useLiveCalls();
  const columns = useColumns();
  if (error !== null && data === undefined)
    return <PanelNotice text={translate('crm.supervision.failed')} onRetry={refetch} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <PageCard
      component="section"
      aria-label={translate('crm.supervision.live')}
      sx={{ flex: 'none', minHeight: 0, maxHeight: '40vh', overflow: 'auto' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, px: 2, pt: 1.5, pb: 0.5 }}>
        <Typography variant="h4" component="h2">
          {translate('crm.supervision.live')}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('crm.supervision.liveCount', { smart_count: data.length })}
        </Typography>
      </Box>
      <PanelTable
        label={translate('crm.supervision.live')}
        columns={columns}
        query={{ data: [...data].sort(byUrgency), error, refetch }}
        empty={{ title: translate('crm.supervision.none'), text: translate('crm.supervision.noneText') }}
      />
    </PageCard>
  );
}

function useColumns(): ListColumn<SupervisedCall>[] {
  const translate = useSupervisionMessages();
  const columns: readonly (Omit<ListColumn<SupervisedCall>, 'label' | 'source'> & {
    source: 'agent' | 'customer' | 'state' | 'since' | 'supervisor' | 'supervise';
  })[] = [
    {
      source: 'agent',
      width: 200,
      names: true,
      cell: ({ agent_name }) => <Clip text={agent_name || translate('crm.supervision.nobody')} />,
    },
    {
      source: 'customer',
      width: 200,
      cell: (call) => (
        <NameCell
          name={customerOf(call) || translate('crm.supervision.unknown')}
          to={call.lead_id === null ? undefined : `/lead/${call.lead_id}`}
        />
      ),
    },
    { source: 'state', width: 220, cell: (call) => <StateCell call={call} /> },
    {
      source: 'since',
      width: 90,
      cell: ({ connectedAt }) => connectedAt !== null && <CallTimer since={Date.parse(connectedAt)} />,
    },
    {
      source: 'supervisor',
      width: 200,
      cell: ({ supervisor }) =>
        supervisor === null ? (
          <Nothing />
        ) : (
          <Clip text={`${supervisor.name} · ${translate(`crm.supervision.${supervisor.mode}`)}`} />
        ),
    },
    { source: 'supervise', width: 132, cell: (call) => <SuperviseButtons call={call} /> },
  ];
  return labelled(columns, (source) => translate(`crm.supervision.${source}`));
}

function StateCell({ call: { state, hold, help_asked_at, supervisor } }: { call: SupervisedCall }) {
  const translate = useSupervisionMessages();
  const [hue, word]: [HueName, string] =
    state !== 'talking'
      ? ['neutral', translate('crm.supervision.ringing')]
      : hold
        ? ['orange', translate('crm.supervision.onHold')]
        : ['green', translate('crm.supervision.talking')];
  return (
    <Box sx={{ display: 'flex', gap: 0.5 }}>
      <Hue hue={hue} label={word} />
      {help_asked_at !== null && (
        <Hue
          hue={supervisor === null ? 'red' : 'blue'}
          label={translate(supervisor === null ? 'crm.supervision.helpAsked' : 'crm.supervision.helpComing')}
        />
      )}
    </Box>
  );
}

const Hue = ({ hue, label }: { hue: HueName; label: string }) => (
  <Chip size="small" label={label} sx={{ color: `hue.${hue}.fg`, backgroundColor: `hue.${hue}.chip` }} />
);
