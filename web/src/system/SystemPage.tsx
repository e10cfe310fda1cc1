import { useState } from 'react';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { systemParts, type SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useSystemWords } from '../i18n/system.en.js';
import { PageCard } from '../layout/PageCard.js';
import { PageHead } from '../layout/PageHead.js';
import { AccountFaults } from './AccountFaults.js';
import { PartPanel } from './PartPanel.js';
import { totalsOf } from './system-state.rules.js';
import { usePartState, useRereadSystem } from './useSystem.js';

const columns = [
  ['crm.system.service', 'left'],
  ['crm.system.state', 'left'],
  ['crm.system.queued', 'right'],
  ['crm.system.retried', 'right'],
  ['crm.system.givenUp', 'right'],
  ['crm.system.dead', 'right'],
  ['crm.system.outbox', 'right'],
  ['crm.system.since', 'left'],
  ['crm.system.actions', 'right'],
] as const;

/** How every part of the system is, and what its services gave up on. */
export default function SystemPage() {
  const words = useSystemWords();
  const reread = useRereadSystem();
  const [looked, setLooked] = useState<SystemPart>('leads');
  return (
    <>
      <PageHead
        title={words('crm.system.title')}
        actions={
          <Button variant="outlined" onClick={reread}>
            {words('crm.system.reload')}
          </Button>
        }
      />
      <AccountFaults service="telephony" />
      <AccountFaults service="messaging" />
      <PageCard sx={{ flex: 'none', minHeight: 0, overflow: 'auto' }}>
        <Table size="small" aria-label={words('crm.system.parts')} sx={{ minWidth: 960 }}>
          <TableHead>
            <TableRow>
              {columns.map(([label, align]) => (
                <TableCell key={label} align={align}>
                  {words(label)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {systemParts.map((service) => (
              <PartRow
                key={service}
                service={service}
                isLooked={service === looked}
                onLook={() => {
                  setLooked(service);
                }}
              />
            ))}
          </TableBody>
        </Table>
      </PageCard>
      <PartPanel key={looked} service={looked} />
    </>
  );
}

function PartRow({
  service,
  isLooked,
  onLook,
}: {
  service: SystemPart;
  isLooked: boolean;
  onLook: () => void;
}) {
  const words = useSystemWords();
  const { data: state, isError } = usePartState(service);
  const totals = state && totalsOf(state);
  const known = isError ? undefined : state;
  const shown = (value: number | null | undefined) =>
    known === undefined || value === undefined ? '' : (value ?? words('crm.system.unknown'));
  return (
    <TableRow selected={isLooked}>
      <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
        {service}
      </TableCell>
      <TableCell>
        <StateChip isSilent={isError} missing={known && (known.ready ? [] : known.missing)} />
      </TableCell>
      <TableCell align="right">{shown(totals?.queued)}</TableCell>
      <TableCell align="right">{service === 'gateway' ? '–' : shown(totals?.retried)}</TableCell>
      <TableCell align="right">{service === 'gateway' ? '–' : shown(totals?.givenUp)}</TableCell>
      <TableCell align="right">{shown(state?.dead)}</TableCell>
      <TableCell align="right">{known && (known.outbox === null ? '–' : known.outbox.documents)}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{known && shownInstant(known.started_at)}</TableCell>
      <TableCell align="right">
        <Button
          size="small"
          variant="outlined"
          aria-pressed={isLooked}
          aria-label={words('crm.system.look', { service })}
          onClick={onLook}
        >
          {words('crm.system.lookShort')}
        </Button>
      </TableCell>
    </TableRow>
  );
}

/** How a part is, as a word on its hue. */
function StateChip({ isSilent, missing }: { isSilent: boolean; missing: readonly string[] | undefined }) {
  const words = useSystemWords();
  const [hue, label] = isSilent
    ? (['red', words('crm.system.silent')] as const)
    : missing === undefined
      ? (['neutral', words('crm.system.asking')] as const)
      : missing.length === 0
        ? (['green', words('crm.system.ready')] as const)
        : (['red', words('crm.system.notReady', { missing: missing.join(', ') })] as const);
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
