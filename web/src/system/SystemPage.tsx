import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { systemParts, type PartState, type SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useSystemMessages } from '../i18n/system.en.js';
import { PageCard } from '../controls/PageCard.js';
import { KeepsPlace } from '../loading/KeepsPlace.js';
import { PageHead } from '../controls/PageHead.js';
import { screeningKey } from '../screening/useScreening.js';
import { useRight } from '../session/SessionContext.js';
import { AccountFaults } from './AccountFaults.js';
import { BulkReadings } from './BulkReadings.js';
import { PartPanel } from './PartPanel.js';
import { ScreeningAlerts } from './ScreeningAlerts.js';
import { SignInAttacks } from './SignInAttacks.js';
import { SystemTable, type SystemColumn } from './SystemTable.js';
import { totalsOf, type PartTotals } from './system-state.rules.js';
import { partKey, usePartState, useRereadSystem } from './useSystem.js';

/** What the alarms above the table come from. */
const alarms = [partKey('auth'), partKey('leads'), partKey('telephony'), partKey('messaging')];
const parts = systemParts.map((id) => ({ id }));
type Part = (typeof parts)[number];
type PartColumn = SystemColumn<Part>;

/** The state of every service, and its failed messages. */
export default function SystemPage() {
  const translate = useSystemMessages();
  const reread = useRereadSystem();
  const readsAudit = useRight('page:audit');
  const readsLists = useRight('page:contact-law');
  const [looked, setLooked] = useState<SystemPart>('leads');
  const shown = (value: number | null) => value ?? translate('crm.system.unknown');
  const total = (key: keyof PartTotals) => of((state) => shown(totalsOf(state)[key]));
  const look = ({ id }: Part) => (
    <Button
      size="small"
      variant="outlined"
      aria-pressed={id === looked}
      aria-label={translate('crm.system.look', { service: id })}
      // Between the lines of a row that has two.
      sx={{ my: { xs: 0.5, md: 0 } }}
      onClick={() => {
        setLooked(id);
      }}
    >
      {translate('crm.system.lookShort')}
    </Button>
  );
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const service: PartColumn = { source: 'service', width: 110, names: true, cell: ({ id }) => id };
  const state: PartColumn = {
    source: 'state',
    width: 190,
    cell: ({ id }) => <StateChip service={id} />,
  };
  const counts: PartColumn[] = [
    { source: 'queued', width: 90, align: 'right', cell: total('queued') },
    { source: 'retried', width: 100, align: 'right', cell: ofStore(total('retried')) },
    { source: 'failed', width: 90, align: 'right', cell: ofStore(total('failed')) },
    { source: 'dead', width: 110, align: 'right', cell: of(({ dead }) => shown(dead)) },
    {
      source: 'outbox',
      width: 110,
      align: 'right',
      cell: of(({ outbox }) => (outbox === null ? '–' : outbox.documents)),
    },
  ];
  const actions: PartColumn = { source: 'actions', width: 90, align: 'right', cell: look };
  return (
    <>
      <PageHead
        title={translate('crm.system.title')}
        actions={
          <Button variant="outlined" onClick={reread}>
            {translate('crm.system.reload')}
          </Button>
        }
      />
      <KeepsPlace name="system" waitsFor={readsLists ? [...alarms, screeningKey] : alarms}>
        <SignInAttacks />
        {readsAudit && <BulkReadings service="leads" />}
        <AccountFaults service="telephony" />
        <AccountFaults service="messaging" />
        {readsLists && <ScreeningAlerts />}
      </KeepsPlace>
      <PageCard sx={{ flex: 'none', minHeight: 0, overflow: 'auto' }}>
        <SystemTable
          name="parts"
          query={{ data: parts, error: null, refetch: () => Promise.resolve() }}
          hueOf={({ id }) => (id === looked ? 'blue' : 'neutral')}
          columns={
            isNarrow
              ? [
                  { ...service, narrow: 'title' },
                  { ...state, narrow: 'tag' },
                  {
                    source: 'counts',
                    width: 400,
                    narrow: 'below',
                    cell: (part) => (
                      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, pb: 0.5 }}>
                        {counts.map(({ source, cell }) => (
                          <span key={source}>
                            {translate(`crm.system.${source}`)} {cell(part)}
                          </span>
                        ))}
                      </Box>
                    ),
                  },
                  { ...actions, narrow: 'belowEnd' },
                ]
              : [
                  service,
                  state,
                  ...counts,
                  { source: 'since', width: 170, cell: of(({ started_at }) => shownInstant(started_at)) },
                  actions,
                ]
          }
        />
      </PageCard>
      <PartPanel key={looked} service={looked} />
    </>
  );
}

/** A cell of what is known of a part. */
const of = (read: (state: PartState) => ReactNode) =>
  function cell({ id }: Part) {
    return <Known service={id} read={read} />;
  };

/** The gateway has no store for what failed. */
const ofStore = (cell: (part: Part) => ReactNode) => (part: Part) =>
  part.id === 'gateway' ? '–' : cell(part);

function Known({ service, read }: { service: SystemPart; read: (state: PartState) => ReactNode }) {
  const { data, isError } = usePartState(service);
  return data && !isError && read(data);
}

/** How a part is, as a word on its hue. */
function StateChip({ service }: { service: SystemPart }) {
  const translate = useSystemMessages();
  const { data, isError } = usePartState(service);
  const missing = data?.missing;
  const [hue, label] = isError
    ? (['red', translate('crm.system.silent')] as const)
    : missing === undefined
      ? (['neutral', translate('crm.system.asking')] as const)
      : missing.length === 0 || data?.ready === true
        ? (['green', translate('crm.system.ready')] as const)
        : (['red', translate('crm.system.notReady', { missing: missing.join(', ') })] as const);
  return (
    <Chip
      size="small"
      label={label}
      sx={(theme) => ({
        backgroundColor: theme.palette.hue[hue].chip,
        color: theme.palette.hue[hue].fg,
      })}
    />
  );
}
