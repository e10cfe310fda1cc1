import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useSystemWords } from '../i18n/system.en.js';
import { PanelTable } from './PanelTable.js';
import { usePartState } from './useSystem.js';

/** The queues of a part, one by one. */
export function QueuesTable({ service }: { service: SystemPart }) {
  const words = useSystemWords();
  const { data, isError, refetch } = usePartState(service);
  const shown = (value: number | null) => value ?? words('crm.system.unknown');
  const ofStore = (value: number | null) => (service === 'gateway' ? '–' : shown(value));
  return (
    <PanelTable
      label={words('crm.system.queuesTab')}
      columns={[
        [words('crm.system.queue'), 'left'],
        [words('crm.system.queued'), 'right'],
        [words('crm.system.consumers'), 'right'],
        [words('crm.system.retried'), 'right'],
        [words('crm.system.givenUp'), 'right'],
        [words('crm.system.oldest'), 'left'],
      ]}
      query={{ data: data?.queues, isError, refetch }}
      empty={{ title: words('crm.system.noQueuesTitle'), text: words('crm.system.noQueuesText') }}
      row={({ queue, depth, consumers, waiting, parked, oldest_at }) => (
        <TableRow key={queue}>
          <TableCell>{queue}</TableCell>
          <TableCell align="right">{shown(depth)}</TableCell>
          <TableCell align="right">{shown(consumers)}</TableCell>
          <TableCell align="right">{ofStore(waiting)}</TableCell>
          <TableCell align="right">{ofStore(parked)}</TableCell>
          <TableCell>{oldest_at === null ? '–' : shownInstant(oldest_at)}</TableCell>
        </TableRow>
      )}
    />
  );
}
