import Checkbox from '@mui/material/Checkbox';
import { typeNameOf } from '@crm/contracts/codes/lead-types.js';
import { statusTitle } from '@crm/contracts/codes/statuses.js';
import type { PersonLead } from '@crm/contracts/http/privacy.js';
import { capital } from '@crm/contracts/resources/define-resource.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { labelled } from '../lists/list-column.js';
import { PanelTable } from '../lists/PanelTable.js';
import { localise } from '../i18n/language.js';

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
  const translate = usePrivacyMessages();
  const shownStatus = ({ status, deleted_at }: PersonLead) =>
    deleted_at === null
      ? localise(statusTitle(status))
      : translate('crm.privacy.deleted', { status: localise(statusTitle(status)) });
  const box = ({ id, fullname }: PersonLead) => (
    <Checkbox
      checked={chosen.includes(id)}
      onChange={(_event, isOn) => {
        onChoose(isOn ? [...chosen, id] : chosen.filter((each) => each !== id));
      }}
      slotProps={{ input: { 'aria-label': translate('crm.privacy.tick', { name: fullname }) } }}
    />
  );
  return (
    <PanelTable
      label={translate('crm.privacy.found')}
      hueOf={({ id }) => (chosen.includes(id) ? 'blue' : 'neutral')}
      query={{ data: leads, error: null, refetch: () => Promise.resolve() }}
      empty={{ title: translate('crm.privacy.noneTitle'), text: translate('crm.privacy.noneText') }}
      columns={labelled(
        [
          { source: 'own', width: 90, cell: box },
          {
            source: 'name',
            width: 180,
            names: true,
            wraps: true,
            cell: ({ fullname }: PersonLead) => fullname,
          },
          { source: 'type', width: 90, cell: ({ type_id }) => capital(typeNameOf[type_id]) },
          { source: 'status', width: 140, wraps: true, cell: shownStatus },
          { source: 'agent', width: 160, cell: ({ agent_fullname }) => agent_fullname },
          { source: 'reachedBy', width: 240, wraps: true, cell: reachedBy },
          { source: 'since', width: 170, cell: ({ createdAt }) => shownInstant(createdAt) },
        ],
        (source) => translate(`crm.privacy.${source}`),
      )}
    />
  );
}
