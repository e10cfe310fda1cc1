import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { deletedLeads, type DeletedLead } from '@crm/contracts/resources/deleted-lead.js';
import { useRetentionMessages } from '../../i18n/retention.en.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { DeletedLeadActions } from './DeletedLeadActions.js';
import { shownValue } from '../../fields/shown-value.js';

const { fields } = deletedLeads;

/** Leads that were deleted: who deleted them, when they go, and the way back. */
export default function DeletedLeadsPage() {
  const translate = useRetentionMessages();
  const ends = ({ due_at, held }: DeletedLead) =>
    held === 1 ? translate('crm.deletedLeads.held') : shownValue(fields.due_at, due_at);
  const status = (lead: DeletedLead) =>
    lead.restricted === 1
      ? [shownValue(fields.status, lead.status), translate('crm.deletedLeads.restricted')].join(' · ')
      : shownValue(fields.status, lead.status);
  const view = defaultView(deletedLeads, {
    Icon: DeleteOutlined,
    emptyText: translate('crm.deletedLeads.emptyText'),
    nameOf: ({ fullname }: DeletedLead) => fullname,
    columns: {
      fullname: { width: 150, wraps: true, names: true },
      type: { width: 70 },
      status: { width: 130, wraps: true, cell: status },
      agent: { width: 120, wraps: true },
      deleted_at: { width: 150 },
      deleted_by: { width: 110, wraps: true },
      next: { width: 140, wraps: true },
      due_at: { width: 150, cell: ends },
    },
    rowActions: (lead) => <DeletedLeadActions lead={lead} />,
  });
  return <ResourcePage view={view} />;
}
