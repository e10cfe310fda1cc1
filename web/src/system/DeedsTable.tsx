import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { SystemPart } from '@crm/contracts/http/system.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useSystemWords } from '../i18n/system.en.js';
import { PanelTable } from './PanelTable.js';
import { useDeeds } from './useSystem.js';

const deeds = { retried: 'crm.system.deedRetried', dropped: 'crm.system.deedDropped' } as const;
const results = {
  done: 'crm.system.resultDone',
  failed: 'crm.system.resultFailed',
  begun: 'crm.system.resultBegun',
} as const;

/** Who tried what again or dropped it, the latest first. */
export function DeedsTable({ service }: { service: SystemPart }) {
  const words = useSystemWords();
  const query = useDeeds(service);
  return (
    <PanelTable
      label={words('crm.system.deedsTab')}
      columns={[
        [words('crm.system.when'), 'left'],
        [words('crm.system.who'), 'left'],
        [words('crm.system.what'), 'left'],
        [words('crm.system.message'), 'left'],
        [words('crm.system.queue'), 'left'],
        [words('crm.system.result'), 'left'],
      ]}
      query={query}
      empty={{ title: words('crm.system.noDeedsTitle'), text: words('crm.system.noDeedsText') }}
      row={({ id, at, user_fullname, deed, type, queue, result }) => (
        <TableRow key={id}>
          <TableCell sx={{ whiteSpace: 'nowrap' }}>{shownInstant(at)}</TableCell>
          <TableCell sx={{ fontWeight: 600 }}>{user_fullname}</TableCell>
          <TableCell>{words(deeds[deed])}</TableCell>
          <TableCell>{type === '' ? words('crm.system.noType') : type}</TableCell>
          <TableCell>{queue}</TableCell>
          <TableCell>{words(results[result])}</TableCell>
        </TableRow>
      )}
    />
  );
}
