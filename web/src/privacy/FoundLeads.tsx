import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { typeNameOf } from '@crm/contracts/codes/lead-types.js';
import { statusTitle } from '@crm/contracts/codes/statuses.js';
import type { PersonLead } from '@crm/contracts/http/privacy.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { usePrivacyWords } from '../i18n/privacy.en.js';
import { PanelTable } from '../system/PanelTable.js';

const reachedBy = ({ phone, second_phone, email }: PersonLead) =>
  [phone, second_phone, email]
    .filter((address) => address !== null)
    .map(toShown)
    .join(', ');

/** The leads that were found, to choose the person's own. */
export function FoundLeads({
  leads,
  chosen,
  onChoose,
}: {
  leads: readonly PersonLead[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const words = usePrivacyWords();
  return (
    <PanelTable
      label={words('crm.privacy.found')}
      columns={[
        [words('crm.privacy.own'), 'left'],
        [words('crm.privacy.name'), 'left'],
        [words('crm.privacy.type'), 'left'],
        [words('crm.privacy.status'), 'left'],
        [words('crm.privacy.agent'), 'left'],
        [words('crm.privacy.reachedBy'), 'left'],
        [words('crm.privacy.since'), 'left'],
      ]}
      query={{ data: leads, isError: false, refetch: () => Promise.resolve() }}
      empty={{ title: words('crm.privacy.noneTitle'), text: words('crm.privacy.noneText') }}
      row={(lead) => {
        const isChosen = chosen.includes(lead.id);
        return (
          <TableRow key={lead.id} selected={isChosen}>
            <TableCell padding="checkbox">
              <Checkbox
                checked={isChosen}
                onChange={(_event, isOn) => {
                  onChoose(isOn ? [...chosen, lead.id] : chosen.filter((id) => id !== lead.id));
                }}
                slotProps={{ input: { 'aria-label': words('crm.privacy.tick', { name: lead.fullname }) } }}
              />
            </TableCell>
            <TableCell component="th" scope="row" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {lead.fullname}
            </TableCell>
            <TableCell sx={{ textTransform: 'capitalize' }}>{typeNameOf[lead.type_id]}</TableCell>
            <TableCell>{statusTitle(lead.status)}</TableCell>
            <TableCell>{lead.agent_fullname}</TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{reachedBy(lead)}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{shownInstant(lead.createdAt)}</TableCell>
          </TableRow>
        );
      }}
    />
  );
}
